"""Findings in traffic of others, without the secrets that its exchanges hold.

What is live or recorded by us is scrubbed before it is judged. Traffic that somebody else recorded
is judged as it is, because its bytes are what others can look up; but a finding quotes them, cut
short, and a piece of a token no longer has the form of one. So a finding is held against what the
whole exchange gives away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from toolwire.io.json_text import dump, parse
from toolwire.io.secrets.known import RUN, Known, known
from toolwire.io.secrets.search import hidden, hidden_text
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Request
from toolwire.model.observation import Finding
from toolwire.transport.scrub.exchange import scrub, secrets_in

#: Headers of a request whose value, or its last word, lets somebody in.
_CREDENTIALS = frozenset(
    {
        "api-key",
        "authorization",
        "cookie",
        "ocp-apim-subscription-key",
        "proxy-authorization",
        "x-amz-security-token",
        "x-api-key",
        "x-goog-api-key",
    }
)
#: Long, with a digit and nothing but the signs of tokens.
_KEY = re.compile(r"(?=[^0-9]*[0-9])[A-Za-z0-9._~+/=-]{20,4096}", re.ASCII)
#: Long enough to be cut out of something, so that it no longer has the form of what it was.
_CUT = 40
#: Texts no longer than this are remembered, which a stranger's may not fill the memory with.
_REMEMBERED = 128
#: What nobody would take for words of a format: 12 signs of tokens, a digit or capital among them.
_PIECE = re.compile(r"(?=[a-z+_.~=@%-]*[A-Z0-9])[A-Za-z0-9+_.~=@%-]{12,}", re.ASCII)
#: A member's name in camel case, that of an id too, or with hyphens or points: no piece of a token
#: looks like it.
_NAME = re.compile(r"[a-z]{2,}(?:(?:[-_.][A-Z]?|[A-Z])[a-z]{2,})*(?:Id)?")
#: Words of a format, or of ours: what is left of an address or an id has other signs.
_WORDS = re.compile(r"[a-z_ ]*")
_NO_REQUEST = Request("POST", "", (), b"")
#: A hostile exchange may hold any number of what looks like secrets.
_MOST = 1_000


def without_secrets(
    findings: tuple[Finding, ...], exchanges: Iterable[Exchange]
) -> tuple[Finding, ...]:
    """Return findings with stand-ins for what they share with a secret of the exchanges.

    Args:
        findings: what was found.
        exchanges: in which.
    """
    if not any(map(_quotes, findings)):
        return findings
    secrets = known(value for exchange in exchanges for value in _secrets(exchange))
    return tuple(_masked(one, secrets) for one in findings) if secrets.values else findings


def name_without_secrets(name: str | None, requested: str | None, exchange: Exchange) -> str | None:
    """Return what a server calls its model, with stand-ins for what it shares with a secret.

    Args:
        name: as the answer says; of a stream its last event, which may hold the end of a token.
        requested: what the request calls it.
        exchange: both.
    """
    # The end of an address or a name looks like plain words, so that only its length is asked for.
    if name is None or len(name) < RUN:
        return name
    url = "" if exchange.request is None else exchange.request.url
    if name in url or (requested is not None and (name in requested or requested in name)):
        return name
    secrets = known(_secrets(exchange))
    return hidden_text(name, secrets) if secrets.values else name


def scrubbed(exchange: Exchange) -> Exchange:
    """Return an exchange of others with the bodies that we would have kept."""
    done = scrub(exchange.request or _NO_REQUEST, exchange.response, credentials(exchange))
    request = (
        None if exchange.request is None else replace(exchange.request, body=done.request.body)
    )
    response = replace(exchange.response, body=done.response.body, chunks=done.response.chunks)
    return replace(exchange, request=request, response=response)


def credentials(exchange: Exchange) -> Known:
    """Return what the request of an exchange was let in with, as far as it looks like a key.

    Most recordings have a word in its place (`DUMMY`, `test-api-key`), which is no secret and may
    stand anywhere.
    """
    return known(_let_in(exchange.request or _NO_REQUEST))


def _let_in(request: Request) -> Iterator[str]:
    for name, value in request.headers:
        if name.lower() in _CREDENTIALS:
            words = (word.partition("=")[2] or word for word in value.split())
            yield from (word for word in words if _KEY.fullmatch(word))


def _quotes(finding: Finding) -> bool:
    """Say whether a finding may hold a piece of a secret: looking through an exchange is dear."""
    if _holds_piece(finding.pointer) or _is_foreign(finding.actual):
        return True
    expected = finding.expected
    if not isinstance(expected, str):
        return _is_foreign(expected)
    return len(expected) >= _CUT or _holds_piece(expected)


def _holds_piece(text: str) -> bool:
    return _short_holds_piece(text) if len(text) <= _REMEMBERED else _searched(text)


# Exchange after exchange the same few places are told of.
@lru_cache(maxsize=1_024)
def _short_holds_piece(text: str) -> bool:
    return _searched(text)


def _searched(text: str) -> bool:
    return any(_NAME.fullmatch(piece[0]) is None for piece in _PIECE.finditer(text))


def _is_foreign(value: Json) -> bool:
    """Say whether a value is long enough for a share of a secret, and no word of a format."""
    if isinstance(value, str):
        return len(value) >= RUN and _WORDS.fullmatch(value) is None
    if isinstance(value, list):
        return not all(map(_is_plain, value))
    if isinstance(value, dict):
        return not (all(map(_is_plain, value)) and all(map(_is_plain, value.values())))
    return False


def _is_plain(value: Json) -> bool:
    """Say whether a value in a list or object is made of words: short pieces may be of one token."""
    if isinstance(value, str):
        return _WORDS.fullmatch(value) is not None
    return not _is_foreign(value)


def _secrets(exchange: Exchange) -> Iterator[str]:
    request = exchange.request or _NO_REQUEST
    yield from _let_in(request)
    for body in (request.body, exchange.response.body):
        yield from (raw.decode("utf-8", "replace") for raw in islice(secrets_in(body), _MOST))


def _masked(finding: Finding, secrets: Known) -> Finding:
    return replace(
        finding,
        pointer=hidden_text(finding.pointer, secrets),
        message=hidden_text(finding.message, secrets),
        expected=_clean(finding.expected, secrets),
        actual=_clean(finding.actual, secrets),
    )


def _clean(value: Json, secrets: Known) -> Json:
    if not isinstance(value, str | list | dict):
        return value
    text = dump(value)
    clean = hidden(text, secrets)
    return value if clean == text else parse(clean)
