"""Borders of the rules about the pieces of streamed calls."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Mode, Response
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import clean

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
END: list[JsonObject] = [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]


def chunk(choices: list[JsonObject] | list[Json], **more: Json) -> bytes:
    """Compose one chunk."""
    constant = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return sse.encode(dump({**constant, "choices": choices, **more}).decode())


def piece(index: Json = 0, **members: Json) -> JsonObject:
    """Compose one piece; id, type, name and arguments only where they are given."""
    function = {key: members.pop(key) for key in ("name", "arguments") if key in members}
    entry: JsonObject = {} if index is None else {"index": index}
    entry.update(members)
    if function:
        entry["function"] = function
    return entry


def stream(*pieces: JsonObject, fidelity: Fidelity = Fidelity.WIRE) -> Exchange:
    """Compose a stream of tool calls with a role before and an end after."""
    body = chunk([{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}])
    for entry in pieces:
        delta: JsonObject = {"tool_calls": [entry]}
        body += chunk([{"index": 0, "delta": delta, "finish_reason": None}])
    body += chunk(list(END)) + sse.encode("[DONE]")
    return Exchange(None, Response(200, (), body), EVIDENCE, fidelity)


def found(exchange: Exchange, name: str = "openai-chat") -> list[str]:
    """Return the ids of the rules that have findings, once for each finding."""
    return [f.rule for f in judge(load_dialect(name).decode(exchange))]


OPEN: JsonObject = {"id": "call_1", "type": "function", "name": "f"}
OTHER: JsonObject = {"id": "call_2", "type": "function", "name": "g"}


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([piece(**OPEN, arguments="{}")], []),
        ([piece(**OPEN, arguments=""), piece(arguments="{}", id=None, name=None)], ["TC905"]),
        ([piece(**OPEN, arguments=""), piece(arguments="{}", type="function")], []),
        ([piece(**OPEN, arguments="{}"), piece(1, **OTHER, arguments="{}")], []),
        ([piece(1, **OPEN, arguments="{}"), piece(0, **OTHER, arguments="{}")], []),
        ([piece(None, **OPEN, arguments="{}")], ["TC901"]),
        ([piece(index=True, **OPEN, arguments="{}")], ["TC901"]),
        ([piece("0", **OPEN, arguments="{}")], ["TC901"]),
        ([piece(-1, **OPEN, arguments="{}")], ["TC902"]),
        ([piece(**OPEN, arguments="{}"), piece(**OTHER, arguments="{}")], ["TC902"]),
        ([piece(**OPEN, arguments="{}"), piece(2, **OTHER, arguments="{}")], ["TC902"]),
        ([piece(**OPEN, arguments=""), piece(**OPEN, arguments="{}")], ["TC904"]),
        ([piece(**OPEN, arguments=""), piece(arguments="{}", id="call_1")], ["TC906"]),
        (
            [piece(**OPEN, arguments=""), piece(arguments="{}", id="call_1", name="")],
            ["TC905", "TC906"],
        ),
        ([piece(**OPEN, arguments=""), piece(arguments="{}", type="")], ["TC905"]),
        ([piece(**OPEN, arguments=""), piece(arguments="{}", type=None)], ["TC905"]),
        (
            [piece(**(OPEN | {"type": None}), arguments=""), piece(arguments="{}", type=None)],
            ["TC103"],
        ),
        ([piece(**OPEN, arguments="{}"), piece(arguments="{}")], ["TC907"]),
        # What opens a call comes behind all of its arguments, or never.
        ([piece(arguments="{}"), piece(**OPEN, arguments="")], ["TC903", "TC903"]),
        ([piece(arguments="{}"), piece(**OPEN)], ["TC903", "TC903"]),
        ([piece(arguments="{"), piece(arguments="}")], ["TC104"]),
        # A type that comes late alone, and another call under the index of one that nothing opened.
        (
            [piece(id="call_1", name="f", arguments=""), piece(arguments="{}", type="function")],
            ["TC103"],
        ),
        ([piece(arguments="{}"), piece(**OPEN, arguments="{}")], ["TC104", "TC902"]),
    ],
)
def test_one_fault_of_the_pieces_is_one_finding(
    pieces: list[JsonObject], expected: list[str]
) -> None:
    """Index, second call, repeated name, empty string and copied text do not overlap."""
    assert found(stream(*pieces)) == expected


def test_a_fragment_that_begins_like_the_text_before_it_is_no_copy() -> None:
    """What joins to JSON is honest, whatever its pieces look like."""
    honest = [piece(**OPEN, arguments='{"'), piece(arguments='{":1}')]
    assert found(stream(*honest)) == []


def test_trimmed_recordings_are_not_asked_for_their_end() -> None:
    """A stream edited by hand may lack its end without fault of the server."""
    whole = stream(piece(**OPEN, arguments="{}"))
    body = whole.response.body.removesuffix(sse.encode("[DONE]"))
    cut = Response(200, (), body)
    assert found(Exchange(None, cut, EVIDENCE)) == ["TC910"]
    assert found(Exchange(None, cut, EVIDENCE, Fidelity.EDITED)) == []


def test_azure_may_annotate_the_prompt_before_the_first_choice() -> None:
    """A leading chunk with empty choices and no identity is the content filter's verdict."""
    whole = stream(piece(**OPEN, arguments="{}")).response.body
    verdict = dump({"choices": [], "id": "", "model": "", "created": 0, "object": ""})
    lead = sse.encode(verdict.decode())
    assert found(Exchange(None, Response(200, (), lead + whole), EVIDENCE)) == []
    first, rest = whole.split(b"\n\n", 1)
    late = first + b"\n\n" + lead + rest
    assert found(Exchange(None, Response(200, (), late), EVIDENCE)) == ["TC101"]


