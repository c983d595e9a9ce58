"""Which path belongs to which dialect: those that the official SDKs ask for.

Paths are compared as they were sent, percent signs and all, since a model id may hold an encoded
slash or colon.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

#: A segment of a path that may be anything, for example a model.
_ANY: Final = r"[^/]+"
_GEMINI: Final = r":(?:generateContent|streamGenerateContent)"
_VERTEX: Final = rf"/v1(?:beta1)?/projects/{_ANY}/locations/{_ANY}/publishers/google/models/{_ANY}"
_OPENAI_ROOTS: Final = rf"(?:/v1|/openai/v1|/openai/deployments/{_ANY})?"

#: Dialect -> patterns of the paths that a request is posted to.
PATHS: Final[Mapping[str, tuple[str, ...]]] = {
    "anthropic-messages": ("/v1/messages",),
    "bedrock-converse": (f"/model/{_ANY}/converse", f"/model/{_ANY}/converse-stream"),
    "chatml": (f"{_OPENAI_ROOTS}/completions",),
    "cohere-v1": ("/v1/chat",),
    "cohere-v2": ("/v2/chat",),
    "gemini-generate": (
        f"/v1(?:beta|alpha)?/models/{_ANY}{_GEMINI}",
        f"/v1(?:beta|alpha)?/tunedModels/{_ANY}{_GEMINI}",
        # Express mode of Vertex leaves project and location out.
        f"/v1(?:beta1)?/publishers/google/models/{_ANY}{_GEMINI}",
        f"{_VERTEX}{_GEMINI}",
    ),
    "ollama-chat": ("/api/chat",),
    "openai-chat": (f"{_OPENAI_ROOTS}/chat/completions",),
    "openai-responses": (f"{_OPENAI_ROOTS}/responses",),
    "prompted": (f"{_OPENAI_ROOTS}/chat/completions",),
}
#: Dialect -> the path that lists its models. Where several are served that share one, the first
#: here answers: OpenAI's list, whose clients ask for it before they ask a model.
LISTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("openai-chat", "openai-responses", "prompted", "chatml"), "/v1/models"),
    "anthropic-messages": "/v1/models",
    "cohere-v2": "/v1/models",
    "cohere-v1": "/v1/models",
    "gemini-generate": "/v1beta/models",
    "ollama-chat": "/api/tags",
}


@dataclass(frozen=True, slots=True)
class Match:
    """What a request is to.

    Attributes:
        dialect: name of the dialect that answers it, an error included.
        method: the method this path takes; "" when nothing is at this path.
        lists: it asks for the models.
    """

    dialect: str
    method: str = ""
    lists: bool = False


def find(path: str, dialects: Sequence[str]) -> Match:
    """Return what is at a path, without its query.

    Args:
        path: as it was sent.
        dialects: the names of those that are served, at least one; the first that has the
            path is named. A path of none goes to the one that has the likest paths.
    """
    for name in dialects:
        if any(re.fullmatch(pattern, path) for pattern in PATHS[name]):
            return Match(name, "POST")
    for name, place in LISTS.items():
        if path == place and name in dialects:
            return Match(name, "GET", lists=True)
    return Match(max(dialects, key=lambda name: _likeness(path, name)))


def _likeness(path: str, name: str) -> int:
    """Return how many characters a path has in common with one of a dialect's own."""
    known = (*_EXAMPLES.get(name, PATHS[name]), LISTS.get(name, ""))
    return max(_in_common(path, own) for own in known)


def _in_common(one: str, other: str) -> int:
    same = (a == b for a, b in zip(one, other, strict=False))
    return sum(1 for _ in takewhile(bool, same))


#: Dialects whose patterns begin with a choice -> what their paths begin with.
_EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "chatml": ("/v1/completions",),
    "gemini-generate": ("/v1beta/models", "/v1/models"),
    "openai-chat": ("/v1/chat/completions", "/openai/deployments"),
    "openai-responses": ("/v1/responses",),
    "prompted": ("/v1/chat/completions",),
}
