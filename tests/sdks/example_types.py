"""Types written as SDKs write theirs, to read words out of."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal, Required, TypeAlias, TypedDict, Union

__all__ = ["Begin", "Colour", "Event", "Holder", "More", "Over", "Stop"]

Stop: TypeAlias = Literal["end", "cut"]


class Colour(Enum):
    """An enumeration."""

    RED = "RED"
    BLUE = "BLUE"


class Begin(TypedDict, total=False):
    """An alternative."""

    type: Required[Literal["begin"]]
    role: Literal["user", "model"] | None


class More(TypedDict):
    """An alternative with a text, which is no word."""

    type: Literal["more"]
    text: str


class Over(TypedDict):
    """An alternative."""

    type: Literal["over"]


Event: TypeAlias = Annotated[Union[Begin, More, Annotated[Over, "a note"]], "type"]  # noqa: UP007


class Holder(TypedDict):
    """What has a list of alternatives."""

    blocks: list[Union[Begin, More]] | str  # noqa: UP007
