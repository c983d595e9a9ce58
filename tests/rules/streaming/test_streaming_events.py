"""Borders of the rules about stream events: what they leave to each other, and what is legal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, body, frames, raw_body
from toolwire.rules.mutate.scenarios import clean

RESPONSES = "openai-responses"
BEDROCK = "bedrock-converse"


def _of(name: str, scenario: str, mode: Mode = Mode.STREAMING) -> Exchange:
    return clean(load_dialect(name), scenario, mode)


def _rules(name: str, exchange: Exchange) -> set[str]:
    return {finding.rule for finding in judge(load_dialect(name).decode(exchange))}


def _streamed(
    name: str, change: Callable[[list[Frame]], list[Frame] | None], scenario: str = "single_call"
) -> set[str]:
    return _rules(name, frames(change)(_of(name, scenario)))


def test_an_item_needs_no_id() -> None:
    """An absent item id is legal in a body, and is not the call_id."""

    def change(value: JsonObject) -> None:
        object_of(items_of(value["output"])[0]).pop("id")

    assert _rules(RESPONSES, body(change)(_of(RESPONSES, "single_call", Mode.BLOCKING))) == set()


def numbered(stream: list[Frame]) -> list[Frame]:
    """Number the events of a stream on, as a server does that sends these."""
    for number, (_, payload) in enumerate(stream):
        object_of(payload)["sequence_number"] = number
    return stream


def test_a_type_nobody_knows_is_no_fault() -> None:
    """Events of a later version pass between the known ones; what they carry is drift."""

    def change(stream: list[Frame]) -> None:
        stream.insert(2, ("response.mood", {"type": "response.mood", "mood": "sunny"}))
        numbered(stream)

    assert _streamed(RESPONSES, change) == {"TC190"}


def test_sequence_numbers_may_be_absent_but_not_fall() -> None:
    """Events without numbers lack a member of their type; numbers that are there have to rise."""

    def unnumbered(stream: list[Frame]) -> None:
        for _, payload in stream:
            object_of(payload).pop("sequence_number")

    def falling(stream: list[Frame]) -> None:
        object_of(stream[3][1])["sequence_number"] = 0

    assert _streamed(RESPONSES, unnumbered) == {"TC118"}
    assert _streamed(RESPONSES, falling) == {"TC919"}


@pytest.mark.parametrize(
    ("created", "left", "told"),
    [
        (1_747_785_599, 0, False),
        (1_747_785_599, 1, True),
        (1_747_785_600, 0, True),
        (0, 0, True),
        ("2025-03-20", 0, True),
    ],
)
def test_only_streams_of_the_first_weeks_go_without_numbers(
    created: Json, left: int, *, told: bool
) -> None:
    """Before 2025-05-21 OpenAI numbered no event; a later stream, or one that numbers some, does."""

    def old(stream: list[Frame]) -> None:
        for place, (_, payload) in enumerate(stream):
            event = object_of(payload)
            if place >= left:
                event.pop("sequence_number")
            if "response" in event:
                object_of(event["response"])["created_at"] = created

    assert ("TC118" in _streamed(RESPONSES, old)) is told


@pytest.mark.parametrize(
    ("scenario", "lost"), [("single_call", {"TC919"}), ("no_arguments", set())]
)
def test_calls_of_one_piece_lose_what_no_fragment_has(scenario: str, lost: set[str]) -> None:
    """Arguments that come only in the done event are lost on LangChain, but for empty ones."""

    def change(stream: list[Frame]) -> list[Frame]:
        kind = "response.function_call_arguments.delta"
        return numbered([f for f in stream if object_of(f[1]).get("type") != kind])

    exchange = frames(change)(_of(RESPONSES, scenario))
    found = judge(load_dialect(RESPONSES).decode(exchange))
    assert {finding.rule for finding in found} == lost
    assert all(finding.severity is Severity.WARNING for finding in found)


def test_another_item_in_the_finished_response_is_one_finding() -> None:
    """Where every member of an item differs, one finding says so."""

    def change(stream: list[Frame]) -> None:
        response = object_of(object_of(stream[-1][1])["response"])
        item: Json = {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "x"}
        response["output"] = [item]

    found = judge(load_dialect(RESPONSES).decode(frames(change)(_of(RESPONSES, "single_call"))))
    assert [finding.rule for finding in found] == ["TC920"]
    assert found[0].pointer.endswith("/response/output/0/id")


def test_items_that_open_in_another_order_are_compared_by_their_index() -> None:
    """Groq opens the message as item 1, and then reasoning as item 0: the order is at fault."""

    def change(stream: list[Frame]) -> list[Frame]:
        def of(place: int) -> list[Frame]:
            return [f for f in stream if object_of(f[1]).get("output_index") == place]

        rest = [f for f in stream if "output_index" not in object_of(f[1])]
        return numbered([*rest[:-1], *of(1), *of(0), rest[-1]])

    assert _streamed(RESPONSES, change, "parallel_calls") == {"TC919"}


def test_items_without_an_index_are_told_apart_by_their_ids() -> None:
    """llama.cpp leaves `output_index` out: that is one fault, and the items are not mixed up."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            object_of(payload).pop("output_index", None)

    found = _streamed(RESPONSES, change, "parallel_calls")
    assert "TC919" in found
    assert "TC920" not in found


