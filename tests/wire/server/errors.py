"""Discord's refusals, by the code and status that the client sees."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A refusal that goes out as ``{"message": …, "code": …}`` with an HTTP status."""

    retry_after: float | None = None
    """Seconds that a client is told to wait before another attempt."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def unauthorized() -> ApiError:
    """The token is missing or wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_route() -> ApiError:
    """No such path."""
    return ApiError(404, 0, "404: Not Found")


def entry_point_missing() -> ApiError:
    """A set of commands without the one that opens an Activity."""
    return ApiError(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")


def unknown_channel() -> ApiError:
    """No such channel, or it was deleted."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """No such server, or the bot is not in it."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """Nobody of that id is in the server."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """No such message, or it was deleted."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_webhook() -> ApiError:
    """A follow-up to an interaction that was not answered, or that never was."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """No such interaction, or its first answer came after the three seconds."""
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    """A second first answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """The bot does not see the channel."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot sees the channel and may not do this in it."""
    return ApiError(403, 50013, "Missing Permissions")


def not_the_author() -> ApiError:
    """Only its author edits a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Nothing in it that anybody could see."""
    return ApiError(400, 50006, "Cannot send an empty message")


def too_many_edits() -> ApiError:
    """The message is older than an hour, and was edited too often since. It comes as a rate limit that is told in the body."""
    error = ApiError(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
    error.retry_after = 1.0
    return error


def no_direct_messages() -> ApiError:
    """The person takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def wrong_channel_type() -> ApiError:
    """There are no threads in a thread."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def thread_is_archived() -> ApiError:
    """Nothing is edited in an archived thread, and nothing is sent to a locked one."""
    return ApiError(400, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    """The message has a thread."""
    return ApiError(400, 160004, "A thread has already been created for this message")


def invalid_webhook_token() -> ApiError:
    """The interaction's fifteen minutes are over."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def invalid_emoji() -> ApiError:
    """A button or a menu has an emoji that is not there."""
    return invalid_form(["Invalid emoji"])


def name_taken() -> ApiError:
    """The application has an emoji of that name."""
    return invalid_form(["name: Application emoji name already taken"])


def invalid_form(problems: list[str]) -> ApiError:
    """The body breaks a rule; ``errors`` lists which."""
    return ApiError(
        400, 50035, "Invalid Form Body", {"_errors": [{"code": "INVALID", "message": problem} for problem in problems]}
    )
