"""Whether two findings of a run tell of one thing that befell the names of its calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    SaidTogether,
    at_its_places,
    every,
    in_its_modes,
    in_the_same_modes,
)
from toolwire.jobs.verify.folds.sentences import DEMANDED_OF_NOBODY, NAMELESS, TOLD_TWICE
from toolwire.model.conversation import Json
from toolwire.rules.views.spelling import folded

#: What stands behind the beginning that ids have in common where it is a name of a tool.
_NAMED_ID: Final = re.compile(r"(_[a-z]+)+")
_DEMANDED_WITH_MORE: Final = "The name of the tool demanded came with something before it."


#: A name that is left out where it is told again is not the one that was told before.
left_out_again: Final = SaidTogether(
    every(NAMELESS),
    every(TOLD_TWICE, at=("/name",)),
    (in_the_same_modes, at_its_places),
)


def named_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each name that another rule tells of is one that was declared, spelled otherwise."""
    alike = _ALIKE[best.rule]
    return set(other.modes) <= set(best.modes) and all(
        any(alike(str(name), str(one.actual)) for name in listed(one.expected))
        for one in other.examples
    )


def _is_spelled(declared: str, came: str) -> bool:
    return folded(declared) == folded(came)


def _is_cut(declared: str, came: str) -> bool:
    return bool(came) and (declared.startswith(came) or declared.endswith(came))


def _has_more(declared: str, came: str) -> bool:
    return bool(declared) and came != declared and came.endswith(declared)


#: Rule about names -> what a name is to one that was declared.
_ALIKE: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "TC115": _has_more,
    "TC116": _is_cut,
    "TC148": _is_spelled,
}


def demanded_with_more(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the name of each tool that is demanded, in whatever form, has before it what all names have."""
    told = {text for text in other.texts if not text.startswith(_DEMANDED_WITH_MORE.rstrip("."))}
    if told == {DEMANDED_OF_NOBODY}:
        sides = ((str(one.expected), str(one.actual)) for one in other.examples)
        return all(_has_more(*names) for names in sides) and in_its_modes(best, other)
    return not told and in_its_modes(best, other)


def with_more_everywhere(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each name that is not offered is an offered one with something before it, as where several come."""
    ends = all(
        any(str(one.actual).endswith(str(name)) for name in listed(one.expected))
        for one in best.examples
    )
    return ends and in_its_modes(best, other)


#: Parameters that come under other names do so in the calls that hold everything, too.
names_respelled: Final = SaidTogether(
    every("A parameter came under another spelling of its name."),
    every("names came in", "names came with"),
    (in_its_modes,),
)


def ids_of_names(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether ids that come twice, in an answer and in a conversation, are names of tools behind
    one beginning: two calls of a tool have the same, whenever they are made.
    """
    ids = {str(one.actual) for one in (*best.examples, *other.examples)}
    alike = takewhile(lambda both: both[0] == both[1], zip(min(ids), max(ids), strict=False))
    begin = "".join(letter for letter, _ in alike).rpartition("_")[0]
    worded = all(_NAMED_ID.fullmatch(one.removeprefix(begin)) for one in ids)
    return bool(begin) and len(ids) > 1 and worded and in_its_modes(best, other)


def listed(value: Json) -> Sequence[Json]:
    """Return the values of a list; of any other value that one."""
    return value if isinstance(value, list) else [value]
