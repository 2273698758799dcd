"""People in a channel: what they type, press, choose and send reaches the bot as interactions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.waiting import until
from tests.wire.server import payloads
from tests.wire.server.faults import Rule
from tests.wire.server.interactions import Interaction, Kind
from tests.wire.server.world import Channel, Message, User, walk

if TYPE_CHECKING:
    from tests.wire.server.loopback import Loopback

SUBCOMMANDS = (1, 2)
USER_OPTION = 6
BUTTON = 2

Value = str | int | bool | User


@dataclass
class Person:
    """A member of a server. Every deed returns its interaction at once; ``await`` the answer with :func:`answered`."""

    discord: Loopback
    user: User
    channel: Channel

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    def elsewhere(self, channel: Channel) -> Person:
        """The same person in another channel."""
        return Person(self.discord, self.user, channel)

    def slash(self, command: str, **options: Value) -> Interaction:
        """Send a command, such as ``slash("newgame pastures", opponent=bob.user, width=6)``."""
        return self._send(Kind.COMMAND, self._command(command, options))

    def search(self, command: str, focused: str, text: str = "", **options: Value) -> Interaction:
        """Types into an option with autocomplete; the others filled in so far are ``options``."""
        return self._send(Kind.AUTOCOMPLETE, self._command(command, {**options, focused: text}, focused))

    def press(self, message: Message, label: str) -> Interaction:
        """Press the button of that label."""
        return self.use(message, _button(message, label))

    def choose(self, message: Message, *values: str, menu: int = 0) -> Interaction:
        """Chooses in the message's ``menu``-th menu, by the options' values or labels."""
        control = [part for part in message.controls if part["type"] != BUTTON][menu]
        labelled = {option["label"]: option["value"] for option in control.get("options", [])}
        chosen = [labelled.get(value, value) for value in values]
        offered = set(labelled.values())
        if not set(chosen) <= offered:
            raise LookupError(f"{chosen} is not among {sorted(offered)}")
        return self.use(message, control, chosen)

    def use(self, message: Message, control: dict[str, Any], values: list[str] | None = None) -> Interaction:
        """Uses a button or a menu as it was once seen, although the message may have lost it since."""
        data: dict[str, Any] = {"custom_id": control["custom_id"], "component_type": control["type"]}
        if "id" in control:
            data["id"] = control["id"]
        if control["type"] != BUTTON:
            data["values"] = values or []
        return self._send(Kind.COMPONENT, data, message)

    def submit(self, opener: Interaction, *texts: str) -> Interaction:
        """Fill in the fields of the form that ``opener`` was answered with, in their order, and send it."""
        left = list(texts)
        data = {
            "custom_id": opener.answer["custom_id"],
            "components": [_filled(part, left) for part in opener.answer["components"]],
        }
        if left:
            raise LookupError(f"the form has no field for {left}")
        return self._send(Kind.MODAL, data, opener.source)

    def _send(self, kind: Kind, data: dict[str, Any], source: Message | None = None) -> Interaction:
        deed = self.discord.interactions.new(kind, self.user, self.channel, data, source)
        told = payloads.interaction(deed, self.discord.world, self.discord.base)
        self.discord.gateway.publish("INTERACTION_CREATE", told)
        return deed

    def _command(self, command: str, options: dict[str, Value], focused: str | None = None) -> dict[str, Any]:
        """The data of a command as Discord's own client would send it; unknown names raise ``LookupError``."""
        name, *rest = command.split()
        everywhere = self.discord.world.commands[None]
        registered = [*self.discord.world.commands.get(self.channel.guild_id, []), *everywhere]
        found = next((one for one in registered if one["name"] == name and one["type"] == 1), None)
        if found is None:
            raise LookupError(f"no command /{name} is registered")
        resolved: dict[str, Any] = {}
        data: dict[str, Any] = {"id": found["id"], "name": name, "type": 1}
        data["options"] = _options(found["options"], rest, options, focused, resolved)
        return data | ({"resolved": resolved} if resolved else {})


async def struck(*rules: Rule) -> None:
    """Wait until each of the rules has broken a request."""
    calls = ", ".join(f"{rule.method} {rule.path} ({rule.fault})" for rule in rules)
    await until(f"a broken request of each kind: {calls}", lambda: all(rule.struck for rule in rules))


async def answered(deed: Interaction, messages: int = 0) -> Interaction:
    """Wait for the bot's first answer, a deferred one filled in, and for at least as many messages altogether.

    More may follow: take the one that the test is about by what it says or has, never by how many there are.
    """

    def done() -> bool:
        return deed.callback is not None and not deed.is_deferred and len(deed.messages) >= messages

    await until(f"an answer to {deed.describe()}", done)
    return deed


def _button(message: Message, label: str) -> dict[str, Any]:
    buttons = [part for part in message.controls if part["type"] == BUTTON]
    for button in buttons:
        if label in (button.get("label"), (button.get("emoji") or {}).get("name")):
            if button.get("disabled"):
                raise LookupError(f"the button {label!r} is disabled")
            return button
    raise LookupError(f"no button {label!r} among {[button.get('label') for button in buttons]}")


def _options(
    known: list[dict[str, Any]],
    path: list[str],
    values: dict[str, Value],
    focused: str | None,
    resolved: dict[str, Any],
) -> list[dict[str, Any]]:
    """The options of a command, those of its subcommand inside."""
    by_name = {option["name"]: option for option in known}
    if path:
        inner = by_name[path[0]]
        return [
            {
                "name": inner["name"],
                "type": inner["type"],
                "options": _options(inner.get("options") or [], path[1:], values, focused, resolved),
            }
        ]
    missing = [name for name, option in by_name.items() if option.get("required") and name not in values and not focused]
    if missing or any(option["type"] in SUBCOMMANDS for option in known):
        raise LookupError(f"options or a subcommand are missing: {missing or sorted(by_name)}")
    result = []
    for name, value in values.items():
        told: dict[str, Any] = {"name": name, "type": by_name[name]["type"], "value": value}
        if isinstance(value, User):
            told["value"] = str(value.id)
            resolved.setdefault("users", {})[str(value.id)] = payloads.user(value)
            partial = {key: part for key, part in payloads.member(value).items() if key not in ("user", "deaf", "mute")}
            resolved.setdefault("members", {})[str(value.id)] = partial | {"permissions": str(payloads.ALL_PERMISSIONS)}
        if name == focused:
            told["focused"] = True
        result.append(told)
    return result


def _filled(part: dict[str, Any], texts: list[str]) -> dict[str, Any]:
    """A part of a form with the texts put in, in the shape in which Discord sends it back."""
    told: dict[str, Any] = {"type": part["type"]}
    if "custom_id" in part:
        told["custom_id"] = part["custom_id"]
        text = texts.pop(0) if texts else ""
        told |= {"value": text} if part["type"] == 4 else {"values": [text]}
    if "components" in part:
        told["components"] = [_filled(inner, texts) for inner in part["components"]]
    if "component" in part:
        told["component"] = _filled(part["component"], texts)
    return told


def labels(message: Message) -> list[str]:
    """What the message's buttons say."""
    return [str(part.get("label")) for part in walk(message.components) if part.get("type") == BUTTON]
