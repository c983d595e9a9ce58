"""Which models a provider's own API lists, as a run was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import msgspec

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

#: Most names of one list, and most characters of one name.
MOST: Final = 2_000
LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class ModelList:
    """One provider's list; results that break a bound are not read.

    Attributes:
        provider: its id.
        models: names, sorted, each once; at most `MOST` of at most `LONGEST` printable characters.
        reason: why the list is not known, in words of ours; "" where it is.
    """

    provider: str
    models: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse what is out of bounds.

        Raises:
            ValueError: it is.
        """
        if len(self.models) > MOST or not all(map(is_plain, self.models)):
            reported = (
                f"a list of at most {MOST} models with names of {LONGEST} printable characters"
            )
            raise ValueError(reported)
        if not all(map(is_plain, (self.provider, self.reason or "-"))):
            raise ValueError("a list of models has a provider and a reason of one printable line")

    @classmethod
    def of(cls, provider: str, names: Iterable[str]) -> ModelList:
        """Return a list of what a provider sent; what is out of bounds is left out."""
        plain = sorted({name for name in names if is_plain(name)})
        return cls(provider, tuple(plain[:MOST]))

    @property
    def known(self) -> bool:
        """Whether the provider told."""
        return not self.reason

    def as_json(self) -> JsonObject:
        """Return it as a footer spells it."""
        models: list[Json] = [*self.models]
        reason: JsonObject = {"reason": self.reason} if self.reason else {}
        return {"provider": self.provider, "models": models, **reason}


def is_plain(name: str) -> bool:
    """Say whether a name is within the bounds: not empty, not too long, printable."""
    # Not printable: control characters, lone surrogates, marks that turn the writing direction.
    return 0 < len(name) <= LONGEST and name.isprintable()


def reason_of(text: str) -> str:
    """Return words of ours as a reason: one printable line within the bounds."""
    line = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    return line[:LONGEST] or "unknown"


def decoded(text: bytes, where: str) -> ModelList:
    """Read a list as `ModelList.as_json` spells it.

    Raises:
        ToolwireError: it is none.
    """
    try:
        return msgspec.json.decode(text, type=ModelList)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ToolwireError(f"not a list of models: {error}", where=where) from None


def together(lists: Iterable[ModelList]) -> tuple[ModelList, ...]:
    """Return one list of each provider, sorted: of several, all names; what is known wins."""
    by_provider = sorted(lists, key=lambda one: (one.provider, one.reason))
    return tuple(_one(name, tuple(mine)) for name, mine in groupby(by_provider, _provider))


def newest(runs: Iterable[tuple[str, tuple[ModelList, ...]]]) -> tuple[ModelList, ...]:
    """Return of each provider the list of the last run that was told it.

    What a provider has withdrawn is not listed because an earlier run had it.

    Args:
        runs: id and lists of each run; ids sort by start. Runs of one id are one.
    """
    found: dict[str, ModelList] = {}
    by_run: dict[str, list[ModelList]] = {}
    for run, lists in runs:
        by_run.setdefault(run, []).extend(lists)
    for run in sorted(by_run):
        for one in together(by_run[run]):
            if one.known or one.provider not in found or not found[one.provider].known:
                found[one.provider] = one
    return tuple(found[name] for name in sorted(found))


def _provider(one: ModelList) -> str:
    return one.provider


def _one(provider: str, lists: tuple[ModelList, ...]) -> ModelList:
    known = [one for one in lists if one.known]
    return ModelList.of(provider, (n for one in known for n in one.models)) if known else lists[0]
