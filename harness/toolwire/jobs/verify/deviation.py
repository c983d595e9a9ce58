"""One thing that a server does otherwise, and the exchanges that show it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Severity
from toolwire.model.topic import Topic

#: Which of the exchanges of its case a finding is about.
_STEP: Final = re.compile(r"step\[(\d{1,4})\]")
#: The slash that a pointer which is none into a body gets behind its step.
_UNPLACED: Final = re.compile(r"^/(?=event\[|status$|header\[)")


@dataclass(frozen=True, slots=True)
class DeviationExample:
    """An exchange that shows something: the case, its mode, and which of its requests, from 1.

    `pointer` is where in its answer, "" for all of it; `expected` and `actual` are what the
    finding says was there, and `message` what it says. `both` says that the answers of both modes
    show it together.
    """

    case: str
    mode: Mode
    step: int
    pointer: str = ""
    both: bool = False
    expected: Json = None
    actual: Json = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class ServerDeviation:
    """One thing a server does otherwise.

    Attributes:
        rule: its id; "" where a case was not met and no rule says why.
        severity: the most severe it was seen with.
        message: what is wrong; may hold words from the wire where there is no rule.
        others: what else the rule says, of the same or other answers, the commonest first.
        said: words of the server with which it refused the plainest; "" where it refused nothing.
        count: observations that show it.
        modes: in which.
        examples: exchanges that show it, the plainest first.
        breaks: clients of its dialect that are known to break; "" when none is.
        cases: where there is no rule, the cases that were not met.
        requests: what was asked in the example, one request or one for each mode; () where
            it was not kept.
        again: whether it showed each time that was asked again; None where it was not asked.
        own: the most severe that its rule itself tells, where what was folded into it is graver.
        dialect: in which it was seen.
        topics: what is wrong in the requests that it says were answered; none where it says no such thing.
    """

    rule: str
    severity: Severity
    message: str
    count: int
    modes: tuple[str, ...]
    examples: tuple[DeviationExample, ...]
    breaks: str = ""
    others: tuple[str, ...] = ()
    said: str = ""
    cases: tuple[str, ...] = ()
    requests: tuple[tuple[Mode, Request], ...] = ()
    again: bool | None = None
    own: Severity | None = None
    dialect: str = ""
    topics: frozenset[Topic] = frozenset()

    @property
    def example(self) -> DeviationExample:
        """Return the plainest exchange that shows it."""
        return self.examples[0]

    @property
    def answers(self) -> frozenset[tuple[str, Mode]]:
        """Return the case and mode of each exchange that shows it."""
        return frozenset((one.case, one.mode) for one in self.examples)

    @property
    def shown_in(self) -> frozenset[str]:
        """Return the cases of the exchanges that show it."""
        return frozenset(one.case for one in self.examples)

    @property
    def texts(self) -> frozenset[str]:
        """Return all that its rule says of it."""
        return frozenset((self.message, *self.others))

    def headed(self, message: str) -> ServerDeviation:
        """Return it with what one of its examples shows said first, but for what several findings say together."""
        by_one = self.message in {one.message for one in self.examples}
        if not message or message == self.message or not by_one:
            return self
        others = (one for one in (self.message, *self.others) if one != message)
        return replace(self, message=message, others=tuple(others))


def in_answer(pointer: str) -> tuple[int, str]:
    """Return which exchange of its case a finding's pointer is about, from 1, and where in its answer it leads."""
    found = _STEP.match(pointer)
    return (int(found[1]), _UNPLACED.sub("", pointer[found.end() :])) if found else (1, pointer)
