"""Mappings of WireMock, in YAML or JSON: what it recorded in front of a server, a document each.

A mapping is {request {method, url | urlPath, bodyPatterns [{equalToJson | equalTo | binaryEqualTo}]},
response {status, headers, body | jsonBody | base64Body | bodyFileName}}; a JSON document holds one, or
a list of them as `mappings`. It holds no host, and of a request only what was to be matched. The
body of a `bodyFileName` stands in another file, which is not followed (instrumentation/**/mappings
of open-telemetry/opentelemetry-java-instrumentation at 29941580, read 2026-11-24).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.model.exchange import Exchange
from toolwire.traffic import vcr
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.yaml_text import YamlValue, documents, parse

#: The member of a JSON document that holds many.
MAPPINGS: Final = "mappings"

_BOTH = (
    re.compile(rb"^request:[ \t]*\r?$", re.MULTILINE),
    re.compile(rb"^response:[ \t]*\r?$", re.MULTILINE),
)
_ADDRESSES = ("url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate")
#: Where the body of an answer stands -> the member that cassettes have it in.
_BODIES: Mapping[str, str] = {
    "base64Body": "body_blob",
    "body": "body",
    "jsonBody": "body_json",
}
#: Members that only a mapping has, in its request or its response.
_OWN = frozenset({"bodyPatterns", "bodyFileName", "urlPath", "urlPattern", *_BODIES} - {"body"})


def is_recording(text: bytes) -> bool:
    """Return whether a YAML file has the members of a mapping where nothing is indented."""
    return all(pattern.search(text) for pattern in _BOTH)


def is_mapping(value: YamlValue) -> bool:
    """Return whether an object of a JSON document is a mapping."""
    if not isinstance(value, dict):
        return False
    asked, answered = value.get("request"), value.get("response")
    if not (isinstance(asked, dict) and isinstance(answered, dict)):
        return False
    return not _OWN.isdisjoint((*asked, *answered))


def from_text(text: bytes, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a YAML file.

    Args:
        text: the whole file.
        source: its name, for citations and reports.
    """
    for number, document in enumerate(documents(text), start=1):
        position = f"document {number}"
        try:
            yield from_mapping(parse(document), f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))


def from_mapping(value: YamlValue, place: str) -> Exchange:
    """Return the exchange of a mapping; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    if not isinstance(value, dict):
        raise ForeignError("not a mapping of WireMock")
    asked, answered = value.get("request"), value.get("response")
    if not (isinstance(asked, dict) and isinstance(answered, dict)):
        raise ForeignError("not a mapping of WireMock: no `request` and `response`")
    request, response = _request(asked), _response(answered)
    return vcr.from_interaction({"request": request, "response": response}, place)


def _request(asked: dict[str, YamlValue]) -> YamlValue:
    address = next((asked[name] for name in _ADDRESSES if name in asked), None)
    return {"method": asked.get("method", "ANY"), "url": address, **_asked_body(asked)}


def _asked_body(asked: dict[str, YamlValue]) -> dict[str, YamlValue]:
    patterns = asked.get("bodyPatterns")
    for pattern in patterns if isinstance(patterns, list) else []:
        if not isinstance(pattern, dict):
            continue
        for name, member in (("equalTo", "body"), ("binaryEqualTo", "body_blob")):
            if isinstance(pattern.get(name), str):
                return {member: pattern[name]}
        wanted = pattern.get("equalToJson")
        if wanted is not None:
            return {"body" if isinstance(wanted, str) else "body_json": wanted}
    return {}


def _response(answered: dict[str, YamlValue]) -> YamlValue:
    if "bodyFileName" in answered:
        raise RefusedError("the body of the answer stands in a file of its own (`bodyFileName`)")
    bodies = {to: answered[name] for name, to in _BODIES.items() if name in answered}
    return {"status": answered.get("status"), "headers": answered.get("headers"), **bodies}
