"""Words in Latin letters, by which a count of tokens is held against a text."""

from __future__ import annotations

import re
from typing import Final

#: A token seldom has more than one word of prose, and of no tokenizer two on average.
WORDS_OF_A_TOKEN: Final = 2
#: So many characters a word and the gap behind it have at least.
SHORTEST: Final = 3
_WORD: Final = re.compile("[A-Za-z]{2,}")
#: A file in base64, or a line of one: no prose has so many of these in a row. A server that finds a picture in a
#: text reads it as a picture (NVIDIA's nemotron-parse, to which it is sent so, counts 5 tokens of a page).
_ENCODED: Final = re.compile("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{60,}")


def latin_words(text: str) -> int:
    """Return how many words of two letters and more a text has, but for files that it holds in base64."""
    return len(_WORD.findall(_ENCODED.sub(" ", text)))
