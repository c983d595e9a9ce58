"""Members of a request that its format documents and that change nothing; part of a dialect's `wire`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.model.conversation import Json, JsonObject

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
        unless: found in the names of models that are documented to refuse it, or asked for it in another request;
            None for none.
        said: how it stands there, in words, where another value stands there usually; else "".
        change: makes what is to stand there of what stands there, in place of `value`; else None.
        instead: the member as it usually stands, where a model may know it in neither form; else None.
        lacking: words in which the vendor refuses it of models that do not have it, in small letters, besides
            those that say that it is not supported; "" for none.
    """

    path: tuple[str, ...]
    value: Json
    streamed: bool = False
    unless: re.Pattern[str] | None = None
    said: str = ""
    change: Callable[[Json], Json] | None = None
    instead: JsonObject | None = None
    lacking: str = ""

    @property
    def place(self) -> str:
        """Return the member as a pointer, and how it stands there where that is not as usual."""
        pointer = "".join(f"/{name}" for name in self.path)
        return f"{pointer} {self.said}" if self.said else pointer

    def is_asked(self, model: str) -> bool:
        """Return whether no model of this name is known to refuse it, or to be asked for it elsewhere."""
        return self.unless is None or self.unless.search(model.lower()) is None

    def put(self, there: Json) -> Json:
        """Return what is to stand in the place of what stands there."""
        return self.value if self.change is None else self.change(there)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralMembers:
    """What may be added to a request of a format.

    Attributes:
        members: in the order of how many clients send them.
        source: where they are documented.
        read: when that was read.
        others: the same or others in a form that clients write less often, as a number where most
            write a text: in a request of their own.
        degrees: of what some models can do only, each in a request of its own: a refusal says
            something where the same is taken as it usually stands.
        latest: what some models of the format take only, the newest above all, each in a request of
            its own: who says of it that it is not supported keeps the format, as the vendor's other
            models do.
        queries: behind the address, which the format's SDKs send with some requests, each in one of
            its own.
        stream_queries: likewise, behind the address of a stream, without and with a stream; a name
            alone is what does not stand there.
        headers: which the format's clients send and a request has not, or with another value
            otherwise, likewise.
        alone: what nothing else of its place can stand beside, each in a request of its own.
        called: of the members, those of a tool for which a server may pass over it, each in a
            request that demands its call.
        returned: members of a call of the history and of its result, all in one request that has these.
        left_out: what of a call of the history need not be said, and is not as a rule, with a
            value: where a history is refused, it is asked with this as well.
        unasked: forms of tools and of names (`rules.mutate.addition.ADDITIONS`) that the
            format's document does not allow.
    """

    members: tuple[NeutralMember, ...]
    source: str
    read: str
    others: tuple[NeutralMember, ...] = ()
    degrees: tuple[NeutralMember, ...] = ()
    latest: tuple[NeutralMember, ...] = ()
    queries: tuple[str, ...] = ()
    stream_queries: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    alone: tuple[NeutralMember, ...] = ()
    called: tuple[str, ...] = ()
    returned: tuple[NeutralMember, ...] = ()
    left_out: tuple[tuple[str, Json], ...] = ()
    unasked: frozenset[str] = frozenset()

    @property
    def every(self) -> tuple[NeutralMember, ...]:
        """Return all of them, whichever request they stand in."""
        asked = (*self.members, *self.others, *self.degrees, *self.latest, *self.alone)
        return (*asked, *self.returned)

    def of(self, model: str, *, stream: bool, otherwise: bool = False) -> Iterator[NeutralMember]:
        """Yield those that a request may have.

        Args:
            model: that is asked.
            stream: whether it asks for a stream.
            otherwise: whether those are meant that are written less often.
        """
        for one in self.others if otherwise else self.members:
            if one.is_asked(model) and (stream or not one.streamed):
                yield one


def member(
    *path: str,
    value: Json = None,
    streamed: bool = False,
    unless: re.Pattern[str] | None = None,
    said: str = "",
    change: Callable[[Json], Json] | None = None,
    instead: JsonObject | None = None,
    lacking: str = "",
) -> NeutralMember:
    """Return a member; see `NeutralMember`."""
    return NeutralMember(
        path=path,
        value=value,
        streamed=streamed,
        unless=unless,
        said=said,
        change=change,
        instead=instead,
        lacking=lacking,
    )
