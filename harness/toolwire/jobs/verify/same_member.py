"""Whether two findings of a run tell of one member of its answers: that it is missing, or of another type."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation

_MISSING: Final = "A member that the published type requires is missing."
_OTHER_TYPE: Final = "The value is not of the published type."
#: What numbers the parts of a stream.
_NUMBERS: Final = frozenset({"index", "contentBlockIndex"})
#: Begins what an order of events says of a part without its number.
_UNNUMBERED: Final = "No number is told of the "
#: Begins what an order of events says of a stream that lacks its first one.
_BEGINS_OTHERWISE: Final = "The stream does not begin with"
_IN_ONE_MODE: Final = frozenset({"The answer has an id in one mode only."})
#: What is said of counts where some of them are missing.
_COUNTS: Final = (
    "Nothing says how many tokens were read and made.",
    "Other token counts are told in the",
    "No token counts are told in the",
)
_DURATION: Final = "_duration"
_FRACTION: Final = frozenset({"A duration is written with a fraction, which Go's integers refuse."})
_EMPTY: Final = frozenset({"The arguments are empty where an empty object belongs."})
_EVENT: Final = re.compile(r"^event\[\d+\]")


def without_number(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that the published type misses is the number of parts that have none."""
    told = best.texts
    unnumbered = any(text.startswith(_UNNUMBERED) for text in told)
    alike = unnumbered and set(other.modes) <= set(best.modes)
    return (
        alike and other.texts == {_MISSING} and {place[-1] for place in _places(other)} <= _NUMBERS
    )


def without_id(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the answers of one mode have no id because it is missing there, or the event that has it."""
    if best.message.startswith(_BEGINS_OTHERWISE):
        return other.modes == best.modes and other.texts == _IN_ONE_MODE
    missing = len(best.modes) == 1 and best.texts == {_MISSING}
    return missing and other.texts == _IN_ONE_MODE and _places(best) <= {("id",)}


def without_count(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether counts are not told because members of the usage are missing, or no numbers."""
    missing = best.texts <= {_MISSING, _OTHER_TYPE} and all(
        any("usage" in step.lower() for step in place) for place in _places(best)
    )
    return missing and all(text.startswith(_COUNTS) for text in other.texts)


def durations_with_fractions(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is not of its type are durations, some of which are told with a fraction."""
    durations = all(place[-1].endswith(_DURATION) for place in _places(best))
    there = best.texts == {_OTHER_TYPE} and set(other.modes) <= set(best.modes)
    return durations and there and other.texts == _FRACTION


def unread_arguments(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether arguments are empty because what holds their fragments is of another type."""
    if not (best.texts == {_OTHER_TYPE} and other.modes == best.modes and other.texts == _EMPTY):
        return False
    holders = _places(best)
    return all(any(place[: len(one)] == one for one in holders) for place in _places(other))


def _places(found: ServerDeviation) -> set[tuple[str, ...]]:
    """Return the steps to the members of each example, without the number of the event."""
    pointers = (_EVENT.sub("", one.pointer) for one in found.examples)
    return {tuple(pointer.split("/")[1:]) or ("",) for pointer in pointers}
