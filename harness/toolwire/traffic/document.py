"""Traffic in one JSON document, and traffic whose file name says nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from toolwire.io.json_text import JsonError
from toolwire.io.json_text import parse as parse_json
from toolwire.model.exchange import Exchange
from toolwire.traffic import har, httprr, jsonl, nock, vcr, yaml_file
from toolwire.traffic.bounded import MAX_LINE, ByteStream, Reader, one_line, read_all
from toolwire.traffic.exchange_json import from_line
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.value_count import refuse_too_many

_BOM = b"\xef\xbb\xbf"
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_WHOLE = "whole file"
#: Beside `meta`, the list that a file of Mastra's recorder holds (older ones are the list alone).
_RECORDINGS = "recordings"


def read(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchanges of a JSON document.

    It may be a HAR, a cassette (vcrpy and Ruby VCR write JSON too), one exchange in the form
    of the corpus, or a list of those, as it is or as the `recordings` of an object, or a list of
    nock's definitions.

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
    is_nock = bool(items) and nock.is_definition(items[0])
    exchange_of = nock.from_definition if is_nock else from_line
    for number, item in enumerate(items, start=1):
        position = f"item {number}"
        try:
            yield exchange_of(item, f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))


def _object(
    text: bytes, members: dict[str, msgspec.Raw], source: str
) -> Iterator[Exchange | Unreadable]:
    if "log" in members:
        yield from har.from_document(members["log"], source)
    elif any(key in members for key in vcr.INTERACTIONS):
        refuse_too_many(text, whole=True)
        try:
            document = parse_json(text)
        except JsonError as error:
            raise RefusedError(f"not JSON: {error}") from None
        yield from vcr.from_document(document, source)  # type: ignore[arg-type]  # Json is a YamlValue; mypy cannot see it through invariant containers
    elif bytes(members.get(_RECORDINGS, b"")).startswith(b"["):
        yield from _list(_ITEMS.decode(members[_RECORDINGS]), source)
    else:
        yield from_line(text, source)


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
    whole = {"log", _RECORDINGS, *vcr.INTERACTIONS}
    return read if whole.intersection(members) else jsonl.read
