"""Lines of a results file, as they are decoded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

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

#: Past the bits of all parts of a text, and of none.
_PARTS_END: Final = 16
#: Deepest nesting of a value that is read: what is written is short, and everything behind here
#: recurses.
_DEEPEST: Final = 100
#: Most findings and sets of chances of one file that are kept to be found again, and most bytes of one.
_MOST_KEPT: Final = 8192
_LONGEST_KEPT: Final = 2048


def _refuse_depth(value: object) -> None:
    """Refuse a value nested too deeply; what raises in a struct is told as the line's fault."""
    if not isinstance(value, dict | list):
        return
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
    raise ValueError(f"a value nested more than {_DEEPEST} levels deep")


def _finding(text: bytes) -> Finding:
    found = _FINDING.decode(text)
    _refuse_depth(found.expected)
    _refuse_depth(found.actual)
    return found


def _chances(text: bytes) -> Mapping[str, Chance]:
    found = {rule: Chance(*counts) for rule, counts in _CHANCES.decode(text).items()}
    if not all(map(_is_possible, found.values())):
        raise ValueError("chances that no replies can have")
    return found


def _is_possible(chance: Chance) -> bool:
    counted = 0 <= chance.hits <= chance.replies and min(chance.cleared, chance.reverse or 0) >= 0
    return counted and 0 <= chance.parts < _PARTS_END


def _placed(error: Exception, part: str) -> ValueError:
    """Return what is wrong with a part of a line, with its place in the line."""
    text = str(error)
    if " - at `$" in text:
        return ValueError(text.replace(" - at `$", f" - at `$.{part}", 1))
    return ValueError(f"{text} - at `$.{part}`")


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
    findings: tuple[msgspec.Raw, ...]
    facets: dict[str, str]
    evidence: Evidence
    timing: dict[str, float]
    known: tuple[str, ...] = ()
    otherwise: Verdict | None = None
    trials: Trials | None = None
    asked: bool | None = None
    run: str = ""
    chances: msgspec.Raw = msgspec.Raw(b"{}")

    def value(
        self, run: str, findings: tuple[Finding, ...], chances: Mapping[str, Chance]
    ) -> Observation:
        """Return the observation, of a run where the line names none; and the values of its parts."""
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
            findings=findings,
            facets=self.facets,
            timing=self.timing,
            known=self.known,
            otherwise=self.otherwise,
            trials=self.trials,
            asked=asked,
            run=self.run or (run if asked else ""),
            chances=chances,
        )


class FooterLine(msgspec.Struct, tag="footer", tag_field="kind"):
    """The last line: how many there are, what was looked for, and which models are listed."""

    observations: int
    finished_at: str
    stale: tuple[Stale, ...] = ()
    looked: tuple[Looked, ...] | None = None
    models: tuple[ModelList, ...] = ()


_LINE = msgspec.json.Decoder(HeaderLine | ObservationLine | FooterLine)
_FINDING = msgspec.json.Decoder(Finding)
_CHANCES = msgspec.json.Decoder(
    dict[str, Annotated[tuple[int, ...], msgspec.Meta(min_length=3, max_length=5)]]
)


class LineReader:
    """Reads the lines of one file.

    Providers break the same rule in the same words, case by case: what is there again, byte by byte,
    is one value, made once. Of a report of 16,596 observations 2,421 of 23,398 findings differ, and 37
    of 1,790 sets of chances.

    Args:
        run: id of the run whose the observations are that name none.
    """

    def __init__(self, run: str = "") -> None:
        self._run = run
        self._finding = lru_cache(maxsize=_MOST_KEPT)(_finding)
        self._chances = lru_cache(maxsize=_MOST_KEPT)(_chances)

    def read(self, text: bytes, where: str) -> HeaderLine | Observation | FooterLine:
        """Read one line.

        Raises:
            ToolwireError: it is not of the contract.
        """
        try:
            found: HeaderLine | ObservationLine | FooterLine = _LINE.decode(text)
            return self._observation(found) if isinstance(found, ObservationLine) else found
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise ToolwireError(f"not a line of results.jsonl: {error}", where=where) from None

    def _observation(self, found: ObservationLine) -> Observation:
        findings: list[Finding] = []
        try:
            for one in found.findings:
                text = bytes(one)
                known = len(text) <= _LONGEST_KEPT
                findings.append(self._finding(text) if known else _finding(text))
        except (msgspec.MsgspecError, ValueError) as error:
            raise _placed(error, f"findings[{len(findings)}]") from None
        try:
            text = bytes(found.chances)
            chances = self._chances(text) if len(text) <= _LONGEST_KEPT else _chances(text)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _placed(error, "chances") from None
        return found.value(self._run, tuple(findings), chances)


def line(text: bytes, where: str) -> HeaderLine | Observation | FooterLine:
    """Read one line alone; raises as `LineReader.read` does."""
    return LineReader().read(text, where)


def observation(text: bytes | str, where: str = "observation") -> Observation:
    """Read one observation line.

    Raises:
        ToolwireError: it is not one.
    """
    found = line(text.encode() if isinstance(text, str) else text, where)
    if not isinstance(found, Observation):
        raise ToolwireError("not an observation", where=where)
    return found
