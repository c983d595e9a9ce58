"""Text is cut where it is too long, and says so."""

from __future__ import annotations

from toolwire.jobs.site.bounded import NAME, ShownItems, cut, first, name, names


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


def test_a_list_is_cut_and_says_how_many_more() -> None:
    """Short ones are whole; names in a row are each cut as well."""
    assert first((1, 2), 3) == ShownItems((1, 2), 0)
    assert first((1, 2, 3), 2) == ShownItems((1, 2), 1)
    assert names(["a", "b"], 2) == "a, b"
    assert names(["a", "b" * 99, "c", "d"], 2) == f"a, {name('b' * 99)} and 2 more"
