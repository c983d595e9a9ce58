"""The signature of the reference's thoughts, and what shows that it, or they, were altered."""

from __future__ import annotations

import pytest

from toolwire.dialects.anthropic_messages.seal import is_altered, sealed
from toolwire.model.conversation import JsonObject

pytestmark = pytest.mark.fast
THOUGHTS = "The city is meant, \u00e9 and all."


def block(signature: object, thoughts: str = THOUGHTS) -> JsonObject:
    """Return a block of a history."""
    return {"type": "thinking", "thinking": thoughts, "signature": signature}  # type: ignore[dict-item]


@pytest.mark.parametrize("turn", [0, 1, 2**32 + 1])
def test_what_was_signed_is_known_again(turn: int) -> None:
    """With the thoughts that it was made of alone."""
    assert not is_altered(block(sealed(turn, THOUGHTS)))
    assert is_altered(block(sealed(turn, THOUGHTS), THOUGHTS + " "))
    assert sealed(0, THOUGHTS) != sealed(1, THOUGHTS)


def test_every_letter_behind_the_mark_counts() -> None:
    """The mark itself makes it somebody else's."""
    signature = sealed(0, THOUGHTS)
    for place in range(12, len(signature)):
        other = "A" if signature[place] != "A" else "B"
        assert is_altered(block(signature[:place] + other + signature[place + 1 :]))
    assert is_altered(block(signature[:-1]))
    assert is_altered(block(f"{signature}!"))


@pytest.mark.parametrize("signature", [None, "", "c2lnbmF0dXJl", 7, "EqoBCkgIARABGAIiQL"])
def test_what_others_signed_is_taken_as_it_is(signature: object) -> None:
    """Nobody but they can check it."""
    assert not is_altered(block(signature))
