"""Texts that came back with the marks of a masking program."""

from __future__ import annotations

import pytest

from toolwire.rules.mutate.contents import CONTENTS
from toolwire.rules.views.masked import hidden_in, hidden_of, hidden_within

TEXT = "Write to ana@example.org or call +1 202-555-0134 <b>now</b>, ***please***."
MAIL, PHONE = "an e-mail address", "a telephone number"


@pytest.mark.parametrize(
    ("old", "new", "hidden"),
    [
        ("ana@example.org", "<EMAIL_ADDRESS>", MAIL),
        ("ana@example.org", "<EMAIL_ADDRESS_1>", MAIL),
        ("ana@example.org", "[EMAIL]", MAIL),
        ("ana@example.org", "[REDACTED EMAIL]", MAIL),
        ("ana@example.org", "{{EMAIL}}", MAIL),
        ("ana@example.org", "#####", MAIL),
        ("ana@", "XXXX@", MAIL),
        ("+1 202-555-0134", "<PHONE_NUMBER>", PHONE),
        ("202-555", "XXX-XXX", PHONE),
        ("ana@example.org or call +1 202-555-0134", "[PII]", f"{MAIL} and {PHONE}"),
    ],
)
def test_a_mark_in_the_place_of_what_is_personal_is_known(old: str, new: str, hidden: str) -> None:
    """By what the rest of the text shows it to stand for, alone and in other words."""
    came = TEXT.replace(old, new)
    assert hidden_in(TEXT, came) == hidden
    assert hidden_within(TEXT, f"The tools answered: {came} Is that all?") == hidden


def test_both_may_be_hidden_by_a_mark_each() -> None:
    """Two words for two marks."""
    came = TEXT.replace("ana@example.org", "<EMAIL>").replace("+1 202-555-0134", "<PHONE>")
    assert hidden_in(TEXT, came) == f"{MAIL} and {PHONE}"


@pytest.mark.parametrize(
    "came",
    [
        TEXT,
        TEXT.replace("ana@example.org", "bob@example.org"),
        TEXT.replace("ana@example.org", "[email protected]"),
        TEXT.replace("ana@example.org", ""),
        TEXT.replace("now", "[NOW]"),
        TEXT.replace("ana@example.org", "<EMAIL>").replace("Write", "Wrote"),
        TEXT.replace("ana@example.org", "<EMAIL>").replace("now", "soon"),
        "",
    ],
)
def test_what_a_model_may_write_is_no_mark(came: str) -> None:
    """Another address, words that web pages have in its place, a mark elsewhere, other words beside."""
    assert hidden_in(TEXT, came) == ""


def test_nothing_else_of_a_value_may_differ() -> None:
    """Every text that differs has a mark, and the rest is as it was."""
    came = TEXT.replace("ana@example.org", "<EMAIL>")
    assert hidden_of({"note": TEXT, "id": 1}, {"note": came, "id": 1}) == MAIL
    for other in ({"note": TEXT, "id": 1}, {"note": came, "id": 2}, {"note": came}, {}, "<EMAIL>"):
        assert hidden_of({"note": TEXT, "id": 1}, other) == ""
    assert hidden_of([TEXT, "now"], [came, "soon"]) == ""


def test_what_is_asked_has_an_address_and_a_number() -> None:
    """In the arguments of each call and in each result."""
    for one in CONTENTS:
        for text in (str(one.call.arguments["note"]), one.result):
            at = text.index("@example.")
            start, end = text.rindex(" ", 0, at) + 1, at + len("@example.org")
            assert hidden_in(text, f"{text[:start]}<EMAIL_ADDRESS>{text[end:]}") == MAIL
            number = text.index("+1 202-555-")
            came = f"{text[:number]}<PHONE_NUMBER>{text[number + 15 :]}"
            assert hidden_within(text, f"It says: {came}, that is all.") == PHONE
