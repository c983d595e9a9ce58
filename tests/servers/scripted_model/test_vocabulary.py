"""Vocabulary: any text can be told, and a key is one token wherever it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from servers.scripted_model.pieces import SHARED
from servers.scripted_model.vocabulary import ASSISTANT, RESULTS, USER, Vocabulary, vocabulary_of
from toolwire.io.json_text import dump

KEYS = ("weather", "weather in Rome", 'Call f({"a": "ü"}).', "type", "Rome", "ty")
PIECES = (*SHARED, "Hello", " there", "naïve", "weather", "type", '{"na')


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """Return a vocabulary with keys that overlap each other, pieces and words."""
    return vocabulary_of(PIECES, KEYS)


@pytest.fixture(scope="module")
def tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    """Return what the file of that vocabulary is to the library that servers use."""
    return Tokenizer.from_str(dump(vocabulary.tokenizer()).decode())


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_comes_back(tokenizer: Tokenizer, text: str) -> None:
    """Bytes are tokens, so that no text of a user is lost."""
    assert tokenizer.decode(tokenizer.encode(text).ids, skip_special_tokens=False) == text


def test_ids_are_those_of_the_file(vocabulary: Vocabulary, tokenizer: Tokenizer) -> None:
    """Every token has one id, the same in the file as in the network."""
    assert tokenizer.get_vocab_size() == len(vocabulary)
    spelled = vocabulary.spelled()
    assert len(set(spelled)) == len(spelled)
    assert [tokenizer.id_to_token(number) for number in range(len(spelled))] == list(spelled)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_one_token(vocabulary: Vocabulary, tokenizer: Tokenizer, key: str) -> None:
    """Inside of other text too, whatever the key is made of."""
    assert vocabulary.id(key) in tokenizer.encode(f"Well, {key}!").ids


def test_the_longest_key_counts(vocabulary: Vocabulary, tokenizer: Tokenizer) -> None:
    """A key that is part of another one is not seen where the longer one stands."""
    ids = tokenizer.encode("the weather in Rome").ids
    assert vocabulary.id("weather in Rome") in ids
    assert vocabulary.id("weather") not in ids


@pytest.mark.parametrize("start", [USER, ASSISTANT, *RESULTS])
def test_the_beginning_of_a_turn_is_one_token(
    vocabulary: Vocabulary, tokenizer: Tokenizer, start: str
) -> None:
    """A turn of results differs from a user's, although both begin alike."""
    assert tokenizer.encode(f"<|im_end|>\n{start}\nx").ids[2] == vocabulary.id(start)


def test_pieces_are_never_read(vocabulary: Vocabulary, tokenizer: Tokenizer) -> None:
    """No prompt is split into pieces of replies, so that a reply is only what was said."""
    ids = tokenizer.encode('Hello there, naïve {"name": 1}').ids
    assert not {vocabulary.id(piece) for piece in ("Hello", " there", "naïve", '{"na')} & set(ids)
