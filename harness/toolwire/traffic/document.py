"""Traffic in one JSON document, and traffic whose file name says nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from toolwire.io.json_text import JsonError
from toolwire.io.json_text import parse as parse_json
from toolwire.model.exchange import Exchange
from toolwire.traffic import (
    azure_proxy,
    datadog_agent,
    har,
    httprr,
    jsonl,
    nock,
    tapes,
    vcr,
    wiremock,
    yaml_file,
)
from toolwire.traffic.bounded import MAX_LINE, ByteStream, Reader, one_line, read_all
from toolwire.traffic.exchange_json import from_line
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.value_count import refuse_too_many
from toolwire.traffic.yaml_text import YamlValue

_BOM = b"\xef\xbb\xbf"
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
#: Words that only a list of ExVCR's or php-vcr's interactions has.
_MARKS = re.compile(rb'"(?:status_code|code)"\s*:')
_WHOLE = "whole file"
#: Beside `meta`, the list that a file of Mastra's recorder holds (older ones are the list alone).
_RECORDINGS = "recordings"


def read(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchanges of a JSON document.

    It may be a HAR, a cassette (vcrpy and Ruby VCR write JSON too), one exchange in the form
    of the corpus, or a list of those, as it is or as the `recordings` of an object, a list of
    nock's definitions, a recording of Azure's test proxy, a cassette of Datadog's test agent, one
    or several mappings of WireMock, or tapes of huggingface.js.

    Args:
        stream: the file.
        source: its name, for citations and reports.
    """
    try:
        text = read_all(stream).removeprefix(_BOM)
        refuse_too_many(text)
        if text.lstrip()[:1] == b"[":
            yield from _list(_ITEMS.decode(text), source)
        else:
            yield from _object(text, _MEMBERS.decode(text), source)
    except RefusedError as error:
        yield Unreadable(source, _WHOLE, str(error), isinstance(error, ForeignError))
    except RecursionError:
        yield Unreadable(source, _WHOLE, "not JSON: nested too deeply")
    except (msgspec.MsgspecError, UnicodeError) as error:
        yield Unreadable(source, _WHOLE, f"not JSON: {one_line(error)}")


def _list(items: list[msgspec.Raw], source: str) -> Iterator[Exchange | Unreadable]:
    exchange_of = _form_of(items[0]) if items else from_line
    for number, item in enumerate(items, start=1):
        position = f"item {number}"
        try:
            yield exchange_of(item, f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))


def _form_of(item: msgspec.Raw) -> Callable[[msgspec.Raw, str], Exchange]:
    """Return what reads the items of a list, told by the first of them."""
    if nock.is_definition(item):
        return nock.from_definition
    if _MARKS.search(item) and vcr.is_interaction(_value(item)):
        return lambda one, place: vcr.from_interaction(_value(one), place)
    return from_line


def _value(item: bytes | msgspec.Raw) -> YamlValue:
    text = bytes(item)
    refuse_too_many(text, whole=True)
    try:
        return parse_json(text)  # type: ignore[return-value]  # Json is a YamlValue; mypy cannot see it through invariant containers
    except JsonError as error:
        raise RefusedError(f"not JSON: {error}") from None


def _object(
    text: bytes, members: dict[str, msgspec.Raw], source: str
) -> Iterator[Exchange | Unreadable]:
    if "log" in members:
        yield from har.from_document(members["log"], source)
    elif any(key in members for key in vcr.INTERACTIONS):
        yield from vcr.from_document(_value(text), source)
    elif _is_list(members, _RECORDINGS):
        yield from _list(_ITEMS.decode(members[_RECORDINGS]), source)
    elif _is_list(members, azure_proxy.ENTRIES):
        yield from azure_proxy.from_entries(members[azure_proxy.ENTRIES], source)
    elif _is_list(members, wiremock.MAPPINGS):
        mappings = _value(members[wiremock.MAPPINGS])
        yield from wiremock.from_mappings(mappings if isinstance(mappings, list) else [], source)
    elif datadog_agent.is_cassette(members):
        yield datadog_agent.from_document(_value(text), source)
    elif tapes.are_tapes(members):
        yield from tapes.from_tapes(members, source)
    elif wiremock.may_be_mapping(members):
        yield from wiremock.from_mappings([_value(text)], source)
    else:
        yield from_line(text, source)


def _is_list(members: dict[str, msgspec.Raw], name: str) -> bool:
    return bytes(members.get(name, b"")).startswith(b"[")


class _Peeked:
    """A stream whose first bytes were looked at and are handed out again."""

    def __init__(self, head: bytes, stream: ByteStream) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        return self._given(size) or self._stream.read(size)

    def readline(self, size: int, /) -> bytes:
        return self._given(size) or self._stream.readline(size)

    def _given(self, size: int) -> bytes:
        given, self._head = self._head[:size], self._head[size:]
        return given


def read_unnamed(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchanges of a stream, telling its form from its first line.

    A line that is a whole JSON object of no known document begins JSON Lines (which is then
    read line by line), other JSON is a document, everything else YAML.
    """
    head = stream.readline(MAX_LINE)
    reader = _reader_for(head.removeprefix(_BOM).strip())
    yield from reader(_Peeked(head, stream), source)


def _reader_for(line: bytes) -> Reader:
    if line[:1] == b"[" or line in {b"{", b""}:
        return read if line else yaml_file.read
    if line == httprr.FIRST_LINE:
        return httprr.read
    if line[:1] != b"{":
        return yaml_file.read
    try:
        members = _MEMBERS.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        # The first line of an indented document does not end an object; a broken line does.
        return jsonl.read if line.endswith(b"}") else read
    whole = {"log", _RECORDINGS, azure_proxy.ENTRIES, wiremock.MAPPINGS, *vcr.INTERACTIONS}
    return read if whole.intersection(members) else jsonl.read
