"""Known deviations in an audit: excused, told, and reported when they no longer show."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.deviations import SHOWN_IN, Watch
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.providers import Deviation, Link, Provider
from toolwire.providers.deviations import KnownDeviation
from toolwire.rules import RULES, Subject
from toolwire.rules.mutate.edit import calls
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS, ArgumentTest, Expectation
from toolwire.transport.reference import Reference

LINK = Link("https://made-up.example/issues/1", "2026-11-21")


def listing(provider: Provider, *deviations: Deviation) -> KnownDeviation:
    """Return what a provider's file lists."""
    return KnownDeviation([replace(provider, deviations=deviations)])


def deviation(rule: str, **narrowed: object) -> Deviation:
    """Return one listing."""
    return Deviation(rule, "It is known to do so.", "2026-01", LINK, **narrowed)  # type: ignore[arg-type]


def without_type(response: Response) -> Response:
    """Leave `type` out of the calls, which breaks TC103 at error and nothing else."""
    body = object_of(parse(response.body))
    for call in calls(body):
        del call["type"]
    return replace(response, body=dump(body))


def observed(lab: SimpleNamespace, *deviations: Deviation) -> Observation:
    """Run a case whose provider leaves a member out, with a file that lists deviations."""
    item = lab.item(lab.ASK)
    transport = lab.Changed(Reference(load_dialect("openai-chat")), without_type)
    (seen,) = run([item], lambda _: transport, listing(item.target.provider, *deviations))
    return seen


def test_an_unlisted_finding_fails(lab: SimpleNamespace) -> None:
    """Nothing is known of it, so the verdict counts as it is."""
    seen = observed(lab)
    assert (seen.verdict, seen.counted, seen.known) == (Verdict.FAILED, Verdict.FAILED, ())
    assert "known" not in seen.as_json()
    assert "otherwise" not in seen.as_json()


def test_a_listed_finding_keeps_verdict_and_severity_and_does_not_count(
    lab: SimpleNamespace,
) -> None:
    """The matrix tells the truth, the exit code what is new."""
    seen = observed(lab, deviation("TC103"))
    assert (seen.verdict, seen.counted) == (Verdict.FAILED, Verdict.CONFORMANT)
    assert [(f.rule, f.severity) for f in seen.findings] == [("TC103", Severity.ERROR)]
    told = seen.as_json()
    assert (told["known"], told["otherwise"]) == (["TC103"], "conformant")


@pytest.mark.parametrize(
    "other",
    [
        deviation("TC104"),
        deviation("TC103", modes=("streaming",)),
        deviation("TC103", models=("m-2",)),
        deviation("TC103", until="2026-10"),
        deviation("TC103", dialect="ollama-chat"),
    ],
    ids=["rule", "mode", "model", "passed", "dialect"],
)
def test_another_listing_excuses_nothing(lab: SimpleNamespace, other: Deviation) -> None:
    """A listing excuses what it is about and nothing beside it."""
    assert observed(lab, other).counted is Verdict.FAILED


def test_a_listing_does_not_excuse_an_expectation(lab: SimpleNamespace) -> None:
    """A reply that ends otherwise than the case demands stays inconclusive, whatever is listed."""
    item = lab.item(replace(lab.ASK, expect=replace(lab.ASK.expect, stop="length")))
    transport = lab.Changed(Reference(load_dialect("openai-chat")), without_type)
    listed = listing(item.target.provider, deviation("TC103"))
    (seen,) = run([item], lambda _: transport, listed)
    assert (seen.known, seen.counted) == (("TC103",), Verdict.INCONCLUSIVE)


class Deaf:
    """A transport whose server does not read the tool choice."""

    evidence = Evidence(EvidenceLevel.RECORDED, "deaf.yaml", "2026-11-01")

    async def send(self, request: Request) -> Response:
        """Answer as if nothing had been chosen."""
        body = object_of(parse(request.body))
        del body["tool_choice"]
        return await Reference(load_dialect("openai-chat")).send(replace(request, body=dump(body)))


