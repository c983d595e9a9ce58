"""A citation quotes the text it points at, and a right server is not accused."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.scenarios import clean

V1, V2 = load_dialect("cohere-v1"), load_dialect("cohere-v2")
SOURCES: Json = [{"type": "tool", "id": "get_weather_1:0", "tool_output": {"content": "20"}}]


def quoted(text: str, start: int, end: int, **members: Json) -> JsonObject:
    """Return a citation of characters of a text."""
    return {"start": start, "end": end, "text": text[start:end], "sources": SOURCES, **members}


def whole(parts: list[Json], citation: JsonObject) -> set[str]:
    """Return the rules that speak of a v2 reply of these parts with one citation."""

    def cited(body: JsonObject) -> None:
        edit.put(body, ("message", "content"), parts)
        edit.put(body, ("message", "citations"), [citation])

    exchange = edit.body(cited)(clean(V2, "plain_text", Mode.BLOCKING))
    return {finding.rule for finding in judge(V2.decode(exchange))}


def streamed(citation: JsonObject, told: str | None = None) -> set[str]:
    """Return the rules that speak of a v2 stream with a citation, of a text told in its place."""

    def cited(stream: list[Frame]) -> None:
        start = next(n for n, (name, _) in enumerate(stream) if name == "content-start")
        end = next(n for n, (name, _) in enumerate(stream) if name == "content-end")
        if told is not None:
            delta = {"message": {"content": {"text": told}}}
            piece: Json = {"type": "content-delta", "index": 0, "delta": delta}
            stream[start + 1 : end] = [("content-delta", piece)]
            end = start + 2
        said: Json = {"message": {"citations": citation}}
        stream[end:end] = [
            ("citation-start", {"type": "citation-start", "index": 0, "delta": said}),
            ("citation-end", {"type": "citation-end", "index": 0}),
        ]

    exchange = edit.frames(cited)(clean(V2, "plain_text", Mode.STREAMING))
    return {finding.rule for finding in judge(V2.decode(exchange))}


SAID = "It is 20°C in Quito."
THOUGHT: Json = {"type": "thinking", "thinking": "I look it up."}
TEXT: Json = {"type": "text", "text": SAID}


@pytest.mark.parametrize(
    ("parts", "citation"),
    [
        ([TEXT], quoted(SAID, 6, 10)),
        ([TEXT], quoted(SAID, 6, 10, type="TEXT_CONTENT")),
        ([THOUGHT, TEXT], quoted(SAID, 6, 10, content_index=1)),
        ([TEXT, {"type": "text", "text": "Bye."}], quoted("Bye.", 0, 3, content_index=1)),
        ([TEXT], {**quoted(SAID, 6, 10), "end": 9}),
        ([TEXT], {**quoted(SAID, 6, 10), "text": "a plan", "type": "PLAN"}),
        ([TEXT], {**quoted(SAID, 6, 10), "text": "thoughts", "type": "THINKING_CONTENT"}),
        ([TEXT], {**quoted(SAID, 6, 10), "text": None}),
        ([{"type": "text", "text": f"\U0001f324 {SAID}"}], quoted(SAID, 6, 10)),
    ],
)
def test_what_a_right_server_says(parts: list[Json], citation: JsonObject) -> None:
    """Numbers of a part or of the whole text, citations of other things, and open questions."""
    assert whole(parts, citation) == set()


@pytest.mark.parametrize(
    "change", [{"start": 7}, {"end": 400, "text": "else"}, {"start": -14}, {"start": 10, "end": 6}]
)
def test_numbers_that_lead_elsewhere(change: JsonObject) -> None:
    """Other words, words past the end, numbers below nought and numbers in the wrong order."""
    wrong = {**quoted(SAID, 6, 10), **change}
    assert whole([TEXT], wrong) == {"TC137"}
    assert streamed(wrong, SAID) == {"TC137"}
    assert whole([TEXT], {**quoted(SAID, 6, len(SAID)), "end": 400}) == {"TC137"}


def test_a_stream_that_quotes() -> None:
    """The text of a stream is whole when it is compared, whenever the citation came."""
    assert streamed(quoted(SAID, 6, 10), SAID) == set()


def test_a_citation_of_the_older_api_has_to_have_its_members() -> None:
    """Its type requires the numbers, the text and the ids; that of the newer one does not."""

    def cited(body: JsonObject) -> None:
        body["citations"] = [{"start": 0, "end": 2, "text": str(body["text"])[:2]}]

    exchange = edit.body(cited)(clean(V1, "plain_text", Mode.BLOCKING))
    assert {finding.rule for finding in judge(V1.decode(exchange))} == {"TC118"}


@pytest.mark.parametrize(
    "source", [{"type": "tool_result", "id": "a:0"}, {"type": "tool", "tool_output": "20"}]
)
def test_a_source_is_of_a_known_type(source: JsonObject) -> None:
    """A source is a tool's output or a document, and what it holds is an object."""
    assert whole([TEXT], {**quoted(SAID, 6, 10), "sources": [source]}) == {"TC118"}


def test_a_citation_is_of_something_known() -> None:
    """What it is of is one of the published words, as every recorded citation says it."""
    assert whole([TEXT], quoted(SAID, 6, 10, type="text_content")) == {"TC118"}
    assert whole([TEXT], quoted(SAID, 6, 10, type=None)) == set()


def test_an_event_of_citations_has_some() -> None:
    """The older API's event requires its list, which a reply may leave out or have as null."""

    def told(stream: list[Frame]) -> None:
        event: Json = {"is_finished": False, "event_type": "citation-generation", "citations": None}
        stream.insert(len(stream) - 1, (None, event))

    exchange = edit.frames(told)(clean(V1, "plain_text", Mode.STREAMING))
    assert {finding.rule for finding in judge(V1.decode(exchange))} == {"TC118"}


def test_usage_has_its_tokens() -> None:
    """LangChain and the Vercel AI SDK read what the model took, not what is billed."""

    def billed(body: JsonObject) -> None:
        edit.remove(body, ("usage", "tokens"))

    exchange = edit.body(billed)(clean(V2, "plain_text", Mode.BLOCKING))
    assert {finding.rule for finding in judge(V2.decode(exchange))} == {"TC118"}
