"""The limits of messages, modals and answers that Discord enforces and its OpenAPI description does not express.

Each check yields sentences, ``where: what is wrong``; none means that Discord would take the request.
"""

from __future__ import annotations

import enum
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.wire.server.command_checks import command_problems
from tests.wire.server.interactions import Callback
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import COMPONENTS_V2, Upload, walk

CONTENT = 2000
EMBEDS_TOTAL = 6000
ROWS = 5
ROW_BUTTONS = 5
OPTIONS = 25
COMPONENTS = 40
TEXT_V2 = 4000
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
CUSTOM_ID = 100
ALT_TEXT = 1024
SECTION_TEXTS = 3
MODAL_FIELDS = 5
CHOICES = 25


class Type(enum.IntEnum):
    """Component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    CONTAINER = 17
    LABEL = 18


SELECTS = frozenset({Type.STRING_SELECT, *range(Type.USER_SELECT, Type.CHANNEL_SELECT + 1)})
LINK, PREMIUM = 5, 6

MESSAGE_ROUTES = {
    "POST /channels/{channel_id}/messages",
    "POST /webhooks/{webhook_id}/{webhook_token}",
}
EDIT_ROUTES = {
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
}
CALLBACK_ROUTE = "POST /interactions/{interaction_id}/{interaction_token}/callback"
COMMAND_ROUTES = {
    "PUT /applications/{application_id}/commands",
    "PUT /applications/{application_id}/guilds/{guild_id}/commands",
}


def problems(request: Recorded) -> Iterator[str]:
    """Everything that these checks have against a request."""
    route = f"{request.method} {request.template}"
    body = request.payload
    if route in MESSAGE_ROUTES:
        yield from message_problems(body, request.uploads)
    elif route in EDIT_ROUTES:
        yield from message_problems(body, request.uploads, edit=True)
    elif route in COMMAND_ROUTES:
        yield from command_problems(request.body)
    elif route == CALLBACK_ROUTE:
        yield from _callback_problems(body.get("type"), body.get("data") or {}, request.uploads)


def _callback_problems(kind: Any, data: dict[str, Any], uploads: list[Upload]) -> Iterator[str]:
    if kind in (Callback.MESSAGE, Callback.UPDATE):
        yield from message_problems(data, uploads, edit=kind == Callback.UPDATE)
    elif kind == Callback.CHOICES:
        yield from choice_problems(data.get("choices") or [], "choices")
    elif kind == Callback.MODAL:
        yield from modal_problems(data)


def message_problems(body: dict[str, Any], uploads: list[Upload], *, edit: bool = False) -> Iterator[str]:
    """A message to be sent, or what is to be changed of one."""
    components = body.get("components") or []
    new_look = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if len(body.get("content") or "") > CONTENT:
        yield f"content: longer than {CONTENT} characters"
    visible = ("content", "embeds", "components", "sticker_ids", "poll")
    if not edit and not uploads and not any(body.get(key) for key in visible):
        yield "content: an empty message"
    yield from _embed_problems(body.get("embeds") or [])
    yield from _file_problems(body, uploads)
    yield from _mention_problems(body.get("allowed_mentions") or {})
    if not edit and body.get("enforce_nonce") and body.get("nonce") in (None, ""):
        yield "nonce: enforce_nonce without one"
    if new_look:
        yield from _new_look_problems(body, components)
    elif not (edit and "flags" not in body):
        yield from _row_problems(components)
    yield from control_problems(components)
    yield from _picture_problems(components, body.get("embeds") or [], uploads, edit=edit)


def _embed_problems(embeds: list[dict[str, Any]]) -> Iterator[str]:
    total = 0
    for embed in embeds:
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        total += len((embed.get("footer") or {}).get("text") or "") + len((embed.get("author") or {}).get("name") or "")
        total += sum(len(entry["name"]) + len(entry["value"]) for entry in embed.get("fields") or [])
    if total > EMBEDS_TOTAL:
        yield f"embeds: {total} characters in sum, {EMBEDS_TOTAL} at most"


def _file_problems(body: dict[str, Any], uploads: list[Upload]) -> Iterator[str]:
    if len(uploads) > FILES:
        yield f"files: more than {FILES}"
    for upload in uploads:
        if len(upload.data) > FILE_BYTES:
            yield f"files[{upload.index}]: larger than {FILE_BYTES} bytes"
        if not upload.data:
            yield f"files[{upload.index}]: empty"
    numbers = [upload.index for upload in uploads]
    if len(set(numbers)) != len(numbers):
        yield "files: the same number twice"
    named = {int(entry["id"]) for entry in body.get("attachments") or [] if str(entry.get("id", "")).isdecimal()}
    # Ids below this are numbers of files: a real attachment's id is a snowflake.
    for missing in sorted(number for number in named - set(numbers) if number < 1 << 22):
        yield f"attachments: there is no files[{missing}]"


def _mention_problems(allowed: dict[str, Any]) -> Iterator[str]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            yield f"allowed_mentions: {kind} both parsed and listed"
        if len(allowed.get(kind) or []) > 100:
            yield f"allowed_mentions: more than 100 {kind}"


def _row_problems(components: list[dict[str, Any]]) -> Iterator[str]:
    """Messages of the older kind: rows, and nothing but rows."""
    if len(components) > ROWS:
        yield f"components: more than {ROWS} rows"
    for component in components:
        if component.get("type") != Type.ROW:
            yield f"components: type {component.get('type')} needs the flag of components v2"


def _new_look_problems(body: dict[str, Any], components: list[dict[str, Any]]) -> Iterator[str]:
    for key in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(key):
            yield f"{key}: not together with components v2"
    if (total := sum(1 for _ in walk(components))) > COMPONENTS:
        yield f"components: {total}, {COMPONENTS} at most"
    if (total := sum(len(part.get("content") or "") for part in walk(components) if part["type"] == Type.TEXT)) > TEXT_V2:
        yield f"components: {total} characters of text, {TEXT_V2} at most"
    for part in walk(components):
        if part.get("type") == Type.TEXT and not part.get("content"):
            yield "components: an empty text"


def control_problems(components: list[dict[str, Any]]) -> Iterator[str]:
    """Rows, buttons and menus wherever they stand, in messages and modals alike."""
    seen = Counter(part["custom_id"] for part in walk(components) if part.get("custom_id"))
    yield from (f"custom_id: {name!r} more than once" for name, times in seen.items() if times > 1)
    yield from (f"custom_id: {name[:20]!r}… is longer than {CUSTOM_ID}" for name in seen if len(name) > CUSTOM_ID)
    for part in walk(components):
        kind = part.get("type")
        if kind == Type.ROW:
            yield from _full_row_problems(part)
        elif kind == Type.BUTTON:
            yield from _button_problems(part)
        elif kind in SELECTS or kind == Type.TEXT_INPUT:
            if not part.get("custom_id"):
                yield "custom_id: a menu or a text field without one"
            if kind in SELECTS:
                yield from _select_problems(part)
        else:
            yield from _layout_problems(part)


def _layout_problems(part: dict[str, Any]) -> Iterator[str]:
    kind = part.get("type")
    if kind == Type.SECTION:
        yield from _section_problems(part)
    if kind == Type.CONTAINER and any(inner.get("type") == Type.CONTAINER for inner in part.get("components") or []):
        yield "container: one within another"
    described = part.get("items") or [] if kind == Type.GALLERY else [part] if kind == Type.THUMBNAIL else []
    if any(len(each.get("description") or "") > ALT_TEXT for each in described):
        yield f"description: longer than {ALT_TEXT} characters"


def _section_problems(section: dict[str, Any]) -> Iterator[str]:
    texts = section.get("components") or []
    if not 1 <= len(texts) <= SECTION_TEXTS or any(part.get("type") != Type.TEXT for part in texts):
        yield f"section: it has 1 to {SECTION_TEXTS} texts, and nothing else"
    if (section.get("accessory") or {}).get("type") not in (Type.BUTTON, Type.THUMBNAIL):
        yield "section: neither a button nor a thumbnail beside it"


def _full_row_problems(row: dict[str, Any]) -> Iterator[str]:
    kinds = [part.get("type") for part in row.get("components") or []]
    if len(kinds) > (ROW_BUTTONS if set(kinds) <= {Type.BUTTON} else 1):
        yield f"components: a row of types {kinds}; it holds {ROW_BUTTONS} buttons or one menu"


def _button_problems(button: dict[str, Any]) -> Iterator[str]:
    style = button.get("style")
    if style == LINK:
        if not button.get("url") or button.get("custom_id"):
            yield "button: a link has a url and no custom_id"
    elif style != PREMIUM:
        if not button.get("custom_id"):
            yield "button: without custom_id"
        if button.get("url"):
            yield "button: a url on a button that is no link"
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield "button: neither label nor emoji"


def _select_problems(menu: dict[str, Any]) -> Iterator[str]:
    options = menu.get("options") or []
    least = 1 if menu.get("min_values") is None else menu["min_values"]
    most = 1 if menu.get("max_values") is None else menu["max_values"]
    if len(menu.get("placeholder") or "") > 150:
        yield "menu: placeholder longer than 150 characters"
    if not 0 <= least <= most <= OPTIONS:
        yield f"menu: from {least} to {most} values"
    if menu["type"] != Type.STRING_SELECT:
        return
    if not 1 <= len(options) <= OPTIONS:
        yield f"menu: {len(options)} options, 1 to {OPTIONS} are possible"
    if most > len(options):
        yield f"menu: up to {most} values of {len(options)} options"
    if sum(1 for option in options if option.get("default")) > most:
        yield "menu: more options chosen beforehand than may be chosen"
    yield from _twice([option.get("value") for option in options], "menu: value")


def _picture_problems(
    components: list[dict[str, Any]], embeds: list[dict[str, Any]], uploads: list[Upload], *, edit: bool
) -> Iterator[str]:
    """``attachment://name`` must name a file of this request; an edit may mean one that is there already."""
    wanted = set(re.findall(r'"attachment://([^"]+)"', json.dumps([components, embeds])))
    if not edit:
        yield from (f"attachment://{name}: no such file" for name in sorted(wanted - {upload.filename for upload in uploads}))


