"""Judging recorded traffic, and what of it goes into results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.jobs.lint.lines import as_line, both, recorded
from tests.support.root import ROOT
from toolwire.cli.commands.lint import command
from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.jobs.lint.attribution import Attribution, load_attributions, shipped_attributions
from toolwire.jobs.lint.detect import detect
from toolwire.jobs.lint.features import FEATURES, features
from toolwire.jobs.lint.judging import Judged, judge, lint
from toolwire.jobs.lint.observed import observations
from toolwire.model.conversation import (
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
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.model.observation import WHOLE, Verdict
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean, every_clean
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS
from toolwire.traffic import Unreadable

FOUR = ("anthropic-messages", "gemini-generate", "openai-chat")


def broken(rule: str) -> Exchange:
    """Return a clean exchange with that rule's own fault."""
    mutation = RULES[rule].mutations[0]
    return mutation.apply(clean(load_dialect(mutation.dialect), mutation.scenario, mutation.mode))


@pytest.mark.parametrize("name", FOUR)
def test_every_clean_exchange_is_recognised_and_passes(name: str) -> None:
    """Detection names the dialect that wrote an exchange, and no rule objects."""
    for scenario, mode, exchange in every_clean(load_dialect(name)):
        judged = judge(exchange)
        assert judged.detected.dialect == name, (scenario, mode, judged.detected)
        assert judged.findings == (), (scenario, mode)


def test_what_no_dialect_speaks_is_unknown_and_not_judged() -> None:
    """A web page is counted as unknown; it has no reading, no findings, no observations."""
    page = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    page = Exchange(None, Response(200, (("content-type", "text/html"),), b"<html>"), page.evidence)
    judged = judge(page)
    assert detect(page).dialect is None
    assert (judged.reading, judged.findings, judged.as_json()["dialect"]) == (None, (), "unknown")
    assert not list(observations(judged, load_suites()))


def test_the_line_of_lint_json_is_the_contract() -> None:
    """`lint --json` prints exactly the members that scripts read."""
    line = judge(clean(load_dialect("openai-chat"), "mixed_content", Mode.STREAMING)).as_json()
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
        ("legacy_call", {"legacy_function_call"}),
        ("refused", {"error_status"}),
    ],
)
def test_features_say_what_an_exchange_shows(scenario: str, shown: set[str]) -> None:
    """Features follow from the bytes, in both modes."""
    chat = load_dialect("openai-chat")
    if scenario not in ("refused", "legacy_call"):
        called = {"tools_called"} if "no_tool_call" not in shown else set()
        shown = shown | called | {"tools_defined"}
    assert features(chat.decode(clean(chat, scenario, Mode.BLOCKING))) == shown
    streamed = features(chat.decode(clean(chat, scenario, Mode.STREAMING)))
    assert streamed == (shown if scenario == "refused" else shown | {"streaming"})


def _spoken(name: str, turns: tuple[Turn, ...], said: Answer, **changes: object) -> Reading:
    """Ask a conversation and have it answered as planned."""
    spoken = load_dialect(name)
    tool = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
    asked = replace(Conversation(turns, (tool,)), **changes)  # type: ignore[arg-type]
    request = spoken.encode(asked, Endpoint("https://x.invalid", "m"))
    answered = spoken.respond(request, said)
    return spoken.decode(
        Exchange(request, answered, Evidence(EvidenceLevel.DOCUMENTED, "reference"))
    )


PLANNED = PlannedCall("get_weather", {"location": "Paris"})
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


@pytest.mark.parametrize("status", [400, 401, 422, 429, 500])
def test_a_refusal_shows_no_suite(status: int) -> None:
    """Why somebody else's request was refused is not known, so it validates nothing."""
    said = Answer(refusal=Refusal(status, "invalid_request", "No."))
    reading = _spoken("openai-chat", HELLO, said)
    assert features(reading) == {"error_status"}
    (seen,) = observations(judge(reading.exchange), load_suites())
    assert (seen.suite, seen.facets.keys()) == (WHOLE, {"error_field"})


@pytest.mark.parametrize("name", FOUR)
def test_a_cut_reply_shows_no_calls(name: str) -> None:
    """What a limit ended may lack calls, arguments and text that were to come."""
    cut = features(_spoken(name, HELLO, Answer(text="I", calls=(PLANNED, PLANNED), cut=True)))
    of_calls = {"mixed_text_tool", "parallel_calls", "single_call", "tools_called"}
    assert cut.isdisjoint(of_calls)
    whole = features(_spoken(name, HELLO, Answer(text="I", calls=(PLANNED, PLANNED))))
    assert whole & of_calls == of_calls - {"single_call"}


