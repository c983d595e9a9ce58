"""A key of the run, in any spelling, at any place: nothing of it that one could use is left."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.spelled import PARTS, SPELLINGS, readings, shares
from toolwire.io.framing import eventstream, sse
from toolwire.io.secrets.known import known
from toolwire.io.secrets.search import find
from toolwire.model.exchange import Chunk, Request, Response
from toolwire.transport.scrub.exchange import Scrubbed, hits, scrub

KEY = "sk-" + "proj-" + "A1b2_C3dE/f6G7h8J9kLmN" + "0pQr5tUv"
SHORT = "Zq7-" + "pW9e"
ASKED = Request("POST", "https://api.acme.test/v1", (), b'{"a": "b"}')

parts = st.sampled_from(sorted(PARTS))
#: Two spellings, one in the other; the body around them is a third layer and a fourth.
spellings = st.lists(st.sampled_from(sorted(SPELLINGS)), min_size=1, max_size=2)


def spelled(part: str, ways: list[str], key: str = KEY) -> str:
    """Return a part of a key in spellings, one in the other."""
    text = PARTS[part](key)
    for way in ways:
        text = SPELLINGS[way](text)
    return text


def cut(text: str, pieces: int) -> list[str]:
    """Return a text in pieces of about one length."""
    size = max(-(-len(text) // pieces), 1)
    return [text[n : n + size] for n in range(0, len(text), size)]


def scrubbed(body: bytes, key: str = KEY) -> Scrubbed:
    """Return an answer scrubbed; its length is what it was, and once is enough."""
    once = scrub(ASKED, Response(200, (), body), known([key]))
    assert len(once.response.body) == len(body)
    assert scrub(*once.pair, known([key])).pair == once.pair
    assert list(hits(*once.pair)) == []
    return once


def shape(value: object) -> object:
    """Return a JSON value with nothing but the lengths of its strings."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list):
        return [shape(member) for member in value]
    return str if isinstance(value, str) else value


@settings(max_examples=examples(150), deadline=None)
@given(parts, spellings, st.sampled_from(["{}", "it is {}, yes", "key={}&x=1", "a/b/{}"]))
def test_nothing_of_a_key_is_left_in_a_body(part: str, ways: list[str], around: str) -> None:
    """In JSON, and in JSON in JSON; the document keeps its shape and its neighbours."""
    text = around.replace("{}", spelled(part, ways))
    inner = json.dumps({"said": text, "more": ["kept", 7, None]})
    document = {"error": {"message": text, "code": "invalid_key"}, "arguments": inner}
    body = json.dumps(document).encode()
    kept = scrubbed(body).response.body
    assert not shares(readings(kept, 4), KEY)
    assert shape(json.loads(kept)) == shape(document)
    assert json.loads(kept)["error"]["code"] == "invalid_key"
    assert b'\\"more\\": [\\"kept\\", 7, null]' in kept


@pytest.mark.parametrize("first", SPELLINGS)
@pytest.mark.parametrize("second", SPELLINGS)
def test_every_spelling_in_every_other_is_seen(first: str, second: str) -> None:
    """All pairs, and the second of them twice."""
    for ways in ([first, second], [first, second, second]):
        text = spelled("whole", ways).encode()
        found = find(text, known([KEY]))
        assert {one.kind for one in found} == {"key of this run"}, ways
        if "base64, further on" not in ways:
            assert found[0].start <= 8, ways


@pytest.mark.parametrize("way", SPELLINGS)
def test_a_short_key_is_found_whole(way: str) -> None:
    """Of 8 to 11 characters, in any case; a part of it is a word like others."""
    for part in ("whole", "capitals", "other case", "in a word"):
        body = json.dumps({"a": SPELLINGS[way](PARTS[part](SHORT))}).encode()
        kept = scrubbed(body, SHORT).response.body
        assert not any(SHORT.lower().encode() in text.lower() for text in readings(kept, 3))
    body = json.dumps({"a": SHORT[:-1]}).encode()
    assert scrubbed(body, SHORT).response.body == body


