"""What may enter a cassette: headers and query parameters by allow-list, never a key.

An allow-list, because a provider's next way of naming a key or an account is not known
today. Names of what was left out are kept, so that a cassette says what it does not show.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from harness.errors import ToolwireError
from harness.exchange import Headers, Request, Response

__all__ = ["refuse_keys", "scrub", "scrub_url"]

_REQUEST_HEADERS = frozenset(
    {"accept", "anthropic-beta", "anthropic-version", "content-type", "openai-beta"}
)
_RESPONSE_HEADERS = frozenset(
    {
        "cache-control",
        "content-type",
        "date",
        "openai-processing-ms",
        "openai-version",
        "request-id",
        "retry-after",
        "retry-after-ms",
        "server",
        "transfer-encoding",
        "x-request-id",
        "x-should-retry",
    }
)
_QUERY = frozenset({"$alt", "alt", "api-version"})

# The published forms of keys (OpenAI and Anthropic `sk-`, Google `AIza`, Groq `gsk_`, xAI
# `xai-`, AWS `AKIA`, bearer tokens that are JWTs); a last guard behind the allow-lists.
_KEY_LIKE = re.compile(
    rb"(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{20,}|AIza[A-Za-z0-9_-]{30,}|gsk_[A-Za-z0-9]{30,}"
    rb"|xai-[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)"
)


def _kept(headers: Headers, allowed: frozenset[str]) -> Headers:
    return tuple((name.lower(), value) for name, value in headers if name.lower() in allowed)


def _dropped(headers: Headers, allowed: frozenset[str]) -> set[str]:
    return {f"header {name.lower()}" for name, _ in headers if name.lower() not in allowed}


def scrub_url(url: str) -> tuple[str, tuple[str, ...]]:
    """Return the URL with allowed query parameters only, and the names of the others."""
    if "?" not in url and "@" not in url:
        return url, ()
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = urlencode([(name, value) for name, value in pairs if name in _QUERY], safe="$")
    dropped = [f"query {name}" for name, _ in pairs if name not in _QUERY]
    host = parts.netloc.rpartition("@")[2]
    if host != parts.netloc:
        dropped.append("user info of the URL")
    return urlunsplit((parts.scheme, host, parts.path, query, "")), tuple(dropped)


def scrub(request: Request, response: Response) -> tuple[Request, Response, frozenset[str]]:
    """Return an exchange as a cassette may hold it, and the names of what was left out.

    Header names come out in lower case. Bodies are not touched: they are the evidence.
    """
    url, dropped = scrub_url(request.url)
    names = (
        set(dropped)
        | _dropped(request.headers, _REQUEST_HEADERS)
        | _dropped(response.headers, _RESPONSE_HEADERS)
    )
    return (
        replace(request, url=url, headers=_kept(request.headers, _REQUEST_HEADERS)),
        replace(response, headers=_kept(response.headers, _RESPONSE_HEADERS)),
        frozenset(names),
    )


def refuse_keys(text: bytes, where: str) -> None:
    """Refuse to write anything that looks like a key.

    Raises:
        ToolwireError: it does; the message does not repeat it.
    """
    found = _KEY_LIKE.search(text)
    if found is not None:
        raise ToolwireError(
            f"not written: something like a key stands at byte {found.start()}",
            where=where,
            hint="the provider echoed a credential; report it and use another key",
        )