@pytest.mark.parametrize("name", FOUR)
def test_only_a_call_that_answers_results_goes_on_with_a_chain(name: str) -> None:
    """A new question after an old round trip begins anew; so does a failure told long before."""
    called = Answer(calls=(PLANNED,), turn=1)
    chained = features(_spoken(name, FAILED, called))
    assert chained >= {"sequential_calls", "tool_result_error"}
    later = (*FAILED, AssistantTurn("It failed."), *HELLO)
    assert features(_spoken(name, later, called)).isdisjoint(
        {"sequential_calls", "tool_result_error"}
    )


@pytest.mark.parametrize("mode", [ChoiceMode.REQUIRED, ChoiceMode.NAMED, ChoiceMode.NONE])
def test_a_text_shows_that_no_tool_was_needed_only_where_it_was_free(mode: ChoiceMode) -> None:
    """A choice that forbids or demands leaves nothing open; nor does an empty answer say much."""
    choice = ToolChoice(mode, "get_weather" if mode is ChoiceMode.NAMED else None)
    assert "tools_unused" in features(_spoken("openai-chat", HELLO, Answer(text="Hi.")))
    chosen = features(_spoken("openai-chat", HELLO, Answer(text="Hi."), choice=choice))
    assert "tools_unused" not in chosen
    assert "tools_unused" not in features(_spoken("openai-chat", HELLO, Answer(text="")))


def test_suites_name_features_that_exist() -> None:
    """No suite waits for a feature that nothing computes."""
    named = {feature for suite in load_suites() for feature in suite.shown_by}
    assert named <= {*FEATURES, "error_status"}


def test_every_suite_says_what_traffic_shows_of_it() -> None:
    """Each shipped suite has the words; they begin with Nothing where no traffic fills it."""
    for suite in load_suites():
        nothing = suite.traffic.startswith("Nothing: ")
        assert suite.traffic.endswith("."), suite.id
        assert nothing is not (bool(suite.shown_by) or suite.pairs), suite.id
        assert nothing or (suite.traffic.startswith("That ") and "; not" in suite.traffic), suite.id


@pytest.mark.parametrize("suite", ["argument_fidelity", "request_validation"])
def test_no_traffic_fills_a_suite_that_asks_what_traffic_cannot_show(suite: str) -> None:
    """Without a value that has to come back, or a known fault, no recording is evidence."""
    for name in FOUR:
        for scenario, mode, exchange in every_clean(load_dialect(name)):
            seen = {o.suite for o in observations(judge(exchange), load_suites())}
            assert suite not in seen, (name, scenario, mode)


def test_a_fault_becomes_a_failed_observation_of_the_suites_it_concerns() -> None:
    """An error finding fails the suites shown, but not those whose rules it is none of."""
    judged = judge(broken("TC401"))
    seen = {o.suite: o for o in observations(judged, load_suites())}
    assert seen["single_call"].verdict is Verdict.FAILED
    assert seen["single_call"].reason == "TC401"
    assert seen["tool_definition"].verdict is Verdict.CONFORMANT
    assert seen["single_call"].case == "traffic"


@pytest.mark.parametrize("rule", ["TC115", "TC309", "TX108"])
def test_what_one_answer_of_a_model_explains_colours_no_suite(rule: str) -> None:
    """The finding stays in the observation, with its mark, and is no verdict."""
    judged = judge(broken(rule))
    seen = [o for o in observations(judged, load_suites()) if o.findings]
    assert seen
    assert {f.rule for o in seen for f in o.findings if f.variance} == {rule}
    assert {(o.verdict, o.reason) for o in seen} == {(Verdict.CONFORMANT, "")}


def test_values_of_other_peoples_traffic_stay_out_of_results(tmp_path: Path) -> None:
    """Published findings keep words and sizes; the text itself stays on the machine."""
    secret = "the quick brown fox jumps"
    path = tmp_path / "t.jsonl"
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
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
    path.write_text(as_line(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)))
    (judged,) = lint([path])
    assert isinstance(judged, Judged)
    known = (Attribution("octo/spoon a.y", "another", "because it is so"),)
    providers = [
        {o.provider for o in observations(judged, load_suites(), notes)} for notes in ((), known)
    ]
    assert providers == [{"somebody"}, {"another"}]


