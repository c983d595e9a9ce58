"""Lines of a results file, as they are decoded."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, Mode
from toolwire.model.observation import (
    Chance,
    Finding,
    Observation,
    Stale,
    Trials,
    Verdict,
)
from toolwire.model.shard import Looked
from toolwire.results.model_list import ModelList

#: Deepest nesting of a value that is read: what is written is short, and everything behind here
#: recurses.
_DEEPEST: Final = 100
#: Types of what msgspec decodes that has parts; it makes none derived from them.
_WITH_PARTS: Final = frozenset({dict, list})


def _refuse_depth(value: object, where: str = "") -> None:
    """Refuse a value nested too deeply; what raises in a struct is told as the line's fault."""
    layer: list[object] = [value]
    for _ in range(_DEEPEST):
        layer = [
            inner
            for one in layer
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not layer:
            return
    raise ValueError(f"a value nested more than {_DEEPEST} levels deep{where}")


def _refuse_deep_findings(findings: tuple[Finding, ...]) -> None:
    for number, one in enumerate(findings):
        # Few values have parts, and to look at all of them takes longer than to decode them.
        if type(one.expected) in _WITH_PARTS or type(one.actual) in _WITH_PARTS:
            where = f" - at `$.findings[{number}]`"
            _refuse_depth(one.expected, where)
            _refuse_depth(one.actual, where)


# Most counts of a run are a few small ones: they are one value each, and not hundreds of thousands.
@lru_cache(maxsize=4096)
def _chance(counts: tuple[int, int, int]) -> Chance:
    return Chance(*counts)


class HeaderLine(msgspec.Struct, tag="header", tag_field="kind"):
    """The first line; see `results.Header`."""

    schema: int
    toolwire: str
    started_at: str
    selection: dict[str, Any]
    run: str = ""
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _refuse_depth(self.selection)


class ObservationLine(msgspec.Struct, tag="observation", tag_field="kind"):
    """A line in the middle; see `observation.Observation`."""

    provider: str
    dialect: str
    model: str
    suite: str
    case: str
    mode: Mode
    verdict: Verdict
    reason: str
    findings: tuple[Finding, ...]
    facets: dict[str, str]
    evidence: Evidence
    timing: dict[str, float]
    known: tuple[str, ...] = ()
    otherwise: Verdict | None = None
    trials: Trials | None = None
    asked: bool | None = None
    run: str = ""
    chances: dict[str, tuple[int, int, int]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _refuse_deep_findings(self.findings)
        for replies, hits, cleared in self.chances.values():
            if not 0 <= hits <= replies or cleared < 0:
                raise ValueError("chances that no replies can have")

    def value(self, run: str = "") -> Observation:
        """Return the observation, of a run where the line names none."""
        # Lines from before `asked` was said: only lint called a case `traffic`.
        asked = self.case.partition(".")[0] != "traffic" if self.asked is None else self.asked
        return Observation(
            provider=self.provider,
            dialect=self.dialect,
            model=self.model,
            suite=self.suite,
            case=self.case,
            mode=self.mode,
            verdict=self.verdict,
            evidence=self.evidence,
            reason=self.reason,
            findings=self.findings,
            facets=self.facets,
            timing=self.timing,
            known=self.known,
            otherwise=self.otherwise,
            trials=self.trials,
            asked=asked,
            run=self.run or (run if asked else ""),
            chances={rule: _chance(counts) for rule, counts in self.chances.items()},
        )


class FooterLine(msgspec.Struct, tag="footer", tag_field="kind"):
    """The last line: how many there are, what was looked for, and which models are listed."""

    observations: int
    finished_at: str
    stale: tuple[Stale, ...] = ()
    looked: tuple[Looked, ...] | None = None
    models: tuple[ModelList, ...] = ()


_LINE = msgspec.json.Decoder(HeaderLine | ObservationLine | FooterLine)


def line(text: bytes, where: str) -> HeaderLine | ObservationLine | FooterLine:
    """Read one line.

    Raises:
        ToolwireError: it is not of the contract.
    """
    try:
        found: HeaderLine | ObservationLine | FooterLine = _LINE.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ToolwireError(f"not a line of results.jsonl: {error}", where=where) from None
    return found


def observation(text: bytes | str, where: str = "observation") -> Observation:
    """Read one observation line.

    Raises:
        ToolwireError: it is not one.
    """
    found = line(text.encode() if isinstance(text, str) else text, where)
    if not isinstance(found, ObservationLine):
        raise ToolwireError("not an observation", where=where)
    return found.value()
