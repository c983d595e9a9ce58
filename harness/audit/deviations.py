"""Known deviations in an audit: findings that are excused, and listings that have had their day.

What a provider file lists stays a finding, with its severity, and keeps the verdict; it only
does not count for the exit code. What is listed, could have shown and did not is reported as
stale: an excuse that nobody needs would hide the day the fault comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from harness.audit.judge import Outcome, fold
from harness.exchange import EvidenceLevel
from harness.observation import Observation, Stale, Verdict
from harness.providers.deviations import Listed
from harness.providers.model import Deviation
from harness.rules import RULES, Rule, Subject
from harness.shard import Looked
from harness.suites.model import PAIRS, Suite

__all__ = ["Watch", "marked"]

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
    "refused": ("request_validation",),
    "legacy_call": ("legacy_function_call.call",),
    "legacy_forced": ("legacy_function_call",),
}
#: Levels of evidence that say what a provider does now.
_PRESENT = frozenset({EvidenceLevel.LIVE, EvidenceLevel.RECORDED})
#: Verdicts of cases in which the provider did what was asked, well or not.
_DONE = frozenset({Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED})


def marked(
    seen: Observation, outcomes: Iterable[tuple[int, Outcome]], listed: Listed
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
    """Takes the observations of an audit and tells which listed deviations no longer show."""

    def __init__(self, listed: Listed, suites: Iterable[Suite]) -> None:
        """Watch what is listed, in an audit of some suites."""
        self._listed = listed.by_dialect
        self._probes = _probes(suites)
        self._ran: dict[tuple[str, str, Deviation], set[tuple[str, str]]] = {}
        self._shown: set[tuple[str, str, Deviation]] = set()

    def take(self, seen: Observation) -> None:
        """Note what one observation says of what is listed for its provider."""
        evidence = seen.evidence
        if evidence.level not in _PRESENT or seen.verdict not in _DONE:
            return
        found = {finding.rule for finding in seen.findings}
        for deviation in self._listed.get((seen.provider, seen.dialect), ()):
            if not deviation.concerns(seen.model, seen.mode) or deviation.until:
                continue
            key = (seen.provider, seen.dialect, deviation)
            if deviation.rule in found:
                self._shown.add(key)
            asked = self._ran.setdefault(key, set())
            asked |= {(seen.suite, seen.mode), (f"{seen.suite}.{seen.case}", seen.mode)}

    def stale(self) -> Iterator[Stale]:
        """Yield what did not show although everything was asked that would have shown it."""
        return (one.stale for one in self.looked() if one.passed)

    def looked(self) -> Iterator[Looked]:
        """Yield how far each listing was looked for; one that no case could show is left out.

        A part of a run cannot tell what is stale: it may show in another (`harness.shard`).
        """
        for key, asked in self._ran.items():
            provider, dialect, deviation = key
            rule = RULES.get(deviation.rule)
            # What a model may or may not do is not gone because it did not show this time.
            shows = rule is not None and rule.variance is None
            needed = [*self._needed(rule, dialect, deviation)] if rule and shows else []
            if needed:
                yield Looked(
                    *(provider, dialect, deviation.rule),
                    " ".join((*deviation.models, *deviation.modes)),
                    key in self._shown,
                    tuple(_names(places) for places in needed if not asked.intersection(places)),
                )

    def _needed(
        self, rule: Rule, dialect: str, deviation: Deviation
    ) -> Iterator[list[tuple[str, str]]]:
        """Yield lists of (suite or case, mode); one of each list has to have been asked."""
        for mutation in rule.mutations:
            if mutation.dialect != dialect or (
                deviation.modes and mutation.mode not in deviation.modes
            ):
                continue
            places = self._places(rule, mutation.scenario)
            if places:
                yield [(place, mutation.mode) for place in places]

    def _places(self, rule: Rule, scenario: str) -> tuple[str, ...]:
        if rule.subject is Subject.AB:
            return (PAIRS,)
        if rule.subject is Subject.PROBE:
            return self._probes.get(rule.id, ())
        return SHOWN_IN.get(scenario, ())


def _names(places: Iterable[tuple[str, str]]) -> str:
    return " or ".join(f"{place}[{mode}]" for place, mode in places)


def _probes(suites: Iterable[Suite]) -> Mapping[str, tuple[str, ...]]:
    """Return rule -> the cases that ask its question."""
    found: dict[str, tuple[str, ...]] = {}
    for case in (case for suite in suites for case in suite.cases):
        for rule in {step.question for step in case.steps if step.question}:
            found[rule] = (*found.get(rule, ()), case.name)
    return found
