"""Streaming equals blocking: both modes of one case, run and then compared.

The comparison is a suite of its own: one observation for each case that has both modes. It
never turns green by itself: what could not be looked at in one mode is `not-run` here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from toolwire.jobs.audit.deviations import marked
from toolwire.jobs.audit.mode_result import ModeResult, observation_of, placed
from toolwire.jobs.audit.outcome import Outcome, fold, graded
from toolwire.jobs.audit.plan import Item, absence, lacking
from toolwire.jobs.awaiting import held_to_definer
from toolwire.jobs.internal import InternalError, watched
from toolwire.model.exchange import Evidence, Mode
from toolwire.model.observation import Chance, Finding, Observation, Verdict
from toolwire.model.reply import Reading
from toolwire.providers.deviations import KnownDeviation
from toolwire.rules import judge_pair, pair_chances
from toolwire.rules.views.pair import compare
from toolwire.suites.model import PAIRS

#: Verdicts of one mode after which the two cannot be compared.
_UNSEEN = (Verdict.NOT_RUN, Verdict.UNSUPPORTED)


def paired(before: Item, after: Item) -> bool:
    """Return whether two items are the blocking and the streaming mode of one case."""
    return (
        (before.mode, after.mode) == (Mode.BLOCKING, Mode.STREAMING)
        and before.case.name == after.case.name
        and before.target.name == after.target.name
    )


def compared(
    blocking: ModeResult, streaming: ModeResult, listed: KnownDeviation
) -> Observation | None:
    """Compare both modes of a case, step by step.

    Args:
        blocking: one mode of a case.
        streaming: the other.
        listed: known deviations.

    Returns:
        None where the target lacks what the case asks for in both modes: the case itself
        says so. `unsupported` where it documents that one of them is no mode of its own. The
        evidence is that of the weaker mode.
    """
    results = (blocking, streaming)
    verdicts = [result.observation.verdict for result in results]
    if verdicts == [Verdict.UNSUPPORTED, Verdict.UNSUPPORTED]:
        return None
    documented = lacking(streaming.item.target, PAIRS, streaming.item.case.name)
    if documented is not None:
        return _observation(results, Outcome(Verdict.UNSUPPORTED, absence(documented)))
    unseen = [result for result in results if result.observation.verdict in _UNSEEN]
    if unseen:
        outcomes = [(0, _unseen(result)) for result in unseen]
        return _observation(results, fold(outcomes, several=False))
    try:
        with watched("the comparison of both modes", streaming.item.id):
            findings, outcomes_of_steps = _of_steps(blocking, streaming)
            counted = _chances(blocking, streaming)
    except InternalError as error:
        return _observation(results, Outcome(Verdict.NOT_RUN, str(error)), error.findings)
    several = len(streaming.item.case.steps) > 1
    seen = _observation(results, fold(outcomes_of_steps, several=several), findings)
    return marked(replace(seen, chances=counted), outcomes_of_steps, listed)


def _chances(blocking: ModeResult, streaming: ModeResult) -> Mapping[str, Chance]:
    """Return how the steps count for rules that one answer of a model can explain."""
    counts: dict[str, Chance] = {}
    for before, after in zip(blocking.readings, streaming.readings, strict=False):
        pair = replace(after, twin=before)
        # Facets and chances are of the target's own format, not of one a case speaks instead.
        if streaming.item.target.provider.dialect == after.dialect:
            for rule, chance in pair_chances(pair, judge_pair(pair)).items():
                counts[rule] = counts.get(rule, Chance()) + chance
    return counts


def _of_steps(
    blocking: ModeResult, streaming: ModeResult
) -> tuple[tuple[Finding, ...], list[tuple[int, Outcome]]]:
    """Return how the answers to the steps differ, and what each step comes to."""
    several = len(streaming.item.case.steps) > 1
    failed = Verdict.FAILED in (blocking.observation.verdict, streaming.observation.verdict)
    findings: list[Finding] = []
    outcomes: list[tuple[int, Outcome]] = []
    steps = zip(blocking.readings, streaming.readings, strict=False)
    for number, (before, after) in enumerate(steps, start=1):
        read = replace(after, twin=before)
        found = held_to_definer(read, judge_pair(read)).findings
        findings.extend(placed(finding, number) if several else finding for finding in found)
        outcomes.extend((number, outcome) for outcome in graded(found))
        reason = _incomparable(before, after, failed=failed)
        if reason:
            outcomes.append((number, Outcome(Verdict.INCONCLUSIVE, f"not compared: {reason}")))
    outcomes.extend(_missing(blocking, streaming))
    return tuple(findings), outcomes


def _unseen(result: ModeResult) -> Outcome:
    seen = result.observation
    return Outcome(seen.verdict, f"{result.item.mode}: {seen.reason}")


def _incomparable(before: Reading, after: Reading, *, failed: bool) -> str:
    """Return why the answers to one step could not be compared; "" where they could.

    Two refusals are alike where the case wants them, which is when neither mode failed.
    """
    if before.ok != after.ok:
        which = Mode.STREAMING if before.ok else Mode.BLOCKING
        return f"the {which} request alone was answered with an error"
    if not after.ok:
        return "both requests were answered with errors" if failed else ""
    if after.mode is not Mode.STREAMING:
        return "the request for a stream was not answered with one"
    if before.mode is not Mode.BLOCKING:
        return "the request for a whole reply was answered with a stream"
    return compare(replace(after, twin=before)).otherwise


def _missing(blocking: ModeResult, streaming: ModeResult) -> Iterator[tuple[int, Outcome]]:
    counts = [len(result.readings) for result in (blocking, streaming)]
    if counts[0] != counts[1]:
        longer = Mode.BLOCKING if counts[0] > counts[1] else Mode.STREAMING
        reason = f"not compared: only the {longer} conversation came this far"
        yield min(counts) + 1, Outcome(Verdict.INCONCLUSIVE, reason)


def _observation(
    results: tuple[ModeResult, ModeResult], outcome: Outcome, findings: tuple[Finding, ...] = ()
) -> Observation:
    item = results[1].item
    seen = observation_of(item, outcome, _weaker(results), findings)
    return replace(seen, suite=PAIRS, case=item.case.name, mode=Mode.STREAMING)


def _weaker(results: tuple[ModeResult, ModeResult]) -> Evidence:
    """Return the evidence of the mode that is known less well, of equals the streamed one."""
    blocking, streaming = (result.observation.evidence for result in results)
    return blocking if blocking.level.rank > streaming.level.rank else streaming
