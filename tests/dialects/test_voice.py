"""A vendor's voice: ids of a pattern, and words that fit what is documented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.shape import id_shape
from toolwire.dialects.voice import USUAL, Voice, fits, written_id

_WORDS = st.from_regex(r"[a-z]{2,8}[_.:-]", fullmatch=True)
_CLASSES = st.tuples(
    st.sampled_from(["0-9", "0-9a-f", "a-z0-9", "A-Za-z0-9"]),
    st.integers(min_value=8, max_value=36),
).map(lambda one: f"[{one[0]}]{{{one[1]}}}")
_PATTERNS = st.tuples(
    st.lists(_WORDS, max_size=2).map("".join), st.one_of(_CLASSES, st.just("uuid"))
).map("".join)


@given(_PATTERNS, st.integers(min_value=0, max_value=500))
def test_an_id_has_the_shape_it_was_written_for(pattern: str, number: int) -> None:
    """Whatever the pattern, reading the id gives it back."""
    assert id_shape(written_id(pattern, number, "get_weather"), "get_weather") == pattern


@given(_PATTERNS)
def test_another_call_has_another_id(pattern: str) -> None:
    """Ids of one conversation do not meet, and the same call has the same id again."""
    made = [written_id(pattern, number, "get_weather") for number in range(20)]
    assert len(set(made)) == 20
    assert made == [written_id(pattern, number, "get_weather") for number in range(20)]


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("functions.<name>:[0-9]", "functions.get_weather:3"),
        ("tool-[0-9]{2}", "tool-03"),
    ],
)
def test_short_numbers_are_counted(pattern: str, written: str) -> None:
    """Two digits would soon meet if they were drawn; the tool's name stands where it belongs."""
    assert written_id(pattern, 3, "get_weather") == written


def test_a_beginning_is_kept() -> None:
    """What an ellipsis stands for is letters and digits, whatever they are."""
    made = written_id("toolu_…", 0, "get_weather")
    assert made.startswith("toolu_")
    assert made.removeprefix("toolu_").isalnum()
    assert fits("toolu_…", id_shape(made))
    assert not fits("toolu_…", "call_[0-9]{8}")
    assert not fits("toolu_", "toolu_[0-9]{8}")


def test_a_voice_prefers_the_usual_word() -> None:
    """Where several are documented the format's own is taken, else the first of them."""
    voice = Voice({"stop_on_call": ("tool_calls", "stop")})
    assert [voice.stop_of(word) for word in ("stop", "tool_calls", "function_call")] == [
        "stop",
        "tool_calls",
        "tool_calls",
    ]
    assert USUAL.stop_of("function_call") == "function_call"


def test_a_voice_without_ids_says_so() -> None:
    """Absent only where that is the usual word; nothing said is not absent."""
    assert USUAL.has_ids
    assert Voice({"id_field": ("id", "absent")}).has_ids
    assert not Voice({"id_field": ("absent", "id")}).has_ids
