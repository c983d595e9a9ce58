"""Endpoints on the hosts of chat that answer no turn of a model, told by method and path.

Their errors have the form of the chat beside them, and some of their bodies hold requests or
answers of it: a batch, a cache, a count of tokens. What is made for chat judges none of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from toolwire.model.exchange import Exchange

#: Last words of a path that name a deed or a thing other than a turn.
_ENDINGS: Final = (
    "compact",
    "count[-_]tokens",
    "detokenize",
    "embed",
    "embeddings",
    "input_items",
    "input_tokens",
    "models",
    "moderations",
    "rerank",
    "tokenize",
)
#: Collections of things that are kept, with whatever stands below them.
_KEPT: Final = (
    "assistants",
    "audio",
    "batches",
    "cachedContents",
    "containers",
    "files",
    "fine_tuning",
    "images",
    "skills",
    "threads",
    "uploads",
    "vector_stores",
)
_ASKING_NOTHING: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS"})
#: Methods that ask no model wherever they are sent: a GET fetches a stored answer below a chat's path.
_NEVER_ASKING: Final = _ASKING_NOTHING - {"GET"}
_INTERACTIONS: Final = "Google's Interactions, an API of its own"
#: What stands in a path that may end as a chat's does -> what is there instead.
_INSTEAD: Final[Mapping[str, str]] = {
    # Perplexity's and Z.ai's, above the path of the chat.
    "/async/": "an answer that is fetched later",
    # Azure's preview of 2023.
    "/extensions/chat/completions$": "choices of several messages each",
    # Of Claude at Vertex.
    "/count-tokens:rawPredict$": "a count of tokens",
    # Google's Code Assist, which Gemini CLI speaks: Gemini's own bodies, each inside another object.
    "/v1internal:": "an API of an editor's, which wraps request and answer",
    # Of Gemini's API and of Vertex, with whatever stands below: steps, and events of other names.
    r"/v1\w*(?:/projects/[^/]+/locations/[^/]+)?/interactions(?:/|$)": _INTERACTIONS,
    # IBM's watsonx, Baidu's and MiniMax's before they took OpenAI's form, and Snowflake's: near to
    # Chat Completions, and of their own.
    (
        r"/ml/v[0-9]/(?:text|deployments/[^/]+/text)/|/wenxinworkshop/chat/"
        r"|/text/chatcompletion\w*$|/cortex/inference:complete$"
    ): "a format of its vendor's own",
}
#: Hosts of such a format at the path of chats: Sber's GigaChat, whose arguments are objects.
_OWN_FORMAT: Final = re.compile(
    r"^https?://gigachat\.(?:devices\.sberbank|sberdevices)\.ru(?:[:/]|$)", re.ASCII | re.IGNORECASE
)
_ANY_INSTEAD: Final = re.compile("|".join(f"({pattern})" for pattern in _INSTEAD), re.ASCII)
_REASONS: Final = tuple(_INSTEAD.values())
_OTHER: Final = re.compile(
    rf"/(?:{'|'.join(_ENDINGS)})$|/(?:v[0-9]\w*|messages)/(?:{'|'.join(_KEPT)})(?:/|$)", re.ASCII
)

#: What only a body of Interactions has: its kind, that of its events (until 2026-05 content.start
#: and the like), or these two members.
_INTERACTION: Final = re.compile(
    rb'"object": ?"interaction"|"event_type": ?"(?:interaction|step|content)\.[a-z]'
)
_OF_INTERACTION: Final = (b'"steps"', b'"total_input_tokens"')

#: What an answer begins with that counts, keeps, shortens or deletes what was sent as a turn is.
_NO_TURN: Final = re.compile(
    rb'^\s*\{\s*"(?:totalTokens"\s*:|input_tokens"\s*:\s*\d+\s*[,}]'
    rb'|name"\s*:\s*"[^"]{0,200}cachedContents/)'
    rb'|"object"\s*:\s*"(?:chat\.completion\.deleted|response\.(?:compaction|input_tokens))"'
)
_NEAR: Final = 500


def no_turn(body: bytes) -> bool:
    """Return whether an answer is none to a turn, though what was asked may look like one."""
    return _NO_TURN.search(body, 0, _NEAR) is not None


def other_body(body: bytes) -> str:
    """Return of which other API an answer is that no dialect recognises; "" where it does not show."""
    shown = all(member in body for member in _OF_INTERACTION)
    return _INTERACTIONS if shown or _INTERACTION.search(body) is not None else ""


def other_endpoint(exchange: Exchange, path: str, *, home: bool) -> str:
    """Return why an exchange is no turn of a chat; "" where method and path do not say so.

    Args:
        exchange: it.
        path: of its URL, without slashes at its end.
        home: whether a dialect is served at that path.
    """
    request = exchange.request
    if request is None:
        return ""
    method = request.method.upper()
    # At the path that a chat is posted to, stored ones are listed, and browsers ask first.
    if method in (_ASKING_NOTHING if home else _NEVER_ASKING):
        return f"a {method} asks no model"
    if (instead := _ANY_INSTEAD.search(path)) is not None:
        return _REASONS[(instead.lastindex or 1) - 1]
    if home:
        return "a format of its vendor's own" if _OWN_FORMAT.match(path) else ""
    found = _OTHER.search(path)
    return f"path of another endpoint: {found[0].strip('/')}" if found else ""
