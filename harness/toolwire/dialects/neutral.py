"""Members of a request that its format documents and that change nothing; part of a dialect's `wire`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.model.conversation import Json

#: Words that no answer ends at by chance.
END: Final = "<end-of-answer>"
#: How a name in a path begins that is one more item at the end of a list.
MORE: Final = "+"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralMember:
    """A member with a value that asks for no other answer.

    Attributes:
        path: names from the body to the member; `*` for each item of a list, and last a name
            that begins with `+` for one more at its end.
        value: what stands there.
        streamed: whether only the request of a stream may have it.
        unless: found in the names of models that are documented to refuse it; None for none.
    """

    path: tuple[str, ...]
    value: Json
    streamed: bool = False
    unless: re.Pattern[str] | None = None

    @property
    def place(self) -> str:
        """Return the member as a pointer."""
        return "".join(f"/{name}" for name in self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralMembers:
    """What may be added to a request of a format.

    Attributes:
        members: in the order of how many clients send them.
        source: where they are documented.
        read: when that was read.
        unasked: forms of tools and of names (`rules.mutate.addition.ADDITIONS`) that the
            format's document does not allow.
    """

    members: tuple[NeutralMember, ...]
    source: str
    read: str
    unasked: frozenset[str] = frozenset()

    def of(self, model: str, *, stream: bool) -> Iterator[NeutralMember]:
        """Yield those that a request may have.

        Args:
            model: that is asked.
            stream: whether it asks for a stream.
        """
        for one in self.members:
            known = one.unless is None or one.unless.search(model.lower()) is None
            if known and (stream or not one.streamed):
                yield one


def member(
    *path: str, value: Json, streamed: bool = False, unless: re.Pattern[str] | None = None
) -> NeutralMember:
    """Return a member; see `NeutralMember`."""
    return NeutralMember(path=path, value=value, streamed=streamed, unless=unless)
