"""A request that its vendor refuses though the published type has no word for it; part of a dialect's `wire`.

Such requests are `toolwire verify`'s to ask of a server, and `toolwire serve`'s to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from toolwire.dialects.body import sent_of
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request
from toolwire.model.topic import Topic

#: When the vendors' words were read, of all whose entry names no other day.
READ: Final = "2026-11-29"
#: The name of a model that nobody has.
NO_MODEL: Final = "no-such-model"
#: The body of a right request -> the same with something wrong; None where nothing can be wrong so. The
#: right one is not changed: what is new shares the rest with it.
WrongBody: TypeAlias = "Callable[[JsonObject], JsonObject | None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRefusal:
    """Something wrong with a request, for which the format's own vendor is known to refuse it.

    Attributes:
        id: small letters, digits and underscores, which name what is wrong.
        what: what is wrong, as a message ends: "tool_choice without tools".
        wrong: a right request with tools, a call, its result and words behind them -> a wrong one. None where
            the wrong one cannot be made of it.
        is_wrong: whether a request is wrong so; None where its rules, its type or its reader tell.
        said: the vendor's words; source: where they stand; read: when they were read there.
        status: with which the vendor refuses it.
        loses: whether who answers it has passed over something that was said: a result, a tool, a conversation.
            That is no matter of taste, however many servers do it.
        topic: what of the request is wrong.
    """

    id: str
    what: str
    wrong: Callable[[Request], Request | None]
    is_wrong: Callable[[Request], bool] | None
    said: str
    source: str
    read: str = READ
    status: int = 400
    loses: bool = False
    topic: Topic = Topic.OTHER


def of_body(wrong: WrongBody) -> Callable[[Request], Request | None]:
    """Return what makes a wrong request of a right one by its body."""

    def made(request: Request) -> Request | None:
        sent = sent_of(request)
        body = wrong(sent) if isinstance(sent, dict) else None
        return None if body is None else replace(request, body=dump(body))

    return made


def in_body(is_wrong: Callable[[JsonObject], bool]) -> Callable[[Request], bool]:
    """Return what says by its body whether a request is wrong."""
    return lambda request: is_wrong(object_of(sent_of(request)))


def found_in(request: Request, known: tuple[KnownRefusal, ...]) -> Iterator[KnownRefusal]:
    """Yield what is wrong with a request, of what is known to be refused."""
    return (one for one in known if one.is_wrong is not None and one.is_wrong(request))


def cut_json(said: str, source: str) -> KnownRefusal:
    """Return that a request ends in the middle of its JSON."""
    return KnownRefusal(
        id="cut_json",
        loses=True,
        what="a body that ends in the middle of its JSON",
        wrong=lambda request: replace(request, body=request.body.rstrip()[:-1]),
        is_wrong=None,
        said=said,
        source=source,
    )


def unknown_model(said: str, source: str, status: int = 404, read: str = READ) -> KnownRefusal:
    """Return that a request asks a model that there is not, by a member of its body."""
    return KnownRefusal(
        id="unknown_model",
        what="a model that there is not",
        wrong=of_body(lambda body: {**body, "model": NO_MODEL} if "model" in body else None),
        is_wrong=in_body(lambda body: body.get("model") == NO_MODEL),
        said=said,
        source=source,
        read=read,
        status=status,
    )