def test_a_fixture_is_judged_and_is_no_evidence(tmp_path: Path) -> None:
    """What is listed makes no observations; its findings are told all the same."""
    path = tmp_path / "t.jsonl"
    path.write_text(as_line(broken("TC401")))
    (judged,) = lint([path])
    assert isinstance(judged, Judged)
    listed = (Attribution("octo/spoon a.y", "", "because it is so", fixture=True),)
    assert [o for o in observations(judged, load_suites()) if o.verdict is Verdict.FAILED]
    assert not list(observations(judged, load_suites(), listed))
    assert "TC401" in {finding.rule for finding in judged.findings}
    *_, last = lint([recorded(tmp_path, *both())])
    assert isinstance(last, Judged)
    assert last.pairs
    streamed = (Attribution(last.pairs[0].streamed.exchange.evidence.source, "", "", fixture=True),)
    blocking = (Attribution(last.pairs[0].blocking_source, "", "", fixture=True),)
    for half in (streamed, blocking):
        assert PAIRS not in {o.suite for o in observations(last, load_suites(), half)}


@pytest.mark.parametrize(
    ("fidelity", "recorded_at", "evidence"),
    [
        ("response-only", None, False),
        ("response-only", "2026-06-08T17:09:49", True),
        ("http", None, True),
    ],
)
def test_what_nobody_can_place_is_no_evidence(
    tmp_path: Path, fidelity: str, recorded_at: str | None, *, evidence: bool
) -> None:
    """Stored without its request and without a date, an answer is test data; either is enough."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    source = {"repo": "octo/spoon", "path": "a.json", "fidelity": fidelity}
    path = tmp_path / "t.jsonl"
    path.write_text(as_line(exchange, source=source, recorded_at=recorded_at))
    (judged,) = lint([path])
    assert isinstance(judged, Judged)
    assert bool(list(observations(judged, load_suites()))) is evidence


def test_the_order_of_paths_changes_nothing(tmp_path: Path) -> None:
    """Pairs find each other the same way, and results are equal but for their header."""
    blocking, streamed = both()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = recorded(tmp_path / "one", streamed, broken("TC401"))
    two = recorded(tmp_path / "two", blocking)
    written = []
    for paths in ((one, two), (two, one), (two, one, two)):
        results = tmp_path / "results.jsonl"
        arguments = [*map(str, paths), "--quiet", "-o", str(results)]
        CliRunner().invoke(command, arguments, standalone_mode=False)
        written.append(results.read_bytes().splitlines()[1:-1])
    assert written[0] == written[1] == written[2]
    assert any(PAIRS.encode() in text for text in written[0])


def test_the_command_says_how_many_fixtures_it_left_out(tmp_path: Path) -> None:
    """Nothing is left out of results in silence."""
    path, results, notes = (tmp_path / name for name in ("t.jsonl", "r.jsonl", "notes.yaml"))
    path.write_text(as_line(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)))
    entry = "  - {source: octo/spoon a.y, fixture: true, reason: because it is so}"
    notes.write_text(f"attributions:\n{entry}\n")
    arguments = [str(path), "-o", str(results), "--attributions", str(notes)]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert "1 fixtures make no observations: listed as a fixture" in done.stdout
    assert results.read_bytes().count(b"\n") == 2


def test_the_committed_attributions_load(tmp_path: Path) -> None:
    """The file beside the reports is valid, and a mistyped key is told with its line."""
    committed = ROOT / "reports" / "attributions.yaml"
    assert load_attributions(committed) == shipped_attributions()
    bad = tmp_path / "bad.yaml"
    bad.write_text("attributions:\n  - sorce: a b\n    provider: x\n    reason: long enough here\n")
    with pytest.raises(ToolwireError, match=r"bad\.yaml:2.*source"):
        load_attributions(bad)
    for member in ("", "    fixture: false\n"):
        bad.write_text(f"attributions:\n  - source: a b\n{member}    reason: long enough here\n")
        with pytest.raises(ToolwireError, match=r"bad\.yaml:(2: an entry needs|3: .fixture)"):
            load_attributions(bad)


def test_a_bad_line_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    """A broken line between two good ones costs itself only, and its place is named."""
    good = as_line(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING))
    path = tmp_path / "t.jsonl"
    path.write_text(f"{good}\n{{broken\n{good}\n")
    first, second, third = lint([path])
    assert isinstance(first, Judged)
    assert isinstance(third, Judged)
    assert isinstance(second, Unreadable)
    assert (second.source, second.position) == (str(path), "line 2")
