"""UTF-8 out of pieces."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.io.framing.text import TextDecoder

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _in_pieces(data: bytes, cuts: list[int]) -> tuple[str, int]:
    decoder = TextDecoder()
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    text = "".join(decoder.feed(data[start:end]) for start, end in pairwise(edges))
    return text + decoder.feed(b"", final=True), decoder.replaced


_NASTY = st.lists(
    st.sampled_from([b"\xef\xbf\xbd", b"\xef", b"\xbf", b"\xbd", b"\xbb", b"a", b"\xf0", b"\xc3"])
).map(b"".join)


@PATIENT
@given(_NASTY | st.binary(), st.lists(st.integers(min_value=0), max_size=6))
def test_pieces_make_no_difference(data: bytes, cuts: list[int]) -> None:
    """Bytes cut anywhere give the same text and the same count of replacements."""
    whole = _in_pieces(data, [])
    assert whole == _in_pieces(data, cuts)
    assert whole[0] == data.decode("utf-8", "replace").removeprefix("\ufeff")


@PATIENT
@given(st.text())
def test_a_sent_replacement_character_is_not_counted(text: str) -> None:
    """Valid UTF-8 counts no replacement, even when U+FFFD was really sent."""
    data = f"x{text}\ufffd".encode()
    assert _in_pieces(data, list(range(len(data)))) == (f"x{text}\ufffd", 0)


def test_each_bad_sequence_is_counted_once() -> None:
    """Two bad places beside a sent U+FFFD are two."""
    assert _in_pieces(b"\xff a \xe2\x82 b \xef\xbf\xbd", []) == ("\ufffd a \ufffd b \ufffd", 2)
