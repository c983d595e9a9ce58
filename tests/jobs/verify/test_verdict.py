"""Observations folded into a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.jobs.verify.sighting import DialectSighting, Presence
from toolwire.jobs.verify.verdict import Remark, verdict_of
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Chance, Finding, Observation, Severity
from toolwire.model.observation import Verdict as Kind
from toolwire.suites.model import PAIRS

HERE = Evidence(EvidenceLevel.LIVE, "http://h")


def one(
    verdict: Kind,
    *findings: tuple[str, Severity, str],
    case: str = "single_call.auto",
    mode: Mode = Mode.BLOCKING,
    reason: str = "",
) -> Observation:
    """Return an observation with findings of rule, severity and pointer."""
    suite, _, name = case.partition(".")
    found = tuple(Finding(rule, severity, at, "It is wrong.") for rule, severity, at in findings)
    if suite == PAIRS:
        name = "single_call.auto"
    return Observation("at-h", "openai-chat", "m", suite, name, mode, verdict, HERE, reason, found)


def test_nothing_wrong_is_strictly_compatible() -> None:
    """What format or model do not have and mere information take nothing away."""
    found = verdict_of(
        "openai-chat",
        None,
        [one(Kind.CONFORMANT, ("TC190", Severity.INFO, "")), one(Kind.UNSUPPORTED)],
    )
    assert found.words == "strictly OpenAI-compatible"
    assert found.deviations == ()
    assert found.remarks == (Remark("TC190", 1, ("It is wrong.",)),)


@pytest.mark.parametrize(("count", "cases"), [(1, "one case"), (3, "3 cases")])
def test_what_a_server_says_it_does_not_support_is_counted(count: int, cases: str) -> None:
    """It has no deviation, and whoever needs what it refuses reads so; pairs count none again."""
    refused = [
        one(Kind.UNSUPPORTED, case=f"tool_choice.{n}", reason="step 1: refused with HTTP 400 (no)")
        for n in range(count)
    ]
    of_both = replace(refused[0], suite=PAIRS)
    found = verdict_of("openai-chat", None, [one(Kind.CONFORMANT), *refused, of_both])
    assert found.words == f"strictly OpenAI-compatible, but for {cases} refused as not supported"
    without = DialectSighting("openai-chat", "http://h", Presence.ANSWERS, tools=False)
    found = verdict_of("openai-chat", without, [one(Kind.CONFORMANT), *refused])
    assert found.words == "strictly OpenAI-compatible, native tools refused"


def test_what_could_not_be_looked_at_is_not_strict() -> None:
    """An open case takes the word `strictly`, and its reason is kept."""
    found = verdict_of(
        "openai-chat", None, [one(Kind.CONFORMANT), one(Kind.INCONCLUSIVE, reason="No call.")]
    )
    assert "strictly" not in found.words
    assert found.open_reasons == (("inconclusive: No call.", 1),)


def test_refused_tools_are_said() -> None:
    """The lane in words beside it is another verdict."""
    refused = DialectSighting("openai-chat", "http://h", Presence.ANSWERS, tools=False)
    found = verdict_of("openai-chat", refused, [one(Kind.FAILED, reason="refused")])
    assert found.words == "OpenAI-compatible with deviations, native tools refused"
    words = DialectSighting("chatml", "http://h", Presence.ANSWERS, tools=False)
    found = verdict_of("chatml", words, [one(Kind.FAILED, reason="refused")])
    assert found.words.endswith(" with deviations, tools refused")


def test_findings_are_counted_by_rule_and_shown_by_the_plainest() -> None:
    """The most severe comes first; its example is blocking, in the first request, of one answer."""
    found = verdict_of(
        "openai-chat",
        None,
        [
            one(Kind.NON_STRICT, ("TC005", Severity.WARNING, "status")),
            one(Kind.FAILED, ("TC304", Severity.ERROR, "event[1]/x"), mode=Mode.STREAMING),
            one(Kind.FAILED, ("TC304", Severity.ERROR, "step[2]/choices"), case="round_trip.a"),
            one(Kind.FAILED, ("TC304", Severity.ERROR, "/choices"), case="single_call.b"),
        ],
    )
    first, second = found.deviations
    assert (first.rule, first.count, first.modes) == ("TC304", 3, ("blocking", "streaming"))
    assert (first.example.case, first.example.step) == ("single_call.b", 1)
    assert first.example.pointer == "/choices"
    assert second.rule == "TC005"
    assert found.words.endswith("with deviations")


def test_who_breaks_speaks_the_dialect() -> None:
    """A deviation of one dialect names no client of another."""
    seen = one(Kind.FAILED, ("TC117", Severity.ERROR, ""))
    (chat,) = verdict_of("openai-chat", None, [seen]).deviations
    assert "openai-python" in chat.breaks
    assert "anthropic" not in chat.breaks
    (other,) = verdict_of(
        "anthropic-messages", None, [replace(seen, dialect="anthropic-messages")]
    ).deviations
    assert "anthropic-python" in other.breaks
    assert "openai" not in other.breaks


def test_a_difference_of_both_modes_is_shown_in_both() -> None:
    """The comparison is of a case of another suite, which is what is asked again."""
    seen = one(
        Kind.FAILED,
        ("TC908", Severity.ERROR, "step[2]/event[0]"),
        case=PAIRS,
        mode=Mode.STREAMING,
    )
    (deviation,) = verdict_of("openai-chat", None, [seen]).deviations
    assert (deviation.example.case, deviation.example.step) == ("single_call.auto", 2)
    assert deviation.example.both


def test_failures_without_a_rule_stand_together() -> None:
    """Cases that fail in the same words are one deviation, whatever step it was."""
    found = verdict_of(
        "openai-chat",
        None,
        [
            one(Kind.FAILED, reason="step 2: refused with HTTP 400", case="round_trip.a"),
            one(Kind.FAILED, reason="refused with HTTP 400", case="round_trip.b"),
        ],
    )
    (by_words,) = found.deviations
    assert (by_words.rule, by_words.message) == ("", "refused with HTTP 400")
    assert by_words.count == 2
    assert by_words.cases == ("round_trip.a", "round_trip.b")
    assert by_words.example.case == "round_trip.b"


@pytest.mark.parametrize(
    ("first", "second", "deviations"),
    [
        ('bad text "say it\'s 7"', 'bad text "a, b"', 1),
        ("bad text 'of the", "bad text 'in one", 1),
        (r'bad text "a \"b\": [\"c"', r'bad text "d \"e', 1),
        ("unknown member 'tool_choice'", "unknown member 'stream_options'", 2),
        ('unknown member "tools[0].strict"', 'unknown member "tools[1].name"', 2),
        ("messages/3/calls: null is no list", "messages/11/calls: null is no list", 1),
        ("messages[3].calls: null is no list", "messages[3].content: null is no list", 2),
        ('x/0: {"a": 1} has more than 1 member', 'x/2: {"b": {}} has more than 1 member', 1),
        ('at x: {"a": 1}', 'at x: {"b": 1}', 2),
        ("'a' of b: 'c'", "'a' of d: 'c'", 2),
    ],
)
def test_refusals_that_quote_other_texts_stand_together(
    first: str, second: str, deviations: int
) -> None:
    """What an error quotes of a request's text is no other cause; the name of a member is."""
    reasons = {"a": f"refused with HTTP 500: {first}", "b": f"refused with HTTP 500: {second}"}
    seen = [one(Kind.FAILED, reason=words, case=f"x.{at}") for at, words in reasons.items()]
    found = verdict_of("openai-chat", None, seen).deviations
    assert len(found) == deviations
    assert {deviation.message for deviation in found} <= set(reasons.values())
    assert sum(deviation.count for deviation in found) == 2


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            "TC314: Argument 'id' was rounded.; TC314: Argument 'to' was rounded.",
            [("TC314", "error")],
        ),
        ("step 2: TC314: Argument 'id' was rounded.", [("TC314", "error")]),
        ("TC314: It was rounded.; The stop is missing.", [("", "error"), ("TC314", "warning")]),
        ("The stop is missing.", [("", "error"), ("TC314", "warning")]),
    ],
)
def test_what_a_case_and_a_rule_say_alike_is_one_deviation(
    reason: str, told: list[tuple[str, str]]
) -> None:
    """A case that fails for what a rule finds makes the rule's finding an error, and no second one."""
    seen = one(Kind.FAILED, ("TC314", Severity.WARNING, "/choices/0"), reason=reason)
    found = verdict_of("openai-chat", None, [seen])
    assert [(it.rule, str(it.severity)) for it in found.deviations] == told