def modal_problems(data: dict[str, Any]) -> Iterator[str]:
    """A form that is to be opened."""
    fields = data.get("components") or []
    if not 1 <= len(data.get("custom_id") or "") <= CUSTOM_ID:
        yield f"modal: custom_id of 1 to {CUSTOM_ID} characters"
    if not 1 <= len(data.get("title") or "") <= 45:
        yield "modal: title of 1 to 45 characters"
    if not 1 <= len(fields) <= MODAL_FIELDS:
        yield f"modal: {len(fields)} fields, 1 to {MODAL_FIELDS} are possible"
    yield from control_problems(fields)
    for part in walk(fields):
        if part.get("type") == Type.BUTTON:
            yield "modal: a button in a form"
        if part.get("type") == Type.TEXT_INPUT and (part.get("min_length") or 0) > (part.get("max_length") or 4000):
            yield "modal: a text field whose least length exceeds its greatest"


def choice_problems(choices: list[dict[str, Any]], where: str) -> Iterator[str]:
    """What a search offers, or what an option lists."""
    if len(choices) > CHOICES:
        yield f"{where}: {len(choices)}, {CHOICES} at most"
    for choice in choices:
        if not 1 <= len(str(choice.get("name", ""))) <= 100:
            yield f"{where}: names have 1 to 100 characters"
        if not 1 <= len(str(choice.get("value", ""))) <= 100:
            yield f"{where}: values have 1 to 100 characters"


def _twice(values: Iterable[Any], where: str) -> Iterator[str]:
    return (f"{where} {value!r} more than once" for value, times in Counter(values).items() if times > 1)
