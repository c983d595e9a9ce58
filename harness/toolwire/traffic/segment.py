"""Bodies that Google's recorders keep as lists of JSON objects, one for each event of a stream.

google-genai's replays (Python, Go, Java, JavaScript): `request` {method, url, headers,
body_segments}, `response` {status_code, headers, body_segments, byte_segments} (google-genai
2.4.0, _replay_api_client.py, read 2026-11-24); a status of 200 may be left out, and the address
begins with `{MLDEV_URL_PREFIX}` or `{VERTEX_URL_PREFIX}`. google/test-server writes the members in
another case, the host as `serverAddress` beside the path, and null for no body
(internal/store/store.go at 12f52f94).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from toolwire.io.json_text import JsonError, dump
from toolwire.traffic.unreadable import RefusedError
from toolwire.traffic.yaml_text import YamlValue

_Object: TypeAlias = "dict[str, YamlValue]"

_SEGMENTS: Final = ("body_segments", "bodySegments")
_STATUS: Final = ("status_code", "statusCode")
_BYTES: Final = ("byte_segments", "byteSegments")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def are_kept(interaction: _Object) -> bool:
    """Return whether the bodies of an interaction stand in segments."""
    sides = (interaction.get("request"), interaction.get("response"))
    return any(isinstance(side, dict) and not side.keys().isdisjoint(_SEGMENTS) for side in sides)


def whole(interaction: _Object) -> tuple[_Object, bool]:
    """Return the interaction as other cassettes hold it, and whether its answer is a stream put together.

    Raises:
        RefusedError: a segment cannot be written.
    """
    request, response = interaction.get("request"), interaction.get("response")
    if not (isinstance(request, dict) and isinstance(response, dict)):
        raise RefusedError("`request` or `response` is not a mapping")
    asked: list[YamlValue] = [one for one in _of(request, _SEGMENTS) if one is not None]
    answered: list[YamlValue] = [one for one in _of(response, _SEGMENTS) if one is not None]
    url = _address(request)
    is_stream = "stream" in url.rpartition("/")[2].lower() or len(answered) > 1
    body: _Object = {}
    if answered:
        body = {"body": _events(answered)} if is_stream else {"body_json": answered[0]}
    elif texts := [text for text in _of(response, _BYTES) if isinstance(text, str)]:
        body = {"body": "".join(texts)}
    sent: _Object = {"body_json": asked[0]} if asked else {}
    return {
        "request": {
            "method": request.get("method"),
            "url": url,
            "headers": request.get("headers"),
            **sent,
        },
        "response": {
            "status": next((response[name] for name in _STATUS if name in response), 200),
            "headers": response.get("headers"),
            **body,
        },
    }, bool(answered) and is_stream


def _of(message: _Object, names: tuple[str, ...]) -> list[YamlValue]:
    for name in names:
        if isinstance(found := message.get(name), list):
            return found
    return []


def _address(request: _Object) -> str:
    url, host = request.get("url"), request.get("serverAddress")
    if not isinstance(url, str):
        raise RefusedError("`request` has no `url`")
    if not (isinstance(host, str) and url.startswith("/")):
        return url
    protocol, port = request.get("protocol"), request.get("port")
    scheme = protocol if isinstance(protocol, str) else "https"
    if isinstance(port, int) and port != _DEFAULT_PORTS.get(scheme):
        return f"{scheme}://{host}:{port}{url}"
    return f"{scheme}://{host}{url}"


def _events(segments: list[YamlValue]) -> bytes:
    try:
        return b"".join(b"data: " + dump(segment) + b"\n\n" for segment in segments)
    except (JsonError, RecursionError):
        raise RefusedError("a segment cannot be written as JSON") from None
