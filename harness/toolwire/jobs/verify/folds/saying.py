"""Findings that are known by what they say, and by where: most rows of the folds need no more than that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode

#: Whether the second of two deviations stands where the first does.
Where: TypeAlias = Callable[[ServerDeviation, ServerDeviation], bool]


@dataclass(frozen=True, slots=True)
class Saying:
    """What a deviation says.

    Attributes:
        words: parts of sentences; () for whatever is said.
        some: whether one of its texts has some of them, instead of every text.
        at: how the places end at which it shows, all of them; () for any place.
    """

    words: tuple[str, ...] = ()
    some: bool = False
    at: tuple[str, ...] = ()

    def fits(self, found: ServerDeviation) -> bool:
        """Return whether a deviation says so."""
        if self.words:
            told = (any(one in text for one in self.words) for text in found.texts)
            if not (any(told) if self.some else all(told)):
                return False
        return not self.at or all(one.pointer.endswith(self.at) for one in found.examples)


ANYTHING: Final = Saying()


def every(*words: str, at: tuple[str, ...] = ()) -> Saying:
    """Return what a deviation says each of whose texts has some of these words."""
    return Saying(words, at=at)


def some(*words: str) -> Saying:
    """Return what a deviation says that has some of these words among its texts."""
    return Saying(words, some=True)


def in_its_modes(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the second shows in no mode but those of the first."""
    return set(other.modes) <= set(best.modes)


def in_the_same_modes(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether both show in the same modes."""
    return other.modes == best.modes


def in_one_mode(best: ServerDeviation, _other: ServerDeviation) -> bool:
    """Return whether the first shows in one mode alone."""
    return len(best.modes) == 1


def in_that_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether both show in one and the same mode alone."""
    return len(best.modes) == 1 and other.modes == best.modes


def in_streams(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether both show in streams alone."""
    return best.modes == other.modes == (str(Mode.STREAMING),)


def in_its_cases(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the second shows in no case but those of the first."""
    return other.shown_in <= best.shown_in


def in_its_answers(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each answer that shows the second shows the first; of both modes' answers one."""
    answers, cases = best.answers, best.shown_in
    return all(
        (one.case, one.mode) in answers or (one.both and one.case in cases)
        for one in other.examples
    )


def said_in(one: DeviationExample) -> dict[str, Json]:
    """Return what each mode says where both are compared: what is wrong is shown where it stands, in either."""
    sides = (one.expected, one.actual)
    whole, streamed = sides[::-1] if one.pointer.startswith("/") else sides
    return {str(Mode.BLOCKING): whole, str(Mode.STREAMING): streamed}


def at_its_places(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the second stands nowhere but where the first does, at the same member of the same answer."""
    places = {(one.case, one.mode, one.step, one.pointer) for one in best.examples}
    return all((one.case, one.mode, one.step, one.pointer) in places for one in other.examples)


@dataclass(frozen=True, slots=True)
class SaidTogether:
    """One deviation tells the cause of another by what both say, and where: for a row of the folds.

    Attributes:
        best: what the first says.
        other: what the second says.
        where: the second stands where the first does, in all these ways.
    """

    best: Saying
    other: Saying
    where: tuple[Where, ...] = ()

    def __call__(self, best: ServerDeviation, other: ServerDeviation) -> bool:
        """Return whether the second tells the cause of the first."""
        said = self.best.fits(best) and self.other.fits(other)
        return said and all(there(best, other) for there in self.where)
