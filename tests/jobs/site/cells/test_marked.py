"""Bytes as they are shown: nothing lost but what is said to be left out, marks where they belong."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.json_spans import Span
from toolwire.jobs.site.cells.marked import ByteMark, Token, TokenKind, shown, tokens

BODIES = st.binary(max_size=60) | st.text(max_size=40).map(lambda t: t.encode("utf-8", "replace"))


@st.composite
def marked(draw: st.DrawFn) -> tuple[bytes, list[ByteMark]]:
    """Draw a body and marks in it, crossing ones and empty ones among them."""
    body = draw(BODIES)
    edges = st.integers(0, len(body))
    spans = draw(st.lists(st.tuples(edges, edges).map(sorted), max_size=5))
    return body, [ByteMark(f"m{n}", Span(*span), ()) for n, span in enumerate(spans)]


def between(found: tuple[Token, ...], name: str) -> str:
    """Return the text between the ends of a mark."""
    ids = [one.mark.id + one.kind if one.mark else "" for one in found]
    inside = found[ids.index(f"{name}open") : ids.index(f"{name}close")]
    return "".join(one.text for one in inside if one.kind is TokenKind.TEXT)


@given(marked())
def test_marks_stand_at_their_bytes_and_nothing_is_lost(
    drawn: tuple[bytes, list[ByteMark]],
) -> None:
    """The text is that of the body, marks are closed in the order in which they must be."""
    body, marks = drawn
    found = tokens(body, Span(0, len(body)), marks, 1000)
    sizes = sum(len(one.text) for one in found if one.kind is TokenKind.TEXT)
    assert sizes >= len(body.decode("utf-8", "replace"))
    open_: list[str] = []
    for one in found:
        assert one.kind is not TokenKind.GAP
        if one.kind is TokenKind.OPEN and one.mark:
            open_.append(one.mark.id)
        elif one.kind is TokenKind.CLOSE and one.mark:
            assert open_.pop() == one.mark.id
    assert not open_
    kept = {one.mark.id for one in found if one.mark}
    for mark in marks:
        if mark.id in kept and mark.span.start < mark.span.end and body.isascii():
            assert between(found, mark.id) == shown(body[mark.span.start : mark.span.end])


@given(st.integers(0, 60_000), st.integers(0, 3), st.integers(0, 5_000))
def test_a_long_body_is_cut_around_the_marks(start: int, wide: int, most: int) -> None:
    """What is left out is counted to the byte, each mark is there, and the rest is bounded."""
    body = ("é" * 30_000 + "{}").encode()
    mark = ByteMark("m", Span(start - start % 2, min(start - start % 2 + wide * 2, len(body))), ())
    found = tokens(body, Span(0, len(body)), [mark], most)
    text = sum(len(one.text.encode()) for one in found if one.kind is TokenKind.TEXT)
    left_out = sum(one.left_out for one in found)
    assert text + left_out == len(body)
    assert text < 6_000
    assert next(one.mark for one in found if one.mark) == mark
    assert not any("\\x" in one.text for one in found)


def test_a_mark_in_the_rest_of_a_body_is_not_of_this_part() -> None:
    """Of a part only its own marks are shown."""
    marks = [ByteMark("a", Span(0, 2), ()), ByteMark("b", Span(4, 5), ())]
    found = tokens(b"abcdefgh", Span(3, 8), marks, 100)
    assert [one.text for one in found if one.text] == ["d", "e", "fgh"]


def test_bytes_that_are_no_text_are_spelled() -> None:
    """A byte that is no UTF-8, and the half of a character that is cut off."""
    assert shown(b'{"\xff":"\xe2\x82"}') == '{"\\xff":"\\xe2\\x82"}'
