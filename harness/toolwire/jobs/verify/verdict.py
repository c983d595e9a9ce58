"""What a server's observations come to: a verdict in a few words, and what it does otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from toolwire.dialects import load_dialect
from toolwire.io.lists import grouped
from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation, in_answer
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.forms import form_of
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.model import observation as seen_as
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.results.cells.algebra import ORDER, worst
from toolwire.results.variance import Statement, settled, statements
from toolwire.rules import RULES
from toolwire.rules.breaking import breaks_in
from toolwire.suites.model import PAIRS

#: Where a finding points that is about a refusal.
_STATUS = "status"
#: How a reason names the steps it is about.
_STEPS = re.compile(r"\bstep (\d{1,4}): ")
#: How the reason of a case begins that the server itself refused.
_REFUSAL = re.compile(
    r"(step \d{1,4}: )?(rejected: )?(refused with|answered with an error under) HTTP "
)
#: The server's words in the reason of a case that it refused; whatever stands behind is of another step.
_WORDS = re.compile(r"refused with HTTP \d{3} \((.*?)\)(?:; step \d|$)", re.DOTALL)
#: What an error quotes, also where it was cut before its end: a member by its name, or a text of the request.
_QUOTED = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)(?:\1|$)""", re.DOTALL)
_MEMBER = re.compile(r"[\w.\[\]/-]*")
#: What it says of an object that it shows, and of an element of a list: the object, and its number.
_SHOWN = re.compile(r"\{.*\}(?=\s[a-z])|(?<=[/.\[])\d+(?=[/.:\]])", re.DOTALL)
#: How the reason of a case begins that failed by a rate over the run (`results.variance.settled`).
_RATE = re.compile(r"error: (TC\d{3}) in \d+ of \d+")
_GOOD = frozenset({seen_as.Verdict.CONFORMANT, seen_as.Verdict.UNSUPPORTED})
_BAD = frozenset({seen_as.Verdict.FAILED, seen_as.Verdict.NON_STRICT})
_OPEN = frozenset({seen_as.Verdict.NOT_RUN, seen_as.Verdict.INCONCLUSIVE})