def test_what_is_escaped_too_often_spares_nothing_else() -> None:
    """Noise of ten layers beside it does not keep a packed key from being unpacked."""
    noise = "A"
    for _ in range(10):
        noise = SPELLINGS["percent, every sign"](noise) if len(noise) < 9 else f"%25{noise[1:]}"
    body = json.dumps({"a": noise, "b": SPELLINGS["base64"](SPELLINGS["base64"](KEY))}).encode()
    kept = scrubbed(body).response.body
    assert noise.encode() in kept
    assert not shares(readings(kept, 3), KEY)


def test_pieces_in_a_packed_event_are_joined() -> None:
    """Content parts of one document, which an event stream carries in base64."""
    document = json.dumps(in_parts(cut(KEY, 5)))
    payload = json.dumps({"bytes": b64encode(document.encode()).decode()}).encode()
    kept = scrubbed(eventstream.encode({":e": "d"}, payload)).response.body
    (message,) = eventstream.decode(kept).messages
    inner = json.loads(b64decode(json.loads(message.payload)["bytes"]))
    assert shape(inner) == shape(json.loads(document))
    texts = [part["text"] for part in inner["choices"][0]["message"]["content"]]
    assert not shares(["".join(texts).encode()], KEY)


def test_eleven_characters_are_a_word() -> None:
    """Less than twelve in a row of a longer key give nothing away."""
    body = json.dumps({"a": KEY[:11], "b": KEY[5:16]}).encode()
    assert scrubbed(body).response.body == body


def in_parts(pieces: list[str]) -> object:
    """Return a message whose content is in parts."""
    content = [{"type": "text", "text": piece, "annotations": []} for piece in pieces]
    return {"choices": [{"message": {"role": "assistant", "content": content}}]}


#: Name -> pieces -> a document that holds them.
DOCUMENTS: dict[str, Callable[[list[str]], object]] = {
    "content parts": in_parts,
    "array": lambda pieces: {"a": pieces},
    "array in arrays": lambda pieces: [[{"a": [["first", *pieces, "last"]]}], {"b": 1}],
    "messages": lambda pieces: [{"role": "user", "content": piece} for piece in pieces],
    "array in a string": lambda pieces: {"arguments": json.dumps({"list": pieces})},
    "parts in a string": lambda pieces: {"arguments": json.dumps(in_parts(pieces))},
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("pieces", [3, 7, 11])
def test_a_piece_may_end_in_a_backslash(name: str, pieces: int) -> None:
    """The backslash belongs to the text, those of the quote behind it do not."""
    document = DOCUMENTS[name](cut(spelled("second half", ["hex escapes"]), pieces))
    kept = scrubbed(json.dumps(document).encode()).response.body
    assert shape(json.loads(kept)) == shape(document)
    plain = kept.replace(b"\\", b"").replace(b"x", b"")
    assert not any(code in plain for code in (b"376837", b"4a396b", b"4d4e30"))


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=examples(25), deadline=None)
@given(data=st.data())
def test_nothing_of_a_key_is_left_in_pieces(name: str, data: st.DataObject) -> None:
    """Strings that stand next to each other are one text; the document keeps its shape."""
    way, part = data.draw(st.sampled_from(sorted(SPELLINGS))), data.draw(parts)
    pieces = cut(spelled(part, [way]), data.draw(st.integers(2, 7)))
    document = DOCUMENTS[name](pieces)
    indent = data.draw(st.sampled_from([None, 2]))
    kept = scrubbed(json.dumps(document, indent=indent).encode()).response.body
    texts: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, str) and value[:1] in ("{", "["):
            collect(json.loads(value))
        elif isinstance(value, str):
            texts.append("" if value in {"text", "assistant", "user"} else value)
        for member in value.values() if isinstance(value, dict) else ():
            collect(member)
        for member in value if isinstance(value, list) else ():
            collect(member)

    collect(json.loads(kept))
    assert not shares(readings("".join(texts).encode(), 3), KEY)
    assert shape(json.loads(kept)) == shape(document)


