"""TC137: citations-quote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Event
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt

#: What a citation is of, where it says so: one of a plan or of thoughts points elsewhere.
_OF_TEXT: Final = (None, "TEXT_CONTENT")
#: The last character that every way of counting counts once.
_ONE_UNIT: Final = "\uffff"


def _quotes(reading: Reading) -> Iterator[Violation]:
    if isinstance(reading.body, dict):
        yield from _whole(reading.body, "")
        return
    texts = [reading.reply.text] if reading.reply.text is not None else []
    if _parts(reading) > 1:
        return  # each part counts anew, and joined they do not tell which is which
    for event in reading.events:
        data, root = _data(event), f"event[{event.number}]"
        said = object_of(object_of(data.get("delta")).get("message")).get("citations")
        if isinstance(said, dict):
            yield from _judged(said, texts, f"{root}/delta/message/citations")
        yield from _listed(data, texts, root)
        if isinstance(data.get("response"), dict):
            yield from _whole(object_of(data["response"]), f"{root}/response")


def _data(event: Event) -> JsonObject:
    return event.json if isinstance(event.json, dict) else {}


def _parts(reading: Reading) -> int:
    """Return how many parts of text a stream opened."""
    opened = 0
    for event in reading.events:
        data = _data(event)
        part = object_of(object_of(object_of(data.get("delta")).get("message")).get("content"))
        opened += data.get("type") == "content-start" and part.get("type") == "text"
    return opened


def _whole(body: JsonObject, root: str) -> Iterator[Violation]:
    message = object_of(body.get("message"))
    told = [string_of(object_of(part).get("text")) for part in items_of(message.get("content"))]
    texts = [text for text in told if text is not None]
    yield from _listed(message, [*texts, "".join(texts)], f"{root}/message")
    text = string_of(body.get("text"))
    yield from _listed(body, [] if text is None else [text], root)


def _listed(holder: JsonObject, texts: list[str], root: str) -> Iterator[Violation]:
    for place, citation in enumerate(items_of(holder.get("citations"))):
        yield from _judged(object_of(citation), texts, f"{root}/citations/{place}")


def _judged(citation: JsonObject, texts: list[str], pointer: str) -> Iterator[Violation]:
    start, end, quoted = (citation.get(name) for name in ("start", "end", "text"))
    numbered = type(start) is int and type(end) is int
    if not numbered or not isinstance(quoted, str) or citation.get("type") not in _OF_TEXT:
        return
    if not texts or any(text and max(text) > _ONE_UNIT for text in texts):
        return
    assert isinstance(start, int)
    assert isinstance(end, int)
    if start < 0 or not any(_told(text, start, end, quoted) for text in texts):
        message = "The citation does not quote the text that it points at."
        found = texts[-1][max(start, 0) : end]
        yield Violation(pointer, message, excerpt(quoted), excerpt(found))


def _told(text: str, start: int, end: int, quoted: str) -> bool:
    # The published note of v1 counts the last character in, its own examples and servers do not.
    return end <= len(text) and quoted in (text[start:end], text[start : end + 1])


_WRONG: Final[JsonObject] = {"start": 1_000, "end": 1_004, "text": "else"}


def _cited_body(body: JsonObject) -> None:
    source: Json = {"type": "tool", "id": "get_weather:0", "tool_output": {"content": "20"}}
    object_of(body["message"])["citations"] = [{**_WRONG, "sources": [source]}]


def _cited_flat(body: JsonObject) -> None:
    body["citations"] = [{**_WRONG, "document_ids": ["get_weather:0"]}]


def _cited_stream(stream: list[Frame]) -> None:
    source: Json = {"type": "tool", "id": "get_weather:0", "tool_output": {"content": "20"}}
    said: Json = {"message": {"citations": {**_WRONG, "sources": [source]}}}
    end = next(n for n, (_, p) in enumerate(stream) if object_of(p).get("type") == "content-end")
    stream[end:end] = [
        ("citation-start", {"type": "citation-start", "index": 0, "delta": said}),
        ("citation-end", {"type": "citation-end", "index": 0}),
    ]


def _cited_lines(stream: list[Frame]) -> None:
    cited: Json = [{**_WRONG, "document_ids": ["get_weather:0"]}]
    event: Json = {"is_finished": False, "event_type": "citation-generation", "citations": cited}
    stream.insert(len(stream) - 1, (None, event))


def _planted(
    name: str, body: Callable[[JsonObject], None], stream: Callable[[list[Frame]], None]
) -> Iterator[Mutation]:
    yield Mutation(name, Mode.BLOCKING, "plain_text", edit.body(body))
    yield Mutation(name, Mode.STREAMING, "plain_text", edit.frames(stream))


RULE = Rule(
    id="TC137",
    name="citations-quote",
    severity={"cohere-v1": Severity.WARNING, "cohere-v2": Severity.WARNING},
    statement=(
        "A citation quotes: the characters of the text from its `start` to before its `end` are "
        "its `text`; the character at `end` may be counted in. Not judged: citations of a plan or "
        "of thoughts, streams of several parts of text, and texts with characters that UTF-16 "
        "counts twice."
    ),
    why="The source of what a tool said is shown beside other words, or beside none.",
    breaks="Clients that mark the cited words by their numbers, as ruby_llm does.",
    workaround="Look for the quoted text where the numbers do not lead to it.",
    source=Source(
        "spec",
        "cohere 7.3.1 types/citation.py and chat_citation.py: start and end count in the text; "
        "all 23 recorded citations quote it",
        "https://docs.cohere.com/v2/docs/tool-use-citations",
        "2026-11-24",
    ),
    check=_quotes,
    mutations=(
        *_planted("cohere-v2", _cited_body, _cited_stream),
        *_planted("cohere-v1", _cited_flat, _cited_lines),
    ),
)
