"""Texts that end too soon, where programs end them and not where writers do."""

from __future__ import annotations

import pytest

from toolwire.rules.mutate.contents import CONTENTS
from toolwire.rules.views.cut_texts import cut_in, cut_of

WANTED = CONTENTS[0].call.arguments
WORDS = CONTENTS[0].result
LAST, FIRST = "long texts lost their last character", "long texts lost their first character"
CUT = "long texts were cut after a number of characters"


def cut(size: int, end: str = "") -> dict[str, object]:
    """Return the arguments with every text cut."""
    return {
        name: value[: size - len(end)] + end
        if isinstance(value, str) and len(value) > size
        else value
        for name, value in WANTED.items()
    }


@pytest.mark.parametrize(
    ("came", "how"),
    [
        (cut(255), CUT),
        (cut(1024), CUT),
        (cut(300), CUT),
        (cut(256, "..."), CUT),
        # Two texts of two lengths end after as many characters.
        (cut(237), CUT),
        # One alone, where nobody makes room: a model may have stopped there.
        (cut(937), ""),
        ({**WANTED, "long_text": str(WANTED["long_text"])[:-1]}, LAST),
        ({**WANTED, "long_text": str(WANTED["long_text"])[1:]}, FIRST),
        # A longer one is whole.
        ({**WANTED, "summary": str(WANTED["summary"])[:-1]}, ""),
        ({**cut(255), "count": 1}, ""),
        ({**cut(255), "more": 1}, ""),
        (WANTED, ""),
    ],
)
def test_arguments_that_were_cut(came: dict[str, object], how: str) -> None:
    """All long texts alike, and nothing else changed."""
    assert cut_of(WANTED, came) == how  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("came", "how"),
    [
        (f"It returned: {WORDS}.", ""),
        (WORDS[:255], "they were cut"),
        (f"It returned: {WORDS[:-1]}.", "they were cut"),
        (WORDS[:253] + "...", "they were cut"),
        (WORDS[1:], "their beginning is gone"),
        (f"It returned: {WORDS[-100:]}.", "their beginning is gone"),
        (f"{WORDS[:200]} ... {WORDS[-200:]}", "their middle is gone"),
        # Who stops at the end of a word, says a little of it or errs in a letter is a model.
        (WORDS[: WORDS.index(" goes on")], ""),
        ("It was kept.", ""),
        ("", ""),
        (WORDS.replace("lighthouse", "lightouse"), ""),
    ],
)
def test_words_that_were_cut(came: str, how: str) -> None:
    """Inside a word or where programs cut."""
    assert cut_in(WORDS, came) == how