def test_a_failed_response_under_200_is_no_error_body() -> None:
    """A response object may say that it failed; that is how the format reports it."""

    def change(value: JsonObject) -> None:
        value["status"] = "failed"
        value["error"] = {"code": "server_error", "message": "It broke."}

    whole = _of(RESPONSES, "plain_text", Mode.BLOCKING)
    assert _rules(RESPONSES, body(change)(whole)) == set()


def test_an_error_body_of_aws_may_spell_its_message_in_capitals() -> None:
    """AWS's parsers take `Message` too."""

    def change(value: JsonObject) -> None:
        value["Message"] = value.pop("message")

    assert _rules(BEDROCK, body(change)(_of(BEDROCK, "refused", Mode.BLOCKING))) == set()


def test_events_lost_with_a_broken_message_are_not_reported_again() -> None:
    """A broken checksum in the middle is one finding of the framing, none of the order."""
    exchange = _of(BEDROCK, "single_call")
    at = exchange.response.body.index(b'{"contentBlockIndex":0}')
    broken = raw_body(lambda data: data[:at] + b"[" + data[at + 1 :])(exchange)
    assert _rules(BEDROCK, broken) == {"TC913"}


def test_padding_and_metadata_are_no_part_of_the_order() -> None:
    """Undocumented members pass, and metadata may be missing."""

    def change(stream: list[Frame]) -> list[Frame]:
        for _, payload in stream:
            object_of(payload)["p"] = "abcdefgh"
        return stream[:-1]

    assert _streamed(BEDROCK, change) == set()


def test_arguments_of_a_cut_converse_stream_are_not_judged() -> None:
    """A message that says it was cut may end inside its input."""

    def change(stream: list[Frame]) -> None:
        for name, payload in stream:
            if name == "messageStop":
                object_of(payload)["stopReason"] = "max_tokens"
        held = [object_of(object_of(p).get("delta")).get("toolUse") for _, p in stream]
        object_of([use for use in held if use][-1])["input"] = ""

    assert _streamed(BEDROCK, change) == set()


@pytest.mark.parametrize("word", ["end_turn", "stop_sequence"])
def test_calls_need_the_word_for_calls_on_bedrock(word: str) -> None:
    """A Converse reply with calls that ends like one without is a warning."""

    def change(value: JsonObject) -> None:
        value["stopReason"] = word

    assert _rules(BEDROCK, body(change)(_of(BEDROCK, "single_call", Mode.BLOCKING))) == {"TC410"}


