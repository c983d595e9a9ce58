"""What servers answer beside the paths of a dialect: counts of tokens, caches, one model.

Clients ask for these before or between their requests. What is said is made of the request, so
that nothing has to be kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolwire.dialects.responder import token_count
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request


@dataclass(frozen=True, slots=True)
class BesideRoute:
    """A path beside those that a conversation is posted to.

    Attributes:
        method: that it takes.
        path: its pattern.
        answer: what is said to a request; it has a JSON object as its body where one is posted.
    """

    method: str
    path: str
    answer: Callable[[Request, JsonObject], JsonObject]


@dataclass(frozen=True, slots=True)
class CountRoute:
    """A path that counts the tokens of a prompt before it is asked.

    Attributes:
        behind: what stands behind the path that the conversation is posted to.
        member: of the answer, with the count.
        without: members of the conversation's request that this one has not.
    """

    behind: str
    member: str
    without: tuple[str, ...]


def last_step(request: Request) -> str:
    """Return the last step of a request's path, as it was sent."""
    return request.url.partition("?")[0].rpartition("/")[2]


def counted(member: str, **others: str) -> Callable[[Request, JsonObject], JsonObject]:
    """Return an answer that has the tokens of a body in a member, and others beside it."""
    return lambda _, body: {**others, member: token_count(body)}
