"""Mappings of WireMock, which stands in for servers in tests on the JVM: `request` and `response`.

A file holds one mapping, a list `mappings` or, in YAML, several documents. `request` is {method,
url | urlPath, bodyPatterns [{equalToJson | equalTo | binaryEqualTo}]}: what was asked, where it was
recorded, without its host and with few of its headers. `response` is {status, headers, body |
jsonBody | base64Body}; the `bodyFileName` of another file is told and not opened. A mapping that
was recorded has a `uuid`; one without may be written by hand, and counts as edited (mappings of
open-telemetry/opentelemetry-java-instrumentation at 97aaca24 and braintrustdata/braintrust-sdk-java
at 8f864d39; by hand, chirino/memory-service at 2480396b; read 2026-11-24).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import msgspec

from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import vcr
from toolwire.traffic.documents import documents_of
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.yaml_text import YamlValue, parse

_Mapping = dict[str, YamlValue]

#: The member of a document that holds several mappings.
MAPPINGS: Final = "mappings"
#: Members of a request that only a mapping has.
_PATTERNS: Final = frozenset({"bodyPatterns", "urlPath", "urlPathPattern", "urlPattern"})
#: Members of a response that only a mapping has.
_STORED: Final = frozenset({"base64Body", "bodyFileName", "fault", "jsonBody"})
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_REQUEST = re.compile(rb"^request:[ \t]*\r?$", re.MULTILINE)
_RESPONSE = re.compile(rb"^response:[ \t]*\r?$", re.MULTILINE)


def is_recording(text: bytes) -> bool:
    """Return whether a YAML file has `request` and `response` at its top, as mappings have."""
    return _REQUEST.search(text) is not None and _RESPONSE.search(text) is not None


def is_mapping(document: YamlValue) -> bool:
    """Return whether a parsed document is a mapping, and no exchange in another form."""
    if not isinstance(document, dict):
        return False
    asked, answer = document.get("request"), document.get("response")
    if not (isinstance(asked, dict) and isinstance(answer, dict)):
        return False
    return bool(_PATTERNS & asked.keys() or _STORED & answer.keys() or "uuid" in document)


def may_be_mapping(members: dict[str, msgspec.Raw]) -> bool:
    """Return whether a JSON object is a mapping, by the names of its members alone."""
    if "request" not in members or "response" not in members:
        return False
    if "uuid" in members:
        return True
    asked, answer = (_names(members[key]) for key in ("request", "response"))
    return bool(_PATTERNS & asked or _STORED & answer)


def _names(item: msgspec.Raw) -> frozenset[str]:
    return frozenset(_MEMBERS.decode(item)) if bytes(item).startswith(b"{") else frozenset()


def from_text(text: bytes, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a YAML file.

    Args:
        text: the whole file.
        source: its name, for citations and reports.
    """
    for number, document in enumerate(documents_of(text), start=1):
        try:
            mapping = parse(document)
        except RefusedError as error:
            yield Unreadable(source, f"document {number}", str(error))
        else:
            yield _read(mapping, source, number, "document")


def from_mappings(mappings: list[YamlValue], source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchange of each of several mappings; `source` names the file."""
    for number, mapping in enumerate(mappings, start=1):
        yield _read(mapping, source, number, "mapping")


def _read(mapping: YamlValue, source: str, number: int, what: str) -> Exchange | Unreadable:
    try:
        return from_mapping(mapping, f"{source} #{number}")
    except RefusedError as error:
        return Unreadable(
            source, f"{what} {number}", str(error), foreign=isinstance(error, ForeignError)
        )


def from_mapping(mapping: YamlValue, place: str) -> Exchange:
    """Return the exchange of one mapping; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    if not (isinstance(mapping, dict) and is_mapping(mapping)):
        raise ForeignError("not a mapping of WireMock: no `request` and `response` of one")
    asked, answer = mapping["request"], mapping["response"]
    assert isinstance(asked, dict)
    assert isinstance(answer, dict)
    if "fault" in answer:
        raise ForeignError(f"a fault that WireMock plays, no answer: {answer['fault']!s:.40}")
    if isinstance(name := answer.get("bodyFileName"), str):
        raise RefusedError(f"its body stands in another file, which is not opened: {name:.80}")
    item = vcr.from_interaction({"request": _request(asked), "response": _response(answer)}, place)
    return item if "uuid" in mapping else replace(item, fidelity=Fidelity.EDITED)


def _request(asked: _Mapping) -> YamlValue:
    """Return a request as vcrpy would have written it."""
    url = asked.get("url", asked.get("urlPath"))
    method = asked.get("method")
    body: _Mapping = {}
    patterns = asked.get("bodyPatterns")
    for pattern in patterns if isinstance(patterns, list) else []:
        if isinstance(pattern, dict) and not body:
            body = _asked_body(pattern)
    return {
        "method": method if isinstance(method, str) else "POST",
        "uri": url if isinstance(url, str) else "",
        **body,
    }


def _asked_body(pattern: _Mapping) -> _Mapping:
    if isinstance(packed := pattern.get("binaryEqualTo"), str):
        return {"body": {"base64_string": packed}}
    wanted = pattern.get("equalToJson", pattern.get("equalTo"))
    if wanted is None:
        return {}
    return {"body": wanted} if isinstance(wanted, str) else {"parsed_body": wanted}


def _response(answer: _Mapping) -> YamlValue:
    """Return a response as vcrpy would have written it."""
    stored: _Mapping = {"body": answer.get("body")}
    if "jsonBody" in answer:
        stored = {"parsed_body": answer["jsonBody"]}
    elif "base64Body" in answer:
        stored = {"body": {"base64_string": answer["base64Body"]}}
    return {"status": answer.get("status", 200), "headers": answer.get("headers"), **stored}