def test_an_event_of_another_api_in_a_stream_is_found_once() -> None:
    """Workers AI ends a stream of chunks with its own event of the usage, which is no chunk."""
    whole = stream(piece(**OPEN, arguments="{}")).response.body
    counts = {"prompt_tokens": 14, "completion_tokens": 16, "total_tokens": 30}
    usage = dump({"response": "", "usage": counts})
    late = whole.replace(sse.encode("[DONE]"), sse.encode(usage.decode()) + sse.encode("[DONE]"))
    assert found(Exchange(None, Response(200, (), late), EVIDENCE)) == ["TC101", "TC190"]


def test_the_same_finish_reason_again_is_a_warning() -> None:
    """A finish chunk sent twice loses nothing; another reason does."""
    whole = stream(piece(**OPEN, arguments="{}")).response.body
    for word, severity in (("tool_calls", "warning"), ("stop", "error")):
        again = chunk([{"index": 0, "delta": {}, "finish_reason": word}])
        body = whole.replace(b"data: [DONE]", again + b"data: [DONE]")
        reading = load_dialect("openai-chat").decode(
            Exchange(None, Response(200, (), body), EVIDENCE)
        )
        finding = next(f for f in judge(reading) if f.rule == "TC909")
        assert finding.severity == severity


def test_a_call_of_a_program_opens_with_its_whole_input() -> None:
    """Anthropic sends the input of programmatic calls in the opening event."""
    rule = RULES["TC917"]
    mutation = next(m for m in rule.mutations if "opening" in m.fault)
    dialect_ = load_dialect("anthropic-messages")
    faulty = mutation.apply(clean(dialect_, "single_call", Mode.STREAMING))
    assert found(faulty, "anthropic-messages") == ["TC917"]
    called = faulty.response.body.replace(
        b'"type":"tool_use"', b'"caller":{"type":"code_execution_20250825"},"type":"tool_use"'
    )
    assert called != faulty.response.body
    assert found(Exchange(None, Response(200, (), called), EVIDENCE), "anthropic-messages") == []


def test_fragments_of_a_gemini_call_need_no_name_after_the_first() -> None:
    """Vertex's streamed arguments end in a functionCall without a name."""
    calls: list[JsonObject] = [
        {"name": "f", "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.a", "stringValue": "x"}], "willContinue": True},
        {},
    ]
    body = b"".join(
        sse.encode(
            dump(
                {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}]}
            ).decode()
        )
        for call in calls
    )
    assert "TC107" not in found(
        Exchange(None, Response(200, (), body), EVIDENCE), "gemini-generate"
    )
    alone = sse.encode(
        dump({"candidates": [{"content": {"parts": [{"functionCall": {}}]}}]}).decode()
    )
    assert "TC107" in found(Exchange(None, Response(200, (), alone), EVIDENCE), "gemini-generate")
