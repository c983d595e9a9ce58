"""Known deviations in an audit: findings that are excused, and listings that have had their day.

What a provider file lists stays a finding, with its severity, and keeps the verdict; it only
does not count for the exit code. What is listed, could have shown and did not is reported as
stale: an excuse that nobody needs would hide the day the fault comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import TypeAlias

from toolwire.jobs.audit.outcome import Outcome, fold
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Stale, Verdict
from toolwire.model.shard import Looked
from toolwire.providers.deviations import KnownDeviation
from toolwire.providers.model import Deviation
from toolwire.rules import RULES, Rule, Subject
from toolwire.suites.model import PAIRS, Case, Suite

#: Scenario of a rule's proof -> the suites or cases that ask a provider the same.
SHOWN_IN: Mapping[str, tuple[str, ...]] = {
    "single_call": ("single_call.auto",),
    "parallel_calls": ("parallel_calls.same_tool_twice", "parallel_calls.two_tools"),
    "no_arguments": ("single_call.no_arguments", "round_trip.no_arguments"),
    "mixed_content": ("mixed_content.text_then_call",),
    "strict_call": ("tool_definition.strict",),
    "named_choice": ("single_call.named", "tool_choice.named"),
    "required_choice": ("single_call.required", "tool_choice.required"),
    "none_choice": ("single_call.none", "tool_choice.none"),
    "one_at_a_time": ("parallel_calls.switched_off",),
    "plain_text": ("no_tool_needed.greeting",),
    "round_trip": ("round_trip.one_result",),
    "second_call": ("sequential_calls.two_steps",),
    "chained": ("sequential_calls.two_steps", "sequential_calls.three_steps"),
    "refused": ("request_validation",),
    "say_so": ("no_tool_needed.greeting", "no_tool_needed.known_answer"),
    "told_back": ("round_trip.one_result",),
    "told_each": ("round_trip.two_results",),
    "told_failed": ("round_trip.error_result",),
    "thanked": ("no_tool_needed.after_a_call",),
    "spelt_closely": ("argument_fidelity.typed_marks", "argument_fidelity.typed_path"),
    "say_closely": ("no_tool_needed.typed_words", "no_tool_needed.typed_names"),
    "spelt_alike": ("parallel_calls.same_tool_twice",),
    "spelt_alone": ("tool_choice.auto",),
    "spelt_apart": ("parallel_calls.two_tools",),
    "legacy_call": ("legacy_function_call.call",),
    "legacy_forced": ("legacy_function_call",),
}
#: Levels of evidence that say what a provider does now.
_PRESENT = frozenset({EvidenceLevel.LIVE, EvidenceLevel.RECORDED})
#: Verdicts of cases that came to their end; one that failed may have shown less than was asked.
_DONE = frozenset({Verdict.CONFORMANT, Verdict.NON_STRICT})
#: Verdicts of cases that would have had more answers. (One that is inconclusive was answered: what
#: it was answered is held to the rules like all else.)
_CUT = frozenset({Verdict.FAILED, Verdict.NOT_RUN})
#: Rules that show where their own cases ask for it, and nowhere else.
_OWN_CASES = frozenset({Subject.PROBE, Subject.AB})
#: What a run has not asked, beside cases: all but absent ones, and suites that were left out.
_ANY, _OTHERS = "a case that is not absent", "the other suites"

#: `suite.case`, mode, and the model as a listing names it, "" for any.
_Place: TypeAlias = tuple[str, str, str]
#: Provider, dialect, what is listed.
_Key: TypeAlias = tuple[str, str, Deviation]


@dataclass(slots=True)
class _Answers:
    """What was seen of a listing: where it would have shown, what is absent, whether it did.

    `cut` tells that some case did not come to its end, be it one in which it need not show.
    """

    done: set[_Place] = field(default_factory=set)
    absent: set[_Place] = field(default_factory=set)
    shown: bool = False
    cut: bool = False


def marked(
    seen: Observation, outcomes: Iterable[tuple[int, Outcome]], listed: KnownDeviation
) -> Observation:
    """Return an observation that says which of its findings are known.

    Args:
        seen: what was seen.
        outcomes: what its verdict was folded from.
        listed: what the provider files list.
    """
    when = seen.evidence.recorded_at
    known = listed.known(seen.provider, seen.dialect, seen.model, seen.mode, when)
    found = tuple(sorted(known.intersection(finding.rule for finding in seen.findings)))
    if not found:
        return seen
    left = [one for one in outcomes if not one[1].rules or not known.issuperset(one[1].rules)]
    return replace(seen, known=found, otherwise=fold(left, several=False).verdict)


class Watch:
    """Takes the observations of an audit and tells which listed deviations no longer show.

    To say so of one is advice to remove it, so everything that could show it has to have been
    looked at in this run: in each mode and by each model that it is about, answered as asked. Any
    answer can show a rule about answers; where only some suites were asked nothing is said of it.
    """

    def __init__(
        self, listed: KnownDeviation, suites: Iterable[Suite], *, whole: bool = True
    ) -> None:
        """Watch what is listed.

        Args:
            listed: by the provider files.
            suites: those of the audit.
            whole: they are all there are.
        """
        self._listed = listed.by_dialect
        self._suites = {suite.id: suite for suite in suites}
        self._probes = _probes(self._suites.values())
        self._whole = whole
        self._ran: dict[_Key, _Answers] = {}

    def take(self, seen: Observation) -> None:
        """Note what one observation says of what is listed for its provider."""
        verdict = seen.verdict
        looked = verdict not in {Verdict.UNSUPPORTED, Verdict.NOT_RUN}
        if looked and seen.evidence.level not in _PRESENT:
            return
        found = {finding.rule for finding in seen.findings}
        for deviation in self._listed.get((seen.provider, seen.dialect), ()):
            if not deviation.concerns(seen.model, seen.mode) or deviation.until:
                continue
            answers = self._ran.setdefault((seen.provider, seen.dialect, deviation), _Answers())
            answers.shown |= deviation.rule in found
            answers.cut |= seen.counted in _CUT
            places = answers.absent if verdict is Verdict.UNSUPPORTED else answers.done
            if seen.counted in _DONE or verdict is Verdict.UNSUPPORTED:
                place = (f"{seen.suite}.{seen.case}", seen.mode)
                places.update((*place, model) for model in _models(deviation, seen.model))

    def stale(self) -> Iterator[Stale]:
        """Yield what did not show although everything was asked that would have shown it."""
        return (one.stale for one in self.looked() if one.passed)

    def looked(self) -> Iterator[Looked]:
        """Yield how far each listing was looked for; one that no case could show is left out.

        A part of a run cannot tell what is stale: it may show in another (`toolwire.model.shard`).
        """
        for (provider, dialect, deviation), answers in self._ran.items():
            rule = RULES.get(deviation.rule)
            # What a model may or may not do is not gone because it did not show this time.
            shows = rule is not None and rule.variance is None
            needed = tuple(self._needed(rule, dialect, deviation)) if rule and shows else ()
            if rule is not None and needed:
                anywhere = rule.subject not in _OWN_CASES
                yield Looked(
                    *(provider, dialect, deviation.rule),
                    " ".join((*deviation.models, *deviation.modes)),
                    answers.shown,
                    tuple(self._unasked(needed, answers, anywhere=anywhere)),
                    anywhere and answers.cut,
                )

    def _unasked(
        self, needed: tuple[_Place, ...], answers: _Answers, *, anywhere: bool
    ) -> Iterator[str]:
        known = answers.done | answers.absent
        yield from dict.fromkeys(_name(place) for place in needed if place not in known)
        if not answers.done.intersection(needed):
            yield _ANY
        if anywhere and not self._whole:
            yield _OTHERS

    def _needed(self, rule: Rule, dialect: str, deviation: Deviation) -> Iterator[_Place]:
        """Yield case, mode and model of everything that the rule's own proofs would show in."""
        modes = deviation.modes or tuple(Mode)
        scenarios = {one.scenario for one in rule.mutations if one.dialect == dialect}
        cases = {case for one in sorted(scenarios) for case in self._cases(rule, one)}
        for case, found in ((case, self._case(case)) for case in sorted(cases)):
            if rule.subject is Subject.AB:
                # The comparison of both modes counts as the streamed one.
                both = found is None or len(found.modes) > 1
                places = [(f"{PAIRS}.{case}", Mode.STREAMING)] if both else []
            else:
                places = [(case, one) for one in (found.modes if found else Mode) if one in modes]
            yield from ((*place, model) for place in places for model in deviation.models or ("",))

    def _cases(self, rule: Rule, scenario: str) -> Iterator[str]:
        probing = rule.subject is Subject.PROBE
        for place in self._probes.get(rule.id, ()) if probing else SHOWN_IN.get(scenario, ()):
            suite = self._suites.get(place)
            yield from (place,) if suite is None else (case.name for case in suite.cases)

    def _case(self, name: str) -> Case | None:
        suite = self._suites.get(name.partition(".")[0])
        return next((case for case in suite.cases if case.name == name), None) if suite else None


def _models(deviation: Deviation, model: str) -> Iterator[str]:
    """Yield what a listing calls a model: a pattern, "" where it is about all."""
    if not deviation.models:
        yield ""
    yield from (pattern for pattern in deviation.models if fnmatchcase(model, pattern))


def _name(place: _Place) -> str:
    case, mode, model = place
    return f"{case}[{mode}]{f' of {model}' if model else ''}"


def _probes(suites: Iterable[Suite]) -> Mapping[str, tuple[str, ...]]:
    """Return rule -> the cases that ask its question."""
    found: dict[str, tuple[str, ...]] = {}
    for case in (case for suite in suites for case in suite.cases):
        for rule in {step.question for step in case.steps if step.question}:
            found[rule] = (*found.get(rule, ()), case.name)
    return found
