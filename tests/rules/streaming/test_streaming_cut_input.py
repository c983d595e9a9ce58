"""TC917: an input that a limit breaks off, and a reason that says that it is whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames

_NOT_ONE = "The joined fragments of the input are not one JSON value."


@pytest.mark.parametrize(
    ("limit", "stop", "found"),
    [
        (8, "tool_use", [("TC917", "the word for a cut", "tool_use")]),
        (900, "tool_use", [("TC917", "JSON", None)]),
        (8, "max_tokens", []),
    ],
)
def test_a_cut_that_is_told_as_whole_is_told_of_its_reason(
    limit: int, stop: str, found: list[tuple[str, str, str | None]]
) -> None:
    """Where the limit had room for all of it, something else broke the input."""
    note = " ".join(f"line{number} of the note" for number in range(40))
    call = PlannedCall("keep_note", {"text": note})
    prompt = f"Call keep_note({dump(call.arguments).decode()})."
    turns, tools = (UserTurn(prompt),), (Tool("keep_note", "Keeps it.", {}),)
    dialect = load_dialect("anthropic-messages")
    nowhere = Endpoint("https://api.example.invalid", "m-1")
    request = dialect.encode(Conversation(turns, tools, stream=True), nowhere)
    body = {**object_of(parse(request.body)), "max_tokens": limit}
    request = replace(request, body=dump(body))

    def cut(stream: list[Frame]) -> None:
        left = 60
        for _, payload in stream:
            delta = object_of(object_of(payload).get("delta"))
            if "partial_json" in delta:
                delta["partial_json"] = str(delta["partial_json"])[:left]
                left -= len(str(delta["partial_json"]))
            if "stop_reason" in delta:
                delta["stop_reason"] = stop

    evidence = Evidence(EvidenceLevel.LIVE, "test")
    exchange = Exchange(request, dialect.respond(request, Answer(calls=(call,))), evidence)
    told = [one for one in judge(dialect.decode(frames(cut)(exchange))) if one.rule == "TC917"]
    shown = [one.actual if one.message != _NOT_ONE else None for one in told]
    assert [
        (one.rule, one.expected, actual) for one, actual in zip(told, shown, strict=True)
    ] == found
