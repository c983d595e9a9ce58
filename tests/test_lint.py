"""Judging recorded traffic, and what of it goes into results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from harness.attribution import Attribution, load_attributions
from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.detect import detect
from harness.dialects import Answer, Refusal, dialect
from harness.errors import ToolwireError
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Response
from harness.features import FEATURES, features
from harness.lint import Judged, Unreadable, judge, lint, observations
from harness.observation import Verdict
from harness.reply import Reading
from harness.rules import RULES
from harness.rules.scenarios import clean, every_clean
from harness.suites import load_suites

FOUR = ("anthropic-messages", "gemini-generate", "openai-chat")


def as_line(exchange: Exchange, **members: object) -> str:
    """Store an exchange in the JSON Lines form."""
    assert exchange.request is not None
    return json.dumps(
        {
            "source": {"repo": "octo/spoon", "path": "a.yml", "commit": "0" * 40,
                       "interaction_index": 0, "fidelity": "http"},
            "provider": "somebody",
            "request": {
                "method": exchange.request.method,
                "url": exchange.request.url,
                "headers": dict(exchange.request.headers),
                "body": json.loads(exchange.request.body),
            },
            "response": {
                "status": exchange.response.status,
                "headers": dict(exchange.response.headers),
                "body_text": exchange.response.body.decode(),
            },
            "recorded_at": "2026-06-08T17:09:49",
            **members,
        }
    )  # fmt: skip


def broken(rule: str) -> Exchange:
    """Return a clean exchange with that rule's own fault."""
    mutation = RULES[rule].mutations[0]
    return mutation.apply(clean(dialect(mutation.dialect), mutation.scenario, mutation.mode))


@pytest.mark.parametrize("name", FOUR)
def test_every_clean_exchange_is_recognised_and_passes(name: str) -> None:
    """Detection names the dialect that wrote an exchange, and no rule objects."""
    for scenario, mode, exchange in every_clean(dialect(name)):
        judged = judge(exchange)
        assert judged.detected.dialect == name, (scenario, mode, judged.detected)
        assert judged.findings == (), (scenario, mode)


def test_what_no_dialect_speaks_is_unknown_and_not_judged() -> None:
    """A web page is counted as unknown; it has no reading, no findings, no observations."""
    page = clean(dialect("openai-chat"), "single_call", Mode.BLOCKING)
    page = Exchange(None, Response(200, (("content-type", "text/html"),), b"<html>"), page.evidence)
    judged = judge(page)
    assert detect(page).dialect is None
    assert (judged.reading, judged.findings, judged.as_json()["dialect"]) == (None, (), "unknown")
    assert not list(observations(judged, load_suites()))


def test_the_line_of_lint_json_is_the_contract() -> None:
    """`lint --json` prints exactly the members that scripts read."""
    line = judge(clean(dialect("openai-chat"), "mixed_content", Mode.STREAMING)).as_json()
    assert list(line) == [
        "source", "dialect", "dialect_confidence", "stream", "reply", "findings", "facets",
    ]  # fmt: skip
    reply = line["reply"]
    assert isinstance(reply, dict)
    assert list(reply) == ["text", "tool_calls", "stop", "usage"]
    assert (line["stream"], reply["text"], reply["stop"]) == (
        True,
        "I will look that up.",
        "tool_calls",
    )
    (call,) = reply["tool_calls"]  # type: ignore[misc]
    assert list(call) == ["id", "name", "arguments", "arguments_raw"]  # type: ignore[arg-type]
    assert call["arguments"] == {"location": "Paris", "days": 2}  # type: ignore[index]


@pytest.mark.parametrize(
    ("scenario", "shown"),
    [
        ("single_call", {"multi_tool", "single_call"}),
        ("parallel_calls", {"multi_tool", "parallel_calls"}),
        ("mixed_content", {"multi_tool", "single_call", "mixed_text_tool"}),
        ("no_arguments", {"multi_tool", "single_call", "empty_arguments"}),
        ("strict_call", {"single_call"}),
        ("named_choice", {"multi_tool", "single_call", "tool_choice_named"}),
        ("required_choice", {"multi_tool", "single_call", "tool_choice_required"}),
        ("plain_text", {"no_tool_call", "tools_unused"}),
        ("round_trip", {"no_tool_call", "round_trip"}),
        ("second_call", {"multi_tool", "round_trip", "sequential_calls", "single_call"}),
        ("legacy_call", {"multi_tool", "single_call", "legacy_function_call"}),
        ("refused", {"error_status", "request_refused"}),
    ],
)
def test_features_say_what_an_exchange_shows(scenario: str, shown: set[str]) -> None:
    """Features follow from the bytes, in both modes."""
    chat = dialect("openai-chat")
    if scenario != "refused":
        shown = shown | {"tools_defined"}
    assert features(chat.decode(clean(chat, scenario, Mode.BLOCKING))) == shown
    streamed = features(chat.decode(clean(chat, scenario, Mode.STREAMING)))
    assert streamed == (shown if scenario == "refused" else shown | {"streaming"})


def _spoken(name: str, turns: tuple[Turn, ...], said: Answer, **changes: object) -> Reading:
    """Ask a conversation and have it answered as planned."""
    spoken = dialect(name)
    tool = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
    asked = replace(Conversation(turns, (tool,)), **changes)  # type: ignore[arg-type]
    request = spoken.encode(asked, Endpoint("https://x.invalid", "m"))
    answered = spoken.respond(request, said)
    return spoken.decode(
        Exchange(request, answered, Evidence(EvidenceLevel.DOCUMENTED, "reference"))
    )


