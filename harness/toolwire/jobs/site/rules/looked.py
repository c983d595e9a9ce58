"""What rules were held against: what can be said of that, and no more."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from toolwire.jobs.report.seen_exchanges import real
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Row
from toolwire.rules import Rule, Subject
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS

#: Row, run and source: one exchange of somebody, however many suites it is evidence for.
_Exchange: TypeAlias = tuple[Row, str, str]
_DECIDED: Final = frozenset({Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED})
_REQUEST: Final = (
    "It is about what a client sends, so no provider breaks it; `toolwire lint` says it of the "
    "requests in a recording."
)
_NOBODY: Final = "Not observed: this report has no exchange that it could be held against."
_UNCOUNTED: Final = "How many of them had something that it judges is not counted."
_NOTHING: Final[frozenset[_Exchange]] = frozenset()
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LookedAt:
    """What a report rests on.

    Attributes:
        exchanges: (format, mode) -> what was read.
        asked: probe rule -> exchanges in which its question was asked.
        pairs: format -> streamed answers that were compared with the blocking one.
    """

    exchanges: Mapping[tuple[str, str], frozenset[_Exchange]]
    asked: Mapping[str, frozenset[_Exchange]]
    pairs: Mapping[str, frozenset[_Exchange]]

    def words(self, rule: Rule) -> str:
        """Return a sentence or two: what a rule was held against, and what is not known of it."""
        if rule.subject is Subject.REQUEST:
            return _REQUEST
        if rule.subject is Subject.PROBE:
            asked = self.asked.get(rule.id, _NOTHING)
            return f"Its question was asked in {_many(asked)}." if asked else _NOBODY
        if rule.subject is Subject.AB:
            pairs = _NOTHING.union(*(self.pairs.get(one, _NOTHING) for one in rule.severity))
            return f"Both modes of {_many(pairs)} were compared." if pairs else _NOBODY
        places = ((one, str(mode)) for one in rule.severity for mode in rule.modes)
        read = _NOTHING.union(*(self.exchanges.get(place, _NOTHING) for place in places))
        return f"In its formats, {_many(read)} were read. {_UNCOUNTED}" if read else _NOBODY


def looked_at(observations: Iterable[Observation]) -> LookedAt:
    """Collect what was really seen; what is composed from documentation never counts."""
    questions = _questions()
    exchanges: dict[tuple[str, str], set[_Exchange]] = {}
    asked: dict[str, set[_Exchange]] = {}
    pairs: dict[str, set[_Exchange]] = {}
    for seen, sighting in real(observations):
        if seen.verdict not in _DECIDED:
            continue
        one = (Row(seen.provider, seen.dialect), sighting.run, sighting.source)
        if seen.suite == PAIRS:
            pairs.setdefault(seen.dialect, set()).add(one)
            continue
        exchanges.setdefault((seen.dialect, sighting.mode), set()).add(one)
        for rule in questions.get((seen.suite, seen.case), ()) if seen.asked else ():
            asked.setdefault(rule, set()).add(one)
    return LookedAt(_frozen(exchanges), _frozen(asked), _frozen(pairs))


def _frozen(found: Mapping[_Key, set[_Exchange]]) -> Mapping[_Key, frozenset[_Exchange]]:
    return {key: frozenset(of_it) for key, of_it in found.items()}


def _questions() -> Mapping[tuple[str, str], frozenset[str]]:
    """Return (suite, case) -> the probe rules whose questions it asks."""
    return {
        (suite.id, case.id): frozenset(step.question for step in case.steps if step.question)
        for suite in load_suites(())
        for case in suite.cases
    }


def _many(found: Collection[_Exchange]) -> str:
    """Return `1,204 exchanges of 31 provider formats`."""
    rows = len({row for row, _, _ in found})
    return f"{_counted(len(found), 'exchange')} of {_counted(rows, 'provider format')}"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