@pytest.mark.parametrize("word", ["max_tokens", "guardrail_intervened"])
def test_cut_replies_may_hold_calls_on_bedrock(word: str) -> None:
    """A reply that was cut says so, with calls or without."""

    def change(value: JsonObject) -> None:
        value["stopReason"] = word

    assert _rules(BEDROCK, body(change)(_of(BEDROCK, "single_call", Mode.BLOCKING))) == set()


def test_ollama_ends_calls_in_stop() -> None:
    """The word for an ordinary end is what Ollama says after calls, too."""
    exchange = _of("ollama-chat", "single_call", Mode.BLOCKING)
    assert load_dialect("ollama-chat").decode(exchange).reply.stop == "stop"
    assert _rules("ollama-chat", exchange) == set()


def test_calls_without_ids_are_legal_on_ollama() -> None:
    """Older servers of Ollama send no ids."""

    def change(value: JsonObject) -> None:
        for call in items_of(object_of(value["message"])["tool_calls"]):
            object_of(call).pop("id")

    whole = _of("ollama-chat", "single_call", Mode.BLOCKING)
    assert _rules("ollama-chat", body(change)(whole)) == set()


def test_a_stream_of_one_line_is_whole() -> None:
    """Ollama may send everything in its only line."""

    def change(stream: list[Frame]) -> list[Frame]:
        first, last = object_of(stream[0][1]), object_of(stream[-1][1])
        return [(None, {**last, "message": first["message"]})]

    assert _streamed("ollama-chat", change) == set()


def test_a_cohere_stream_may_go_without_its_marker() -> None:
    """Older v2 streams end at message-end."""
    assert _streamed("cohere-v2", lambda stream: stream[:-1]) == set()


def test_parts_of_cohere_do_not_overlap() -> None:
    """A second part that opens inside the first is found."""

    def change(stream: list[Frame]) -> list[Frame]:
        return [f for f in stream if object_of(f[1]).get("type") != "tool-call-end"]

    assert _streamed("cohere-v2", change, "parallel_calls") == {"TC923"}


