"""Parts of a run: what belongs to which, and what several of them come to together.

`--shard I/N` runs the units (`audit.live.units`) that a hash of their names puts into part I of N. A
unit is in the same part whatever else was selected, in whichever order, on any machine.

Whether a listed deviation no longer shows can be told of a whole run only, for it may show in
a case of another part. So a part writes how far it looked, and the question is answered where
all parts are together.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolwire.io.json_text import canonical
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Stale

#: The member of a header's selection that names the shard, or of merged results the shards.
SHARD: Final = "shard"

_WORDS = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
_HINT = "write 2/3 for the second of three parts"


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """Part `number` (from 1) of `of` parts."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str, where: str = "--shard") -> Shard:
        """Read `2/3`.

        Raises:
            ToolwireError: it is not of this form, or there is no such part.
        """
        words = _WORDS.fullmatch(text)
        if words is None:
            raise ToolwireError(f"{text!r} is no part of a run", where=where, hint=_HINT)
        number, of = int(words[1]), int(words[2])
        if not 1 <= number <= of:
            reported = f"there is no part {number} of {of}"
            raise ToolwireError(reported, where=where, hint=_HINT)
        return cls(number, of)

    def holds(self, name: str) -> bool:
        """Return whether a unit of this name is in this part."""
        digest = hashlib.sha256(name.encode()).digest()
        return int.from_bytes(digest[:8], "big") % self.of == self.number - 1

    @property
    def text(self) -> str:
        """Return it as it is written: `2/3`."""
        return f"{self.number}/{self.of}"


@dataclass(frozen=True, slots=True)
class Looked:
    """How far one part of a run looked for a listed deviation.

    Attributes:
        provider, dialect, rule: what is listed.
        about: the models and modes the listing is about; tells two listings of a rule apart.
        shown: whether it showed.
        unasked: what would have shown it and was not asked in this part.
        unseen: whether it may stand in an answer that could not be looked at.
    """

    provider: str
    dialect: str
    rule: str
    about: str = ""
    shown: bool = False
    unasked: tuple[str, ...] = ()
    unseen: bool = False

    def with_(self, other: Looked) -> Looked:
        """Return how far both parts looked together."""
        unasked = tuple(place for place in self.unasked if place in other.unasked)
        shown, unseen = self.shown or other.shown, self.unseen or other.unseen
        return replace(self, shown=shown, unasked=unasked, unseen=unseen)

    @property
    def passed(self) -> bool:
        """Whether everything was asked and it did not show."""
        return not (self.shown or self.unasked or self.unseen)

    @property
    def stale(self) -> Stale:
        """Return what is to be told when it has passed."""
        return Stale(self.provider, self.dialect, self.rule)

    def as_json(self) -> JsonObject:
        """Return it as the footer of results.jsonl has it."""
        return {
            **self.stale.as_json(),
            "about": self.about,
            "shown": self.shown,
            "unasked": list(self.unasked),
            **({"unseen": True} if self.unseen else {}),
        }


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one run that are here.

    Attributes:
        run: the id of the first of them, which stands for all.
        ids: the ids of all of them.
        selection: what they share, without the word for the part.
        shards: which parts they are; () for a run that was not divided.
        looked: how far they looked together; None where one of them does not say.
    """

    run: str
    ids: tuple[str, ...]
    selection: JsonObject
    shards: tuple[Shard, ...]
    looked: tuple[Looked, ...] | None

    @property
    def missing(self) -> tuple[Shard, ...]:
        """Return the parts that are not here."""
        if not self.shards:
            return ()
        every = (Shard(number, self.shards[0].of) for number in range(1, self.shards[0].of + 1))
        return tuple(shard for shard in every if shard not in self.shards)

    @property
    def header_selection(self) -> JsonObject:
        """Return the selection as a header has it: a whole run does not speak of parts."""
        if not self.missing:
            return self.selection
        texts: list[Json] = [shard.text for shard in self.shards]
        return {**self.selection, SHARD: texts[0] if len(texts) == 1 else texts}

    def stale(self) -> Iterator[Stale]:
        """Yield the listings that no longer show; nothing while a part is missing."""
        if self.shards and not self.missing:
            yield from (one.stale for one in self.looked or () if one.passed)


def shards_of(selection: JsonObject, where: str) -> tuple[Shard, ...]:
    """Return the shards that a header's selection names.

    Raises:
        ToolwireError: it names what is no part of a run, or parts of different divisions.
    """
    named = selection.get(SHARD, [])
    texts = named if isinstance(named, list) else [named]
    shards = tuple(sorted({Shard.parse(str(text), where) for text in texts}))
    if len({shard.of for shard in shards}) > 1:
        raise ToolwireError("parts of two different divisions in one file", where=where)
    return shards


def parts_of(
    runs: Iterable[tuple[str, JsonObject, tuple[Shard, ...], tuple[Looked, ...] | None]],
) -> tuple[Parts, ...]:
    """Group results (run, selection, shards, how far they looked) by the run that was divided.

    A part that is there again begins another run of the same selection; the order of `runs` is
    that in which they started.
    """
    groups: dict[bytes, list[Parts]] = {}
    for run, selection, shards, looked in runs:
        rest = {name: value for name, value in selection.items() if name != SHARD}
        # What was not divided is a run of its own.
        key = canonical([rest, shards[0].of if shards else run])
        mine = groups.setdefault(key, [])
        for at, before in enumerate(mine):
            if run in before.ids or set(shards).isdisjoint(before.shards):
                mine[at] = Parts(
                    before.run,
                    tuple(dict.fromkeys((*before.ids, run))),
                    rest,
                    tuple(sorted({*shards, *before.shards})),
                    _together(before.looked, looked),
                )
                break
        else:
            mine.append(Parts(run, (run,), rest, tuple(sorted(shards)), looked))
    return tuple(sorted((one for mine in groups.values() for one in mine), key=lambda one: one.run))


def _together(
    before: tuple[Looked, ...] | None, after: tuple[Looked, ...] | None
) -> tuple[Looked, ...] | None:
    if before is None or after is None:
        return None
    found: dict[tuple[Stale, str], Looked] = {}
    for one in (*before, *after):
        key = (one.stale, one.about)
        found[key] = found[key].with_(one) if key in found else one
    return tuple(found.values())
