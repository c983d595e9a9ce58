"""Text is cut where it is too long, and says so."""

from __future__ import annotations

from toolwire.jobs.site.bounded import NAME, cut, name


def test_short_text_stays_as_it_is() -> None:
    """Nothing is added to what fits, to the last character."""
    assert cut("ab", 2) == "ab"
    assert name("x" * NAME) == "x" * NAME


def test_long_text_says_how_long_it_is() -> None:
    """What is left out is counted."""
    assert cut("abcd", 2) == "ab… (cut, 4 characters)"


def test_a_name_that_would_not_show_says_so() -> None:
    """A link or heading of white space could not be seen."""
    assert name(" \t") == "(no name)"
