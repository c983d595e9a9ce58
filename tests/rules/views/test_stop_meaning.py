"""What a stop reason means, in its own format or in another."""

from __future__ import annotations

import pytest

from toolwire.dialects import Dialect, dialects
from toolwire.rules.views.stop_meaning import stop_meaning


@pytest.mark.parametrize("dialect", dialects(), ids=lambda one: one.name)
def test_what_a_format_says_of_its_words_holds_there(dialect: Dialect) -> None:
    """Another format's word for a cut is one as well where the format has no such word."""
    for word, meant in dialect.stops.items():
        assert stop_meaning(dialect.name, word) == meant
    for word in {"length", "MAX_TOKENS", "Max_Tokens"} - dialect.stops.keys():
        assert stop_meaning(dialect.name, word) == "length"
    assert [stop_meaning(dialect.name, word) for word in (None, "", "whatever")] == [None] * 3