@pytest.mark.parametrize(
    ("rule", "counted"), [("TC603", Verdict.CONFORMANT), ("TC602", Verdict.FAILED)]
)
def test_a_listing_excuses_the_promise_that_its_rule_judges(
    lab: SimpleNamespace, rule: str, counted: Verdict
) -> None:
    """An ignored tool choice is one fault, told by a rule and by what the case expects."""
    none = Expectation(calls=(), text=(ArgumentTest("contains", "Hello"),))
    item = lab.item(replace(lab.ASK, choice=ToolChoice(ChoiceMode.NONE), expect=none))
    listed = listing(item.target.provider, deviation(rule))
    (seen,) = run([item], lambda _: Deaf(), listed)
    assert (seen.verdict, seen.counted) == (Verdict.FAILED, counted)
    assert seen.reason == "error: TC603; The tool choice was taken and not honoured."


class Shop:
    """Makes observations of one provider and watches them."""

    def __init__(self, lab: SimpleNamespace, *deviations: Deviation) -> None:
        self.listed = listing(lab.target().provider, *deviations)
        self.watch = Watch(self.listed, load_suites())

    def see(
        self,
        suite: str,
        case: str,
        mode: Mode,
        *rules: str,
        level: EvidenceLevel = EvidenceLevel.LIVE,
        verdict: Verdict = Verdict.CONFORMANT,
        model: str = "m-1",
    ) -> None:
        """Let the watch see one case."""
        findings = tuple(Finding(rule, Severity.ERROR, "/choices/0", "No.") for rule in rules)
        evidence = Evidence(level, f"{suite}.{case}", "2026-11-01")
        self.watch.take(
            Observation(
                "acme", "openai-chat", model, suite, case, mode, verdict, evidence, "", findings
            )
        )

    def everything(self, **changes: object) -> None:
        """Let it see what TC103 would show in: single and parallel calls in both modes."""
        for mode in Mode:
            self.see("single_call", "auto", mode, **changes)  # type: ignore[arg-type]
            self.see("single_call", "no_arguments", mode, **changes)  # type: ignore[arg-type]
            self.see("parallel_calls", "two_tools", mode, **changes)  # type: ignore[arg-type]

    @property
    def stale(self) -> list[Stale]:
        """Return what no longer shows."""
        return list(self.watch.stale())


STALE = [Stale("acme", "openai-chat", "TC103")]


def test_what_could_have_shown_and_did_not_is_stale(lab: SimpleNamespace) -> None:
    """The line says what to remove, and where."""
    shop = Shop(lab, deviation("TC103"))
    shop.everything()
    assert shop.stale == STALE
    assert STALE[0].text == (
        "stale deviation: TC103 of acme no longer shows; remove it from harness/toolwire/providers/acme.yaml"
    )


def test_what_still_shows_anywhere_is_not(lab: SimpleNamespace) -> None:
    """One exchange is enough."""
    shop = Shop(lab, deviation("TC103"))
    shop.everything()
    shop.see("round_trip", "one_result", Mode.BLOCKING, "TC103", verdict=Verdict.FAILED)
    assert shop.stale == []


@pytest.mark.parametrize(
    "changes",
    [
        {"level": EvidenceLevel.DOCUMENTED},
        {"level": EvidenceLevel.IMPORTED},
        {"verdict": Verdict.INCONCLUSIVE},
        {"verdict": Verdict.NOT_RUN},
        {"verdict": Verdict.UNSUPPORTED},
    ],
    ids=lambda change: "-".join(map(str, change.values())),
)
def test_evidence_that_could_not_have_shown_it_says_nothing(
    lab: SimpleNamespace, changes: dict[str, object]
) -> None:
    """Our own responder, other people's recordings and what was not answered prove no end."""
    shop = Shop(lab, deviation("TC103"))
    shop.everything(**changes)
    assert shop.stale == []


def test_half_of_the_places_is_not_enough(lab: SimpleNamespace) -> None:
    """Without the streamed half, or another model than the listed one, nobody can tell."""
    shop = Shop(lab, deviation("TC103"))
    shop.see("single_call", "auto", Mode.BLOCKING)
    assert shop.stale == []
    shop = Shop(lab, deviation("TC103", models=("m-2",)))
    shop.everything()
    assert shop.stale == []


@pytest.mark.parametrize(
    ("suite", "case"), [("single_call", "auto"), ("legacy_function_call", "call")]
)
@pytest.mark.parametrize("verdict", [Verdict.FAILED, Verdict.NOT_RUN])
def test_where_not_everything_was_looked_at_nothing_is_stale(
    lab: SimpleNamespace, suite: str, case: str, verdict: Verdict
) -> None:
    """It may stand in an answer that was not given, whichever case that was of."""
    shop = Shop(lab, deviation("TC103"))
    shop.everything()
    shop.see(suite, case, Mode.STREAMING, verdict=verdict)
    assert shop.stale == []