def test_whole_calls_of_cohere_v1_name_those_of_the_pieces() -> None:
    """Pieces of one tool and a whole call of another do not agree."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            delta = object_of(object_of(payload).get("tool_call_delta"))
            if "name" in delta:
                delta["name"] = "get_time"

    assert _streamed("cohere-v1", change) == {"TC923"}


@pytest.mark.parametrize(
    ("kinds", "numbers", "said"),
    [
        (("thinking", "text"), (0, 0), set()),
        (("thinking", "text"), (0, 1), set()),
        (("thinking", "text", "thinking", "text"), (0, 0, 1, 1), set()),
        (("thinking", "text", "text"), (0, 1, 2), set()),
        (("text", "text"), (0, 0), {"TC923"}),
        (("thinking", "text"), (0, 2), {"TC923"}),
        (("thinking", "text"), (1, 1), {"TC923"}),
        (("thinking", "text", "text"), (0, 1, 1), {"TC923"}),
    ],
)
def test_cohere_numbers_thoughts_and_texts_together_or_apart(
    kinds: tuple[str, ...], numbers: tuple[int, ...], said: set[str]
) -> None:
    """Its reasoning model opened a text as 0 behind thoughts that were 0; gaps are still told."""

    def change(stream: list[Frame]) -> list[Frame]:
        first = next(n for n, (name, _) in enumerate(stream) if name == "content-start")
        rest = [frame for frame in stream[first:] if not str(frame[0]).startswith("content-")]
        parts: list[Frame] = []
        for kind, number in zip(kinds, numbers, strict=True):
            opening: Json = {"message": {"content": {"type": kind, kind: ""}}}
            piece: Json = {"message": {"content": {kind: "Hm."}}}
            for name, more in (("start", opening), ("delta", piece), ("end", None)):
                event: JsonObject = {"type": f"content-{name}", "index": number}
                parts.append(
                    (f"content-{name}", event if more is None else event | {"delta": more})
                )
        return [*stream[:first], *parts, *rest]

    assert _streamed("cohere-v2", change, "plain_text") == said


@pytest.mark.parametrize("times", [0, 1, 2])
def test_cohere_may_say_done_at_the_end(times: int) -> None:
    """[DONE] after message-end is a courtesy: it may be left out, and nobody reads it twice."""
    done: Frame = (None, "[DONE]")
    assert _streamed("cohere-v2", lambda stream: [*stream[:-1], *[done] * times]) == set()


@pytest.mark.parametrize("place", [2, -1])
def test_cohere_says_nothing_after_done(place: int) -> None:
    """The SDK stops to read there, and has no end of the message: not even where all came."""

    def change(stream: list[Frame]) -> None:
        stream.insert(place, stream.pop())

    assert "TC923" in _streamed("cohere-v2", change)


def test_cohere_may_cite_amid_a_text() -> None:
    """Its own streams begin and end a citation between two pieces, before all of it was said."""

    def change(stream: list[Frame]) -> None:
        source: Json = {"type": "document", "id": "doc:0", "document": {"text": "Hello."}}
        pieces = [object_of(p) for name, p in stream if name == "content-delta"]
        texts = [object_of(object_of(object_of(p["delta"])["message"])["content"]) for p in pieces]
        quoted = "".join(str(one["text"]) for one in texts)[:4]
        cited: Json = {"start": 0, "end": 4, "text": quoted, "sources": [source]}
        stream[3:3] = [
            (
                "citation-start",
                {"type": "citation-start", "index": 0, "delta": {"message": {"citations": cited}}},
            ),
            ("citation-end", {"type": "citation-end", "index": 0}),
        ]

    assert _streamed("cohere-v2", change, "plain_text") == set()


@pytest.mark.parametrize(
    ("identity", "severity"), [("", None), ("its own", Severity.INFO), ("x", Severity.WARNING)]
)
def test_ids_in_later_pieces_of_cohere(identity: str, severity: Severity | None) -> None:
    """Its clients go by the index: the id again is told only, and another one is a warning."""

    def change(stream: list[Frame]) -> None:
        calls = [
            object_of(object_of(object_of(object_of(payload)["delta"])["message"])["tool_calls"])
            for kind, payload in stream
            if kind in ("tool-call-start", "tool-call-delta")
        ]
        for call in calls[1:]:
            call["id"] = calls[0]["id"] if identity == "its own" else identity

    exchange = frames(change)(_of("cohere-v2", "single_call"))
    found = judge(load_dialect("cohere-v2").decode(exchange))
    expected = [] if severity is None else [("TC906", severity)]
    assert [(one.rule, one.severity) for one in found] == expected


def test_events_without_names_are_told_of_only() -> None:
    """Cohere's SDK goes by the type; a name that is another one misleads who goes by names."""

    def told(change: Callable[[list[Frame]], list[Frame]]) -> list[Severity]:
        exchange = frames(change)(_of("cohere-v2", "plain_text"))
        return [one.severity for one in judge(load_dialect("cohere-v2").decode(exchange))]

    assert told(lambda stream: [(None, payload) for _, payload in stream]) == [Severity.INFO]
    assert told(lambda stream: [(n and "message", p) for n, p in stream]) == [Severity.WARNING]


def test_a_block_that_opens_again_has_no_fragment() -> None:
    """Its input is told where it stands, and not as a piece of the one before."""

    def change(stream: list[Frame]) -> None:
        start = next(f for f in stream if f[0] == "content_block_start")
        stream.insert(len(stream) - 3, start)

    name = "anthropic-messages"
    exchange = frames(change)(_of(name, "single_call"))
    assert "TC917" not in _rules(name, exchange)
    assert "TC918" in _rules(name, exchange)
