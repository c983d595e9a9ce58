"""Results that were handed in, beside what the bytes come to here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolwire.io.shown import line
from toolwire.model.observation import Observation, Verdict

_Key: TypeAlias = tuple[str, str, str, str, str, str]
_DECIDED: Final = frozenset({Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED})


@dataclass(frozen=True, slots=True)
class ResultDifference:
    """One case of which the results that were handed in say something else.

    `claimed` and `found` are a verdict with the rules that were broken, "nothing" where there is none.
    """

    name: str
    claimed: str
    found: str

    def __str__(self) -> str:
        """Return `acme/m a.b[blocking]: handed in conformant, judged failed (TC304)`."""
        return line(f"{self.name}: handed in {self.claimed}, judged {self.found}")


def differences(
    claimed: Iterable[Observation], found: Iterable[Observation]
) -> Iterator[ResultDifference]:
    """Yield the cases that differ, in order; suites of which the results say nothing are passed over.

    What the results leave undecided in a suite without cassettes claims nothing.

    Args:
        claimed: what was handed in.
        found: what its bytes came to.
    """
    judged = {_key(seen): seen for seen in found}
    suites = {seen.suite for seen in judged.values()}
    theirs = {
        _key(seen): seen
        for seen in claimed
        if seen.asked and (seen.suite in suites or seen.verdict in _DECIDED)
    }
    told = {seen.suite for seen in theirs.values()}
    ours = {key: seen for key, seen in judged.items() if seen.suite in told}
    for key in sorted(theirs.keys() | ours.keys()):
        said, is_so = _words(theirs.get(key)), _words(ours.get(key))
        if said != is_so:
            provider, dialect, model, suite, case, mode = key
            name = f"{provider}/{model} {dialect} {suite}.{case}[{mode}]"
            yield ResultDifference(name, said, is_so)


def _key(seen: Observation) -> _Key:
    return (seen.provider, seen.dialect, seen.model, seen.suite, seen.case, str(seen.mode))


def _words(seen: Observation | None) -> str:
    if seen is None:
        return "nothing"
    rules = sorted({finding.rule for finding in seen.findings if finding.rule})
    return f"{seen.verdict} ({', '.join(rules)})" if rules else str(seen.verdict)