def test_where_some_suites_were_asked_nothing_is_said_of_the_others(lab: SimpleNamespace) -> None:
    """`-s single_call` looks at all that proves the rule, and a fault shows elsewhere too."""
    shop = Shop(lab, deviation("TC103"))
    some = [suite for suite in load_suites() if suite.id == "single_call"]
    shop.watch = Watch(shop.listed, some, whole=False)
    shop.everything()
    assert shop.stale == []
    (looked,) = shop.watch.looked()
    assert looked.unasked == ("the other suites",)


def test_a_probe_shows_where_its_question_is_asked(lab: SimpleNamespace) -> None:
    """Its own suite alone can say that it no longer shows, when all its cases were answered."""
    cases = [case for suite in load_suites() for case in suite.cases
             if any(step.question == "TC706" for step in case.steps)]  # fmt: skip
    suites = [s for s in load_suites() if s.id in {case.suite for case in cases}]
    assert cases
    asked = [(case, mode) for case in cases for mode in case.modes]
    for left_out in (None, *asked):
        shop = Shop(lab, deviation("TC706"))
        shop.watch = Watch(shop.listed, suites, whole=False)
        for case, mode in asked:
            if (case, mode) != left_out:
                shop.see(case.suite, case.id, mode)
        assert shop.stale == ([] if left_out else [Stale("acme", "openai-chat", "TC706")])


def test_every_model_of_a_listing_has_to_be_looked_at(lab: SimpleNamespace) -> None:
    """That one of two no longer does it says nothing of the other."""
    shop = Shop(lab, deviation("TC103", models=("m-1", "n-*")))
    shop.everything()
    assert shop.stale == []
    shop.everything(model="n-7")
    assert shop.stale == STALE


def test_what_a_provider_lacks_could_not_show(lab: SimpleNamespace) -> None:
    """A case that is documented as absent is no place that was left out."""
    shop = Shop(lab, deviation("TC707"))
    places = {place[:2] for place in shop.watch._needed(
        RULES["TC707"], "openai-chat", deviation("TC707"))}  # fmt: skip
    assert len(places) > 1
    first, *rest = sorted(places)
    for place, mode in rest:
        shop.see(*place.split("."), Mode(mode))  # type: ignore[misc]
    assert shop.stale == []
    shop.see(*first[0].split("."), Mode(first[1]), level=EvidenceLevel.DOCUMENTED,
             verdict=Verdict.UNSUPPORTED)  # fmt: skip
    assert shop.stale == [Stale("acme", "openai-chat", "TC707")]


def test_a_mode_that_the_listing_leaves_out_is_not_needed(lab: SimpleNamespace) -> None:
    """A deviation of streams is stale when the streams are clean."""
    shop = Shop(lab, deviation("TC103", modes=("streaming",)))
    for suite, case in (("single_call", "auto"), ("parallel_calls", "two_tools")):
        shop.see(suite, case, Mode.STREAMING)
    assert shop.stale == STALE


def test_what_is_known_to_have_passed_is_never_stale(lab: SimpleNamespace) -> None:
    """`until` keeps the history of recordings, and excuses nothing new."""
    shop = Shop(lab, deviation("TC103", until="2026-01"))
    shop.everything()
    assert shop.stale == []


def test_the_places_of_a_rule_exist() -> None:
    """Every scenario, suite and case of the table is one there is."""
    suites = {suite.id: {case.id for case in suite.cases} for suite in load_suites()}
    assert set(SHOWN_IN) <= set(SCENARIOS)
    for place in (place for places in SHOWN_IN.values() for place in places):
        suite, _, case = place.partition(".")
        assert suite in suites
        assert not case or case in suites[suite], place
    assert PAIRS in suites


def test_nearly_every_rule_can_become_stale(lab: SimpleNamespace) -> None:
    """Of what a provider can be listed for, only what `verify` alone asks shows in no case of ours.

    One that a model may break now and then is never called stale, whatever a run shows.
    """
    watch = Shop(lab).watch
    listed = [
        rule
        for rule in RULES.values()
        if rule.subject is not Subject.REQUEST
        and rule.variance is None
        and "openai-chat" in rule.severity
    ]
    never = [
        rule.id
        for rule in listed
        if not any(watch._needed(rule, "openai-chat", deviation(rule.id)))
    ]
    assert never == ["TC388", "TC740", "TC748", "TC749", "TC762"]