@settings(max_examples=examples(60), deadline=None)
@given(
    parts, st.sampled_from(sorted(SPELLINGS)), st.integers(2, 6), st.sampled_from(["\n", "\n\n"])
)
def test_nothing_of_a_key_is_left_in_lines_of_events(
    part: str, way: str, lines: int, end: str
) -> None:
    """Text without JSON, over lines of one event and over events; framing stays."""
    pieces = cut(spelled(part, [way]), lines)
    body = "".join(f"data: {piece}{end}" for piece in ["It is", *pieces, "yes"]) + "\n"
    kept = scrubbed(body.encode()).response.body
    before, after = sse.decode(body.encode()), sse.decode(kept)
    assert [event.data.count("\n") for event in after.events] == [
        event.data.count("\n") for event in before.events
    ]
    together = "".join(event.data for event in after.events).replace("\n", "")
    assert not shares(readings(together.encode(), 3), KEY)


@settings(max_examples=examples(60), deadline=None)
@given(
    parts,
    spellings,
    st.integers(1, 6),
    st.sampled_from(["sse", "ndjson", "array", "aws", "packed"]),
    st.lists(st.integers(0, 2000), max_size=4),
)
def test_nothing_of_a_key_is_left_in_a_stream(
    part: str, ways: list[str], pieces: int, framing: str, cuts: list[int]
) -> None:
    """In every framing; lengths of messages, checksums and chunk boundaries stay."""
    deltas = ["It is ", *cut(spelled(part, ways), pieces), ", yes"]
    events = [json.dumps({"index": 0, "delta": {"content": delta}}) for delta in deltas]
    written: dict[str, Callable[[], bytes]] = {
        "sse": lambda: b"".join(sse.encode(event, "delta") for event in events),
        "ndjson": lambda: "\n".join(events).encode(),
        "array": f"[{','.join(events)}]".encode,
        "aws": lambda: b"".join(eventstream.encode({":e": "d"}, e.encode()) for e in events),
        "packed": lambda: b"".join(
            eventstream.encode(
                {":e": "d"}, json.dumps({"bytes": b64encode(e.encode()).decode()}).encode()
            )
            for e in events
        ),
    }
    body = written[framing]()
    at = [0, *sorted(n % len(body) for n in cuts), len(body)]
    chunks = tuple(Chunk(body[a:b], 0.1 * n) for n, (a, b) in enumerate(pairwise(at)))
    kept = scrub(ASKED, Response(200, (), body, chunks), known([KEY])).response
    assert [(len(c.data), c.at) for c in kept.chunks] == [(len(c.data), c.at) for c in chunks]
    assert b"".join(c.data for c in kept.chunks) == kept.body
    if framing in {"aws", "packed"}:
        stream = eventstream.decode(kept.body)
        assert stream.problems == ()
        texts = [json.loads(message.payload) for message in stream.messages]
        if framing == "packed":
            texts = [json.loads(b64decode(text["bytes"])) for text in texts]
    elif framing == "sse":
        texts = [json.loads(event.data) for event in sse.decode(kept.body).events]
    else:
        text = kept.body.decode()
        texts = json.loads(text if framing == "array" else f"[{text.replace(chr(10), ',')}]")
    joined = "".join(text["delta"]["content"] for text in texts)
    assert joined.startswith("It is ")
    assert len(joined) == sum(map(len, deltas))
    assert not shares(readings(joined.encode(), 3), KEY)


@settings(max_examples=examples(60), deadline=None)
@given(parts, spellings)
def test_nothing_of_a_key_is_left_in_a_request_or_a_header(part: str, ways: list[str]) -> None:
    """Address, headers, names of headers, the body of a request: all go the same way."""
    text = spelled(part, ways)
    plain = text if text.isascii() else "x"
    asked = Request(
        "POST",
        f"https://h.test/v1/{plain}/models?{plain}=1&api-version={plain}",
        (("accept", f"a {plain}"), (plain, "b")),
        json.dumps({"messages": [{"content": text}]}).encode(),
    )
    headers = (("server", plain), ("location", f"https://h.test/{plain}"), (f"x-{plain}", "1"))
    done = scrub(asked, Response(200, headers, b"{}"), known([KEY]))
    words = [done.request.url, *done.names, done.request.body.decode()]
    words += [value for side in done.pair for header in side.headers for value in header]
    for word in words:
        assert not shares(readings(word.encode(), 3), KEY), word