HELLO = (UserTurn("Hello."),)
FAILED = (
    *HELLO,
    AssistantTurn(None, (ToolCall("get_weather", "call00001", {}),)),
    ResultsTurn((ToolResult("call00001", "get_weather", "no such city", error=True),)),
)


@pytest.mark.parametrize("name", FOUR)
def test_features_of_what_was_asked(name: str) -> None:
    """A forbidden choice, a failed tool, reasoning and an unused tool show in every dialect."""
    plain = features(_spoken(name, HELLO, Answer(text="Hi.")))
    assert plain == {"no_tool_call", "tools_defined", "tools_unused"}
    forbidden = ToolChoice(ChoiceMode.NONE)
    none = features(_spoken(name, HELLO, Answer(text="Hi."), choice=forbidden))
    assert none == {"no_tool_call", "tools_defined", "tool_choice_none"}
    failed = features(_spoken(name, FAILED, Answer(text="It failed.", turn=1)))
    assert failed == {"no_tool_call", "round_trip", "tool_result_error", "tools_defined"}
    thought = features(_spoken(name, HELLO, Answer(text="Hi.", reasoning="Hm.")))
    assert thought == plain | {"reasoning"}
    for mode, name_of in ((ChoiceMode.REQUIRED, None), (ChoiceMode.NAMED, "get_weather")):
        forced = ToolChoice(mode, name_of)
        cut = features(_spoken(name, HELLO, Answer(text="I", cut=True), choice=forced))
        assert f"tool_choice_{mode}" not in cut
        whole = features(_spoken(name, HELLO, Answer(text="No."), choice=forced))
        assert f"tool_choice_{mode}" in whole
    bare = features(_spoken(name, HELLO, Answer(text="Hi."), tools=(), choice=forbidden))
    assert bare == {"no_tool_call"}


@pytest.mark.parametrize(
    ("status", "refused"), [(400, True), (422, True), (401, False), (429, False), (500, False)]
)
def test_only_what_blames_the_request_is_a_refusal(status: int, *, refused: bool) -> None:
    """A rate limit or a wrong key says nothing of how requests are validated."""
    said = Answer(refusal=Refusal(status, "invalid_request", "No."))
    shown = features(_spoken("openai-chat", HELLO, said))
    assert shown == ({"error_status", "request_refused"} if refused else {"error_status"})


def test_suites_name_features_that_exist() -> None:
    """No suite waits for a feature that nothing computes."""
    named = {feature for suite in load_suites() for feature in suite.shown_by}
    assert named <= {*FEATURES, "error_status", "request_refused"}


def test_a_fault_becomes_a_failed_observation_of_the_suites_it_concerns() -> None:
    """An error finding fails the suites shown, but not those whose rules it is none of."""
    judged = judge(broken("TC401"))
    seen = {o.suite: o for o in observations(judged, load_suites())}
    assert seen["single_call"].verdict is Verdict.FAILED
    assert seen["single_call"].reason == "TC401"
    assert seen["tool_definition"].verdict is Verdict.CONFORMANT
    assert seen["single_call"].case == "traffic"


def test_values_of_other_peoples_traffic_stay_out_of_results(tmp_path: Path) -> None:
    """Published findings keep words and sizes; the text itself stays on the machine."""
    secret = "the quick brown fox jumps"
    path = tmp_path / "t.jsonl"
    exchange = clean(dialect("openai-chat"), "single_call", Mode.BLOCKING)
    body = exchange.response.body.replace(b'"get_weather"', json.dumps(secret).encode())
    exchange = Exchange(
        exchange.request, Response(200, exchange.response.headers, body), exchange.evidence
    )
    path.write_text(as_line(exchange))
    (judged,) = lint([path])
    assert isinstance(judged, Judged)
    assert judged.exchange.evidence.level is EvidenceLevel.IMPORTED
    assert any(finding.actual == secret for finding in judged.findings)
    published = [o.as_json() for o in observations(judged, load_suites())]
    assert published
    assert secret not in json.dumps(published)
    assert "string of 25 characters" in json.dumps(published)


def test_an_attribution_moves_an_exchange_to_who_answered(tmp_path: Path) -> None:
    """Citations that begin with the noted source go into the noted row."""
    path = tmp_path / "t.jsonl"
    path.write_text(as_line(clean(dialect("openai-chat"), "single_call", Mode.BLOCKING)))
    (judged,) = lint([path])
    assert isinstance(judged, Judged)
    known = (Attribution("octo/spoon a.y", "another", "because it is so"),)
    providers = [
        {o.provider for o in observations(judged, load_suites(), notes)} for notes in ((), known)
    ]
    assert providers == [{"somebody"}, {"another"}]


def test_the_committed_attributions_load(tmp_path: Path) -> None:
    """The file beside the reports is valid, and a mistyped key is told with its line."""
    committed = Path(__file__).parents[1] / "reports" / "attributions.yaml"
    assert load_attributions(committed)
    bad = tmp_path / "bad.yaml"
    bad.write_text("attributions:\n  - sorce: a b\n    provider: x\n    reason: long enough here\n")
    with pytest.raises(ToolwireError, match=r"bad\.yaml:2.*source"):
        load_attributions(bad)


def test_a_bad_line_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    """A broken line between two good ones costs itself only, and its place is named."""
    good = as_line(clean(dialect("openai-chat"), "single_call", Mode.BLOCKING))
    path = tmp_path / "t.jsonl"
    path.write_text(f"{good}\n{{broken\n{good}\n")
    first, second, third = lint([path])
    assert isinstance(first, Judged)
    assert isinstance(third, Judged)
    assert isinstance(second, Unreadable)
    assert (second.source, second.position) == (str(path), "line 2")