@dataclass(frozen=True, slots=True)
class Mark:
    """One suite: the worst verdict, and how many of its observations were good."""

    suite: str
    verdict: seen_as.Verdict
    good: int
    total: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What is told of a server and is no deviation.

    Attributes:
        rule: that finds it.
        count: observations that show it.
        messages: what it says of them, the commonest first.
    """

    rule: str
    count: int
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ServerVerdict:
    """What a server came to in one dialect.

    Attributes:
        dialect: that was audited.
        words: the verdict in a few words.
        sighting: why that dialect; None for the target in words beside a native one.
        deviations: the most severe first.
        row: one mark for each suite.
        counts: verdict -> observations.
        remarks: findings that are mere information, or that one answer of a model explains, by rule.
        open_reasons: why cases were not run or inconclusive, with how many, the commonest first.
        variance: how often the model did otherwise than rules want, of those that it did.
    """

    dialect: str
    words: str
    sighting: DialectSighting | None
    deviations: tuple[ServerDeviation, ...]
    row: tuple[Mark, ...]
    counts: tuple[tuple[seen_as.Verdict, int], ...]
    remarks: tuple[Remark, ...] = ()
    open_reasons: tuple[tuple[str, int], ...] = ()
    variance: tuple[Statement, ...] = ()


def verdict_of(
    dialect: str, sighting: DialectSighting | None, observations: Sequence[Observation]
) -> ServerVerdict:
    """Fold what was observed of one dialect.

    Args:
        dialect: that was audited.
        sighting: how it was found; see `ServerVerdict`.
        observations: of that dialect alone.
    """
    variance = tuple(one for one in statements(observations) if one.hits)
    observations = settled(observations)
    counts = Counter(seen.verdict for seen in observations)
    reasons = Counter(
        f"{seen.verdict}: {seen.reason}" for seen in observations if seen.verdict in _OPEN
    )
    found = each_cause_once((*_by_rule(observations), *_unmet(observations)))
    deviations = tuple(sorted(found, key=lambda one: one.severity.rank))
    return ServerVerdict(
        dialect,
        _words(dialect, sighting, counts, _refused(observations), deviates=bool(deviations)),
        sighting,
        deviations,
        tuple(_row(observations)),
        tuple((verdict, counts[verdict]) for verdict in ORDER if counts[verdict]),
        tuple(_remarks(observations)),
        tuple(reasons.most_common()),
        variance,
    )


def _words(
    dialect: str,
    sighting: DialectSighting | None,
    counts: Counter[seen_as.Verdict],
    refused: int,
    *,
    deviates: bool,
) -> str:
    name = form_of(dialect).compatible
    without = ""
    if sighting is not None and not sighting.tools:
        how = "switched off" if sighting.switched_off else "refused"
        # A format in words has none: what is refused is the message that tells of them.
        without = f", {'tools' if load_dialect(dialect).in_words else 'native tools'} {how}"
    # A case with a warning may be inconclusive all the same; the warning stands.
    if deviates or any(counts[verdict] for verdict in _BAD):
        return f"{name} with deviations{without}"
    if not counts[seen_as.Verdict.CONFORMANT]:
        return f"{name}, as far as could be seen{without}"
    if any(counts[verdict] for verdict in _OPEN):
        return f"{name}, no deviation in what could be looked at{without}"
    if refused and not without:
        cases = "one case" if refused == 1 else f"{refused} cases"
        return f"strictly {name}, but for {cases} refused as not supported"
    return f"strictly {name}{without}"


def _refused(observations: Iterable[Observation]) -> int:
    """Count what the server itself says it does not support; what format and model lack is no refusal."""
    return sum(
        seen.verdict is seen_as.Verdict.UNSUPPORTED
        and seen.suite != PAIRS
        and _REFUSAL.match(seen.reason) is not None
        for seen in observations
    )


def _by_rule(observations: Iterable[Observation]) -> list[ServerDeviation]:
    counted = (
        (finding, seen)
        for seen in observations
        for finding in seen.findings
        if finding.counted is not Severity.INFO
    )
    hits = grouped(counted, lambda row: row[0].rule)
    found = [_deviation(rule, rows) for rule, rows in hits.items()]
    return sorted(found, key=lambda one: one.rule)


def _deviation(rule: str, rows: list[tuple[Finding, Observation]]) -> ServerDeviation:
    rows = sorted(rows, key=_plainest)
    first, plainest = rows[0]
    said = _WORDS.search(plainest.reason) if first.pointer.endswith(_STATUS) else None
    failed = any(_said_by(seen) == rule for _, seen in rows)
    shown: dict[tuple[str, Mode], DeviationExample] = {}
    for finding, seen in rows:
        if finding.severity is first.severity:
            example = replace(
                _example(seen, finding.pointer),
                expected=finding.expected,
                actual=finding.actual,
                message=finding.message,
            )
            shown.setdefault((example.case, example.mode), example)
    return ServerDeviation(
        rule,
        Severity.ERROR if failed else first.severity,
        first.message,
        len({(one.suite, one.case, one.mode) for _, one in rows}),
        tuple(sorted({str(one.mode) for _, one in rows})),
        tuple(shown.values()),
        breaks_in(RULES[rule], plainest.dialect, first) if rule in RULES else "",
        tuple(one for one in _messages(finding for finding, _ in rows) if one != first.message),
        said[1] if said else "",
        dialect=plainest.dialect,
        topics=frozenset(finding.topic for finding, _ in rows),
    )


def _plainest(row: tuple[Finding, Observation]) -> tuple[int, int, bool, str]:
    """Rank examples: the most severe, in the first request of a case, of one answer alone."""
    finding, seen = row
    step, _ = in_answer(finding.pointer)
    # In both modes where it is about both, else as a reader asks: without a stream.
    alone = seen.suite != PAIRS and seen.mode is Mode.BLOCKING
    return finding.severity.rank, step, not alone, seen.case


def _unmet(observations: Iterable[Observation]) -> list[ServerDeviation]:
    """Return failures that no rule explains: what a case demands of the wire was not there.

    What is wrong in the same words is one deviation, however many cases it breaks, and whatever
    texts of the requests the words quote.
    """
    failed = (seen for seen in observations if seen.verdict is seen_as.Verdict.FAILED)
    unexplained = (
        seen
        for seen in failed
        if not (_said_by(seen) or _raised_by(seen))
        and all(one.counted is not Severity.ERROR for one in seen.findings)
    )
    rows = grouped(unexplained, lambda seen: _unquoted(_STEPS.sub("", seen.reason)))
    return [_failure(failed) for failed in rows.values()]


def _unquoted(reason: str) -> str:
    """Leave out the texts and objects that a reason quotes, and no names: what is refused of two
    members is two causes.
    """
    reason = _SHOWN.sub("", reason)
    return _QUOTED.sub(lambda quoted: quoted[0] if _MEMBER.fullmatch(quoted[2]) else "", reason)


def _said_by(seen: Observation) -> str:
    """Return the rule whose finding says all that made a case fail; "" where none does."""
    reasons = _STEPS.sub("", seen.reason).split("; ")
    rules = {reason.partition(": ")[0] for reason in reasons}
    found = {one.rule for one in seen.findings}
    return rules.pop() if len(rules) == 1 and rules <= found else ""


def _raised_by(seen: Observation) -> str:
    """Return the rule whose rate over the run made a case fail, milder as its own finding may be; "" for none."""
    raised = _RATE.match(seen.reason)
    return raised[1] if raised and any(one.rule == raised[1] for one in seen.findings) else ""


def _failure(failed: list[Observation]) -> ServerDeviation:
    first = min(failed, key=lambda seen: (_first_step(seen), seen.mode is not Mode.BLOCKING))
    return ServerDeviation(
        "",
        Severity.ERROR,
        _STEPS.sub("", first.reason),
        len(failed),
        tuple(sorted({str(seen.mode) for seen in failed})),
        (_example(first, f"step[{_first_step(first)}]"),),
        cases=tuple(dict.fromkeys(f"{seen.suite}.{seen.case}" for seen in failed)),
        dialect=first.dialect,
    )


def _first_step(seen: Observation) -> int:
    found = _STEPS.match(seen.reason)
    return int(found[1]) if found else 1


def _example(seen: Observation, pointer: str) -> DeviationExample:
    number, where = in_answer(pointer)
    both = seen.suite == PAIRS
    case = seen.case if both else f"{seen.suite}.{seen.case}"
    return DeviationExample(case, seen.mode, number, where, both)


def _row(observations: Iterable[Observation]) -> Iterable[Mark]:
    for suite, mine in grouped(observations, lambda seen: seen.suite).items():
        good = sum(seen.verdict in _GOOD for seen in mine)
        yield Mark(suite, worst(seen.verdict for seen in mine), good, len(mine))


def _remarks(observations: Iterable[Observation]) -> Iterator[Remark]:
    rows = (
        (finding, seen)
        for seen in observations
        for finding in seen.findings
        if finding.counted is Severity.INFO
    )
    hits = grouped(rows, lambda row: row[0].rule)
    for rule, found in sorted(hits.items()):
        count = len({(seen.suite, seen.case, seen.mode) for _, seen in found})
        yield Remark(rule, count, _messages(finding for finding, _ in found))


def _messages(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return what findings say, each once, the commonest first."""
    counted = Counter(finding.message for finding in findings)
    return tuple(message for message, _ in counted.most_common())
