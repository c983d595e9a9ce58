"""Words in Latin letters, by which a count of tokens is held against a text."""

from __future__ import annotations

import re
from typing import Final

#: A token seldom has more than one word of prose, and of no tokenizer two on average.
WORDS_OF_A_TOKEN: Final = 2
#: So many characters a word and the gap behind it have at least.
SHORTEST: Final = 3
_WORD: Final = re.compile("[A-Za-z]{2,}")


def latin_words(text: str) -> int:
    """Return how many words of two letters and more a text has."""
    return len(_WORD.findall(text))
