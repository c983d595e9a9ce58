"""Cassettes of Datadog's test agent: one interaction of vcrpy in a JSON object by itself.

`request` {method, url, headers, body}, `response` {status {code, message}, headers, body}; a body is
text, and one that is none begins with `base64:` (`_decode_body` in vcr_proxy.py of ddapm-test-agent;
tests/llmobs/llmobs_cassettes of DataDog/dd-trace-py at c059ae7c, read 2026-11-24).
"""

from __future__ import annotations

import msgspec

from toolwire.model.exchange import Exchange
from toolwire.traffic import vcr
from toolwire.traffic.bounded import from_base64
from toolwire.traffic.yaml_text import YamlValue

_MARK = "base64:"
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def is_cassette(members: dict[str, msgspec.Raw]) -> bool:
    """Return whether a document is an interaction whose status is an object, as vcrpy's are."""
    answer = bytes(members.get("response", b""))
    if "request" not in members or not answer.startswith(b"{"):
        return False
    return bytes(_MEMBERS.decode(answer).get("status", b"")).startswith(b"{")


def from_document(document: YamlValue, place: str) -> Exchange:
    """Return the exchange of a cassette; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    members = document if isinstance(document, dict) else {}
    return vcr.from_interaction({name: _message(value) for name, value in members.items()}, place)


def _message(value: YamlValue) -> YamlValue:
    if not isinstance(value, dict):
        return value
    body = value.get("body")
    if not (isinstance(body, str) and body.startswith(_MARK)):
        return value
    # What stands there was unpacked, and would else be taken as packed.
    headers = value.get("headers")
    named = headers.items() if isinstance(headers, dict) else ()
    plain = {name: entry for name, entry in named if name.lower() != "content-encoding"}
    return {**value, "headers": plain, "body": from_base64(body.removeprefix(_MARK))}
