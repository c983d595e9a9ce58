"""Inputs that once did harm: each is run again, under the bounds of the fuzzer."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.item import KEY, Item, from_json
from fuzz.making import TARGETS, made
from fuzz.regressions import FOLDER, save, saved
from fuzz.watch import Find, tried

FOUND = list(saved())


@pytest.mark.parametrize(
    ("once", "item"), [one[1:] for one in FOUND], ids=[one[0] for one in FOUND]
)
def test_what_was_found_does_no_harm_any_more(once: str, item: Item) -> None:
    """Nothing escapes, no promise is broken, and it takes less than a second."""
    find, _ = tried(item)
    assert find is None, (once, find)


def test_no_kept_input_holds_the_planted_key() -> None:
    """Files have a stand-in for it, so that none holds the shape of a key."""
    assert FOUND
    assert [path.name for path in FOLDER.iterdir() if KEY.encode() in path.read_bytes()] == []


@pytest.mark.parametrize("target", TARGETS)
def test_an_input_comes_back_from_its_file(tmp_path: Path, target: str) -> None:
    """What is kept and read again is the same input, byte for byte."""
    for number in range(20):
        item = made(7, number, target)
        save(item, Find("escape", "here", ""), tmp_path)
        ((_, _, again),) = saved(tmp_path)
        for path in tmp_path.iterdir():
            path.unlink()
        assert (again.target, dict(again.words), again.data) == (
            item.target, dict(item.words), item.data,
        )  # fmt: skip
        if item.exchange is not None:
            assert again.exchange is not None
            assert again.exchange.request == item.exchange.request
            assert again.exchange.response == item.exchange.response


def test_a_long_piece_is_kept_short() -> None:
    """A file says how often a text comes instead of writing it out."""
    item = from_json({"target": "read", "words": {}, "data": ["a", {"text": "bc", "times": 3}]})
    assert item.data == b"abcbcbc"
