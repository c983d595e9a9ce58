"""A conversation's request on its way out: address, headers, and an endpoint's own members."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from toolwire.io.json_text import dump
from toolwire.model.exchange import Endpoint, Headers, Request

#: Members of a body before serialisation: JSON, or the bytes of an echoed message.
Members = dict[str, object]


def request_of(endpoint: Endpoint, url: str, own: Mapping[str, str], body: Members) -> Request:
    """Write a request.

    Args:
        endpoint: whose headers win over `own` and whose `extra` is merged into the body last,
            as a JSON merge patch does (RFC 7396): null takes a member out, objects are merged
            into objects, everything else replaces what is there.
        url: where it goes, from `url_of` or `address`.
        own: the dialect's headers beside `content-type`, names in lower case.
        body: what the dialect says.
    """
    patched = merged(body, endpoint.extra) if endpoint.extra else body
    return Request("POST", url, headers_of(endpoint, own), dump(patched))


def request_to(
    endpoint: Endpoint,
    path: str,
    own: Mapping[str, str],
    body: Members,
    *,
    stream: bool,
    safe: str = "",
) -> Request:
    """Write a request to the path of an endpoint, else to the dialect's; see `url_of`."""
    return request_of(endpoint, url_of(endpoint, path, stream=stream, safe=safe), own, body)


def accept_of(*, stream: bool) -> dict[str, str]:
    """Return the header that says which framing is taken."""
    return {"accept": "text/event-stream" if stream else "application/json"}


def url_of(endpoint: Endpoint, path: str, *, stream: bool, safe: str = "") -> str:
    """Return where a request goes: the endpoint's path for its mode, else the dialect's."""
    chosen = (endpoint.stream_path if stream else None) or endpoint.path or path
    return address(endpoint, chosen, safe)


def address(endpoint: Endpoint, path: str, safe: str = "") -> str:
    """Return a path below the endpoint with the model in it, quoted but for `safe` characters."""
    return endpoint.base_url + path.replace("{model}", quote(endpoint.model, safe=safe))


def headers_of(endpoint: Endpoint, own: Mapping[str, str]) -> Headers:
    """Return the request headers, names in lower case; those of the endpoint win."""
    headers = {"content-type": "application/json", **own}
    headers.update((name.lower(), value) for name, value in endpoint.headers)
    return tuple(headers.items())


def merged(target: Mapping[str, object], patch: Mapping[str, object]) -> Members:
    """Return a target with a JSON merge patch applied (RFC 7396); neither is changed."""
    out = dict(target)
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            here = out.get(key)
            out[key] = merged(here if isinstance(here, dict) else {}, value)
        else:
            out[key] = value
    return out
