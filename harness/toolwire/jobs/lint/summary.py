"""What a run over recorded traffic saw, in counts, and the exit code that it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from toolwire.jobs.lint.attribution import Attribution
from toolwire.jobs.lint.disputes import Disputes
from toolwire.jobs.lint.judging import Judged
from toolwire.jobs.lint.observed import known_rules
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.traffic import Unreadable

#: What the mildest finding can be that counts for an exit code.
FAIL_ON: Final = ("error", "warning", "info", "never")
#: Most files passed over that are named.
_MOST_NAMES: Final = 5

#: Reading -> the rules whose findings in it are known deviations of the provider.
Known: TypeAlias = Callable[[Reading | None], frozenset[str]]


def known_in(attributions: tuple[Attribution, ...]) -> Known:
    """Return what tells which findings in an answer are known, given who is said to answer."""
    return lambda reading: known_rules(reading, attributions) if reading else frozenset()


class Summary:
    """What was seen so far, for closing lines and the exit code.

    Attributes:
        dialects: exchanges of each; `unknown` for those that no dialect recognises.
        rules: findings by severity and rule; known: those of them that are known deviations;
            varying: errors and warnings of the others that one answer of a model can explain,
            which count as `info`.
        pairs: requests answered in both modes; otherwise: those the model called otherwise in.
        unreadable: pieces that could not be read; missed: exchanges not judged to their end.
        passed_over: files that are no traffic at all; passed_names: the first of them.
        fixtures: exchanges that are no evidence, by the reason.
        disputes: rules that vendors' own answers speak against; who counts says of which
            exchanges, since a fixture is nobody's answer.
    """

    def __init__(self) -> None:
        self.dialects: Counter[str] = Counter()
        self.rules: Counter[tuple[str, str]] = Counter()
        self.known: Counter[tuple[str, str]] = Counter()
        self.varying: Counter[tuple[str, str]] = Counter()
        self.pairs = 0
        self.otherwise = 0
        self.unreadable = 0
        self.missed = 0
        self.passed_over = 0
        self.passed_names: list[str] = []
        self.fixtures: Counter[str] = Counter()
        self.disputes = Disputes()

    def miss(self, item: Unreadable) -> None:
        """Count what could not be read; a file that is no traffic at all is passed over."""
        if not item.foreign:
            self.unreadable += 1
            return
        self.passed_over += 1
        if len(self.passed_names) < _MOST_NAMES:
            self.passed_names.append(item.source)

    def take(self, judged: Judged, known: Known) -> None:
        """Count an exchange and its findings."""
        self.missed += bool(judged.missed)
        if not judged.too_large:
            self.dialects[judged.detected.dialect or "unknown"] += 1
        findings = judged.all_findings
        if findings:  # most answers have none, and to know the provider's costs more than to count
            self._count(findings, known(judged.reading))
        for pair in judged.pairs:
            self.pairs += 1
            self.otherwise += bool(pair.otherwise)
            if pair.findings:
                self._count(pair.findings, known(pair.streamed))

    def _count(self, findings: Iterable[Finding], known: frozenset[str]) -> None:
        for finding in findings:
            key = (str(finding.severity), finding.rule)
            self.rules[key] += 1
            self.known[key] += finding.rule in known
            milder = finding.counted is not finding.severity
            self.varying[key] += milder and finding.rule not in known

    @property
    def counted(self) -> Counter[tuple[str, str]]:
        """Return the findings by severity and rule that count as what they are."""
        return self.rules - self.known - self.varying

    def exit_code(self, fail_on: str) -> int:
        """Return 2 when something could not be read or judged to its end, or nothing was there,
        else 1 for findings at or above `fail_on` that count, else 0.
        """
        if self.unreadable or self.missed or not self.dialects:
            return 2
        grave = FAIL_ON[: FAIL_ON.index(fail_on) + 1] if fail_on != "never" else ()
        counted = {severity for severity, _ in self.counted}
        varying = {"info"} if self.varying.total() else set()
        return int(not (counted | varying).isdisjoint(grave))
