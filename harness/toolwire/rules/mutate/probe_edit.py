"""Where a probe's question goes in a request's body: its history, its results, its schemas.

The bodies are ours, so what is looked for is there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import RequestParts
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Conversation, Json, JsonObject, Turn
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request
from toolwire.rules.mutate.edit import at

#: An in-place change of a request's body that asks a question.
Ask: TypeAlias = "Callable[[JsonObject], None]"
#: Dialect -> the change that asks it there.
Question: TypeAlias = "Callable[[str], Ask]"

#: A red square of 64 by 64.
PNG: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATklEQVR42u3PMQ0AAAgDsEma/wtpSOAmaVIDzbSvRUBAQEBAQEBAQEBAQEBA"
    "QEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqP+AQ/2C+IIAAAAAElFTkSuQmCC"
)
_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")


def _parts(name: str) -> RequestParts:
    form = load_dialect(name).wire.request
    if form is None or form.parts is None:
        raise ToolwireError(f"no probe asks a question in {name}")
    return form.parts


def in_dialect(ask: Callable[[str, JsonObject], None]) -> Question:
    """Make a question out of what changes a body of a dialect."""
    return lambda name: partial(ask, name)


def within(limit: Json) -> Question:
    """Ask for an answer of so many tokens at most, or of a limit that is none."""

    def ask(name: str, body: JsonObject) -> None:
        form = load_dialect(name).wire.request
        if form is None or not form.most_at:
            raise ToolwireError(f"a request has no limit in {name}")
        *path, last = form.most_at
        for step in path:
            body = object_of(body.setdefault(step, {}))
        body[last] = limit

    return in_dialect(ask)


def wanting(schema: JsonObject) -> Question:
    """Ask for a text that fits a schema; without tools, where the format has either."""

    def ask(name: str, body: JsonObject) -> None:
        form = load_dialect(name).wire.request
        if form is None or form.text_form is None:
            raise ToolwireError(f"a text has no schema in {name}")
        body.update(form.text_form.asking(schema))
        if form.text_form.apart:
            body.pop("tools", None)

    return in_dialect(ask)


def later(turns: Callable[[Conversation], tuple[Turn, ...]]) -> Question:
    """Ask with turns after the history, in the dialect's own words.

    Args:
        turns: what was asked so far -> the turns that follow.
    """

    def ask(name: str, body: JsonObject) -> None:
        conversation = asked_in(name, body)
        more = load_dialect(name).encode(
            Conversation(turns(conversation), conversation.tools), _NOWHERE
        )
        history = _parts(name).history
        items_of(body[history]).extend(items_of(object_of(parse(more.body))[history]))

    return in_dialect(ask)


def asked_in(name: str, body: JsonObject) -> Conversation:
    """Return what a body asks."""
    request = Request("POST", _NOWHERE.base_url, (), dump(body))
    conversation = load_dialect(name).read_request(request)
    assert conversation is not None
    return conversation


@in_dialect
def misnamed(name: str, body: JsonObject) -> None:
    """Give the first tool a name that no vendor takes, wherever it stands."""
    right = asked_in(name, body).tools[0].name
    wrong = right.replace("_", " ") + "!"
    body.update(object_of(parse(dump(body).replace(right.encode(), wrong.encode()))))


def words_after(text: str) -> Question:
    """Ask with the user's words after the results, and no reply in between."""

    def ask(name: str, body: JsonObject) -> None:
        parts = _parts(name)
        history = items_of(body[parts.history])
        if parts.block is None:
            history.append(parts.words(text))
        else:
            items_of(object_of(history[-1])["content"]).append(parts.block(text))

    return in_dialect(ask)


def _last_results(name: str, body: JsonObject) -> tuple[list[Json], list[int]]:
    """Return the list that holds the last round's results, and their places in it."""
    parts = _parts(name)
    is_result, held = parts.result, parts.parts
    history = items_of(body[parts.history])
    if held is not None:
        lists = [items_of(object_of(message).get(held)) for message in history]
        history = [x for x in lists if any(is_result(object_of(part)) for part in x)][-1]
    places = [n for n, item in enumerate(history) if is_result(object_of(item))]
    first = len(places) - 1
    while first > 0 and places[first - 1] == places[first] - 1:
        first -= 1
    return history, places[first:]