def test_a_case_that_fails_by_a_rate_is_told_with_its_rule() -> None:
    """The rate may be an error where the case's own finding is milder: it is no failure without a rule."""
    reason = (
        "error: TC948 in 9 of 9 (95 % interval 70 % to 100 %), in 9 cases; not compared: no call"
    )
    graver = one(Kind.FAILED, ("TC948", Severity.ERROR, ""), reason="error: TC948 in 9 of 9")
    milder = one(Kind.FAILED, ("TC948", Severity.WARNING, ""), case="x.words", reason=reason)
    (found,) = verdict_of("openai-chat", None, [graver, milder]).deviations
    assert (found.rule, found.severity, found.count) == ("TC948", Severity.ERROR, 2)
    other = one(Kind.FAILED, case="x.other", reason="error: TC947 in 9 of 9")
    assert [it.rule for it in verdict_of("openai-chat", None, [other]).deviations] == [""]


def test_what_a_model_explains_is_a_remark_until_the_whole_run_says_otherwise() -> None:
    """One lost call of many leaves a server strict; calls that are always lost are a deviation."""
    lost = (Finding("TC651", Severity.WARNING, "", "Fewer.", variance=True),)

    def seen(case: str, chance: Chance) -> Observation:
        more = {"findings": lost} if chance.hits else {}
        return replace(one(Kind.CONFORMANT, case=case), chances={"TC651": chance}, **more)

    few = (seen("parallel_calls.a", Chance(9, 1, 8)), seen("parallel_calls.b", Chance(9, 0, 9)))
    found = verdict_of("openai-chat", None, few)
    assert (found.words, found.deviations) == ("strictly OpenAI-compatible", ())
    assert found.remarks == (Remark("TC651", 1, ("Fewer.",)),)
    assert [(told.rule, told.hits, told.replies) for told in found.variance] == [("TC651", 1, 18)]
    all_ = (seen("parallel_calls.a", Chance(9, 9)), seen("parallel_calls.b", Chance(9, 9)))
    found = verdict_of("openai-chat", None, all_)
    assert found.words == "OpenAI-compatible with deviations"
    assert [(deviation.rule, deviation.count) for deviation in found.deviations] == [("TC651", 2)]


def test_what_a_rule_says_besides_and_the_words_of_a_refusal_are_kept() -> None:
    """The plainest finding comes first, each other message once, and the server's own words with it."""

    def seen(message: str, words: str) -> Observation:
        finding = Finding("TC762", Severity.WARNING, "step[2]/status", message)
        told = one(Kind.NON_STRICT, reason=f"step 2: refused with HTTP 400 ({words})")
        return replace(told, findings=(finding,))

    rows = [seen("It is refused: a.", "no (a)"), seen("It is refused: b.", "no b")]
    (deviation,) = verdict_of("openai-chat", None, [*rows, rows[1]]).deviations
    assert deviation.message == "It is refused: a."
    assert (deviation.others, deviation.said) == (("It is refused: b.",), "no (a)")
