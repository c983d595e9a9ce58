"""What parsers make of values and texts that a prompt writes out, and what a model may make of them."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.arguments.TC308_strings_unchanged import _how
from toolwire.rules.arguments.TC314_values_unchanged import _inside

ADDRESS = "https://example.org/a%20b?q=one+two%2Bthree&until=2026-11-24"
WORDS = "The quick brown fox jumps over the lazy dog and runs"


@pytest.mark.parametrize(
    ("wanted", "came"),
    [
        (5_000_000_001, 705_032_705),
        (5_000_000_001, 2**31 - 1),
        (-12, 12),
        (2.718281828459, 2.72),
        (2.718281828459, 3),
        (2.718281828459, 2),
        (["pear", "apple", "fig", "apple"], ["pear"]),
        (["pear", "apple", "fig", "apple"], ["apple", "apple", "fig", "pear"]),
        (["pear", "apple", "fig", "apple"], ["pear", "apple", "fig"]),
        (["pear", "apple", "fig"], [["pear", "apple", "fig"]]),
        ({"name": "Ana", "phone": "1"}, {}),
        (False, None),
        (0, None),
    ],
)
def test_what_a_parser_makes_of_a_value_is_told(wanted: Json, came: Json) -> None:
    """A number loses bits, its sign or decimals, a list its order or items, an object all it has."""
    assert [how for how, _, _ in _inside({"a": wanted}, {"a": came})]


@pytest.mark.parametrize(
    ("wanted", "came"),
    [
        (7, 8),
        (5_000_000_001, 5_000_000_000),
        (0.5, 1),
        (2.718281828459, 2.7182818284),
        (["pear", "apple", "fig"], ["pear", "fig"]),
        (["apple", "fig"], ["apple"]),
        (["apple", "fig", "pear"], ["apple", "fig", "pear"]),
        ({"name": "Ana", "phone": "1"}, {"name": "Ana"}),
        (True, None),
        (3, None),
        (None, None),
        (2**53 + 1, 1),  # which is what 32 bits leave of it
    ],
)
def test_another_value_is_the_models(wanted: Json, came: Json) -> None:
    """A slip, or fewer digits than many, is nothing that a parser does."""
    assert not [how for how, _, _ in _inside({"a": wanted}, {"a": came})]


@pytest.mark.parametrize(
    "came",
    [
        {"a": 1, "name": "Ana", "phone": "1"},
        {"a": 1, "contact.name": "Ana", "contact.phone": "1"},
        {"a": 1, "contact_name": "Ana", "contact_phone": "1"},
    ],
)
def test_an_object_that_was_flattened_is_told(came: JsonObject) -> None:
    """Its members stand where it was, by themselves or as paths."""
    wanted: JsonObject = {"a": 1, "contact": {"name": "Ana", "phone": "1"}}
    assert "an object's members were put where it stood" in [
        how for how, _, _ in _inside(wanted, came)
    ]
    assert not [*_inside(wanted, {"a": 1, "name": "Ana"})]


@pytest.mark.parametrize(
    ("text", "came"),
    [
        (ADDRESS, "https://example.org/a b?q=one two+three&until=2026-11-24"),
        (ADDRESS, ADDRESS.replace("+", " ")),
        ("Ünïcode", "\\xdcn\\xefcode"),
        ("two\nlines", "two\r\nlines"),
        ("two\nlines\tand a tab", "two\\nlines\\tand a tab"),
        ("a\ttab", "a\\ttab"),
        ("a/b", "a\\/b"),
        ('say "hi"', "say 'hi'"),
        ("\u00dcber \u6771\u4eac", "\u00dcber "),
        ("\u00dcber \u6771\u4eac", "\u00dcber ??"),
        ("\u00dcber \u6771\u4eac", "\u00dcber \ufffd\ufffd\ufffd\ufffd"),
        ("\u00dcber \u6771\u4eac", "\ufffdber \u6771\ufffd"),
        ("\u00dcber \u6771\u4eac", "\u00dc\u00dcber \u6771\u6771\u4eac\u4eac"),
        (WORDS, WORDS[:32]),
        (WORDS, WORDS.replace(" ", "")),
    ],
)
def test_what_a_parser_makes_of_a_text_is_told(text: str, came: str) -> None:
    """Escapes of addresses, escapes of a program, letters that come twice, a cut and lost blanks."""
    assert _how(text, came) is not None


@pytest.mark.parametrize(
    ("text", "came"),
    [
        (WORDS, WORDS[:43]),
        (WORDS, WORDS.replace(" ", "", 1)),
        (WORDS, "The quick brown fox"),
        (ADDRESS, "https://example.org/"),
        ("\u00dcber \u6771\u4eac", "Over \ufffd"),
        ("\u00dcber \ufffd", "\u00dcber"),
        ("\u00dcber", "\u00dc\u00dcber"),
        ("\u00dcber \u6771\u4eac", "\u00dcber \u6771\u6771\u4eac\u4eac"),
        ("Over", "Ov\ufffdr"),
    ],
)
def test_another_text_is_the_models(text: str, came: str) -> None:
    """A sentence that ends early, at a word, or without one blank, and one letter twice."""
    assert _how(text, came) is None


def test_letters_that_could_be_replaced_in_many_ways_cost_no_more_than_others() -> None:
    """Which sign stands for which of them is not tried: a hostile text would take forever."""
    assert _how("\u00e9" * 2_000 + "x", "\ufffd\u00e9" * 700 + "y") is None
