"""Recordings of httpmock, Rust's mock server: one YAML document for each exchange, `when` and `then`.

`when` is {method, path, query_param [{name, value}], header [{name, value}], body}, `then`
{status, header, body}; `body_encoding: base64` beside a body that is no text. It holds no host. Read
2026-11-23 as rig records with it (crates/rig-cassette/fixtures/cassettes of 0xPlaygrounds/rig, and
tests/cassettes before): that one sorts the members of JSON, puts zero where a time was and, until
2026-09, `REDACTED` where ids were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote, urlencode

from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import vcr
from toolwire.traffic.documents import documents_of
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.yaml_text import YamlValue, parse

_FIRST_KEY = re.compile(rb"(?:---[ \t]*\r?\n|#[^\n]*\n|\s)*(?:when|then):[ \t]*\r?\n")
_REDACTED = b"REDACTED"


def is_recording(text: bytes) -> bool:
    """Return whether a YAML file begins as httpmock's recordings do."""
    return _FIRST_KEY.match(text) is not None


def from_text(text: bytes, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a recording.

    Args:
        text: the whole file.
        source: its name, for citations and reports.
    """
    fidelity = Fidelity.NORMALISED if _REDACTED in text else Fidelity.WIRE
    for number, document in enumerate(documents_of(text), start=1):
        position = f"document {number}"
        try:
            interaction = _interaction(parse(document))
            item = vcr.from_interaction(interaction, f"{source} #{number}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))
        else:
            yield replace(item, fidelity=fidelity)


def _interaction(document: YamlValue) -> YamlValue:
    """Return a document as vcrpy would have written it."""
    when, then = (
        (document.get(k) for k in ("when", "then")) if isinstance(document, dict) else (None, None)
    )
    if not (isinstance(when, dict) and isinstance(then, dict)):
        raise ForeignError("not a recording of httpmock: no mapping `when` or no mapping `then`")
    request: dict[str, YamlValue] = {**when, "uri": _address(when), "headers": _headers(when)}
    response: dict[str, YamlValue] = {**then, "headers": _headers(then)}
    return {"request": request, "response": response}


def _address(when: dict[str, YamlValue]) -> YamlValue:
    path, asked = when.get("path"), _pairs(when.get("query_param"))
    if not (isinstance(path, str) and asked):
        return path
    return f"{path}?{urlencode(asked, quote_via=quote)}"


def _headers(message: dict[str, YamlValue]) -> YamlValue:
    """Return headers as lists by name, since one may be sent twice."""
    values: dict[str, list[YamlValue]] = {}
    for name, value in _pairs(message.get("header")):
        values.setdefault(name, []).append(value)
    return {name: found for name, found in values.items()}  # noqa: C416 - a dict of wider values


def _pairs(value: YamlValue) -> list[tuple[str, str]]:
    """Return the names and values of a list of {name, value}."""
    entries = (
        [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    )
    return [(str(entry.get("name", "")), _text(entry.get("value"))) for entry in entries]


def _text(value: YamlValue) -> str:
    return "" if value is None else f"{value!s}"
