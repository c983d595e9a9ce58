"""Views of a text and what is packed in it: every position leads back to where it came from."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.secrets import spelling
from toolwire.io.secrets.entity import NAMED, WIDTHLESS, is_widthless
from toolwire.io.secrets.known import NOTHING, known, shared
from toolwire.io.secrets.packing import readable, unpacked
from toolwire.io.secrets.spelling import escaped, view

#: What is written, and what it reads as.
ESCAPES = [
    (rb"\u0041", b"A"),
    (rb"\\\u0041", b"A"),
    (rb"\u{41}", b"A"),
    (rb"\x41", b"A"),
    (rb"\/", b"/"),
    (b"%41", b"A"),
    (b"%u0041", b"A"),
    (b"%0a", b" "),
    (b"%e2", b"\xe2"),
    (b"&#65;", b"A"),
    (b"&#x41;", b"A"),
    (b"&#65", b"A"),
    (b"&lowbar;", b"_"),
    (b"&lcub;", b"{"),
    (b"&amp;", b"&"),
    (b"&#8203;", b""),
    (b"&zwnj;", b""),
    (rb"\u200b", b""),
    (rb"\\u200b", b""),
    (rb"\\\u200b", b"\\"),
    (b"\xe2\x80\x8b", b""),
    (b"\xef\xbb\xbf", b""),
    (rb"\u00e9", b"\xff"),
]
PLAIN = [b"x", b" ", b"{", b"&", b"%", b"#;", b"u00", b"\xc3\xa9", b"&no;", b"\xe2\x80\x94"]

pieces = st.lists(
    st.one_of(st.sampled_from(ESCAPES), st.sampled_from([(raw, raw) for raw in PLAIN])), max_size=40
)


def read(text: bytes, monkeypatch: pytest.MonkeyPatch, size: int) -> spelling.View:
    """Return the view of a text, undone in pieces of that many bytes."""
    monkeypatch.setattr(spelling, "_PIECE", size)
    return view(text)


@pytest.mark.parametrize(("raw", "sign"), ESCAPES)
def test_an_escape_reads_as_one_byte_or_none(raw: bytes, sign: bytes) -> None:
    """Between two letters that stay, and the way back leads past the escape."""
    seen = view(b"(" + raw + b")")
    assert seen.text == b"(" + sign + b")"
    assert seen.raw(len(sign) + 1) == len(raw) + 1
    assert seen.raw(1 if sign else 0) == (1 if sign else 0)


@pytest.mark.parametrize("raw", [rb"\"", rb"\n", rb"\\\"", rb"\\n"])
def test_quotes_and_line_breaks_are_spaces(raw: bytes) -> None:
    """No letter of an escape is taken for a letter of a word; positions stay right."""
    for around in (b"", b"%41"):
        seen = view(b"a" + raw + b"b" + around)
        assert seen.text[1:].strip(b"\\ ").startswith(b"b")
        place = seen.text.index(b"b")
        assert seen.raw(place) == len(raw) + 1


@given(pieces, st.integers(1, 30))
def test_a_view_cut_anywhere_is_the_same(parts: list[tuple[bytes, bytes]], size: int) -> None:
    """However long the pieces are that are undone at once, no escape is cut in two."""
    text = b"".join(raw for raw, _ in parts)
    with pytest.MonkeyPatch.context() as patch:
        whole, cut = view(text), read(text, patch, size)
        assert cut.text == whole.text
        places = range(len(whole.text) + 1)
        assert [cut.raw(place) for place in places] == [whole.raw(place) for place in places]


@given(pieces)
def test_every_byte_of_a_view_leads_back_to_what_it_stands_for(
    parts: list[tuple[bytes, bytes]],
) -> None:
    """What begins at a position in the view begins at that position of the text."""
    parts = [part for raw, sign in parts for part in ((raw, sign), (b"|", b"|"))]
    text, reading = b"".join(raw for raw, _ in parts), b"".join(sign for _, sign in parts)
    seen = view(text)
    if seen.text == reading:
        at = back = 0
        for raw, sign in parts:
            if sign:
                assert seen.raw(at) == back
            at, back = at + len(sign), back + len(raw)


def test_escapes_of_another_layer_are_told() -> None:
    """What is escaped twice reads as an escape once more."""
    assert escaped(view(b"%2541"))
    assert escaped(view(rb"\u0026amp;"))
    assert not escaped(view(b"%41"))
    assert not escaped(view(rb"a\nb"))


def test_backslashes_without_end_are_read_in_linear_time() -> None:
    """Half a million of them, before an escape and before none."""
    many = b"\\" * 500_000
    assert view(many + b"u0041x").text.endswith(b"Ax")
    assert view(many + b"%41").text.endswith(b"A")


def test_names_and_ranges_agree_with_unicode() -> None:
    """Each reference reads as HTML says, and what has no width is found in UTF-8 too."""
    import html
    import re

    for name, sign in NAMED.items():
        plain = html.unescape(f"&{name.decode()};")
        if sign.strip():
            assert plain in {sign.decode(), "\u2010", "\u2013"}, name
        elif not sign:
            assert is_widthless(ord(plain[0])), name
    for code in [*range(0x80, 0xD800), *range(0xE000, 0x10000), *range(0xE0000, 0xE0100)]:
        found = re.fullmatch(WIDTHLESS, chr(code).encode())
        assert (found is not None) == is_widthless(code), hex(code)


@given(st.binary(max_size=30), st.sampled_from([b"", b"/", b"path/", b"x", b"xy", b"xyz"]))
def test_what_is_packed_is_unpacked_from_any_sign(before: bytes, word: bytes) -> None:
    """Base64 behind a word, with anything before: the text is there, and leads back to its signs."""
    text = b"It is a text, and long enough."
    packed = b64encode(before + text)
    whole = b"<" + word + packed + b">"
    seen = False
    for way in unpacked(whole, NOTHING):
        clean = readable(way.text)
        at = -1 if clean is None else clean.find(text)
        if at >= 0:
            seen = True
            for start, end in way.places(at, at + len(text)):
                first = 1 + len(word) + len(before) * 8 // 6
                assert (start, end) == (
                    first,
                    1 + len(word) - (-(len(before) + len(text)) * 8 // 6),
                )
    assert seen


def test_noise_is_no_text() -> None:
    """Fewer than twelve letters in a row are an accident, and nothing is looked for in them."""
    assert readable(b"\x00elevenchars\x00\xffabc") is None
    assert readable(b"\x00twelve chars\x00abc") == b'"twelve chars"abc'.replace(b"abc", b'"""')


def test_what_a_text_shares_with_a_key_is_told_whole() -> None:
    """From the first to the last letter in common, at any place of both, in any case."""
    key = "abcdefghijklmnopqrstuvwxyz"
    for start in range(len(key) - 12):
        for end in range(start + 12, len(key) + 1):
            text = f"--{key[start:end].upper()}--".encode()
            assert list(shared(text, known([key]))) == [(2, 2 + end - start)], (start, end)
    assert list(shared(b"abcdefghijk-lmnopqrstuv", known([key]))) == []


@given(st.text("ab1", min_size=12, max_size=40), st.text("ab1-", max_size=60))
def test_what_is_shared_is_what_comparing_all_runs_finds(key: str, text: str) -> None:
    """The same letters as the slow way finds, though keys repeat themselves."""
    runs = {key[n : n + 12] for n in range(len(key) - 11)}
    slow = {m for n in range(len(text)) if text[n : n + 12] in runs for m in range(n, n + 12)}
    quick = {m for a, b in shared(text.encode(), known([key])) for m in range(a, b)}
    assert quick == slow