@in_dialect
def reversed_results(name: str, body: JsonObject) -> None:
    """Put the results of the last round in the reverse order."""
    held, places = _last_results(name, body)
    turned = [held[place] for place in reversed(places)]
    for place, result in zip(places, turned, strict=True):
        held[place] = result


def _content_of(change: Callable[[Json], Json]) -> Question:
    """Ask with what the tools of the last round said changed."""

    def ask(name: str, body: JsonObject) -> None:
        held, places = _last_results(name, body)
        parts = _parts(name)
        if parts.content is None:
            raise ToolwireError(f"what the tools said is not changed in {name}")
        *path, last = parts.content
        for place in places:
            holder = object_of(at(parts.result(object_of(held[place])), tuple(path)))
            # A call that failed may have an error there, and nothing that it returned.
            if last in holder:
                holder[last] = change(holder[last])

    return in_dialect(ask)


#: Leaves nothing of what the tools of the last round said: no part, where it is a list of parts.
emptied: Final = _content_of(lambda content: [] if isinstance(content, list) else "")
#: Says the same of the last round as a list of text parts.
as_parts: Final = _content_of(lambda text: [{"type": "text", "text": text}])


@in_dialect
def in_lines(name: str, body: JsonObject) -> None:
    """Say what the tools of the last round said in several parts, one for each line."""
    part = _parts(name).part
    if part is None:
        raise ToolwireError(f"a result is one text in {name}")
    _content_of(lambda content: [part(line) for line in _lines(content)])(name)(body)


def with_images(*images: str) -> Question:
    """Put images, PNGs in base64, behind what each tool of the last round said in a part, or beside it."""

    def ask(name: str, body: JsonObject) -> None:
        parts = _parts(name)
        if parts.returned_beside and parts.seen is not None:
            held, places = _last_results(name, body)
            for place in places:
                result = parts.result(object_of(held[place]))
                result[parts.returned_beside] = [parts.seen(one) for one in images]
            return
        part, image = parts.part, parts.image
        if part is None or image is None:
            raise ToolwireError(f"a result has no images in {name}")
        more = [image(one) for one in images]
        _content_of(lambda content: [part("".join(_lines(content))), *more])(name)(body)

    return in_dialect(ask)


#: Puts an image behind what each tool of the last round said.
with_image: Final = with_images(PNG)


def _lines(content: Json) -> list[str]:
    """Return the lines of a text, or of what parts say together, each with its end."""
    said = (str(_said(object_of(one)) or "") for one in items_of(content))
    return (content if isinstance(content, str) else "".join(said)).splitlines(keepends=True)


def _said(part: JsonObject) -> Json:
    """Return the text of a part, or of the document in it."""
    data = object_of(object_of(part.get("document")).get("data"))
    return part.get("text") or data.get("content")


def declared(name: str, body: JsonObject) -> list[JsonObject]:
    """Return the objects that declare the tools of a body, each with its name."""
    return _parts(name).declared(body)


def tool_names(name: str, body: JsonObject) -> list[str]:
    """Return the names of the tools a body offers, in its order."""
    return [str(tool.get("name")) for tool in declared(name, body)]


def first_schema(change: Callable[[JsonObject], None]) -> Question:
    """Ask with the first tool's schema changed.

    Gemini's goes under `parametersJsonSchema`: its `parameters` is no JSON Schema.
    """

    def ask(name: str, body: JsonObject) -> None:
        parts = _parts(name)
        tool = parts.declared(body)[0]
        if parts.instead_of in tool:
            tool[parts.schema[0]] = tool.pop(parts.instead_of)
        change(object_of(at(tool, parts.schema)))

    return in_dialect(ask)
