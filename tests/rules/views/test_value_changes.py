"""What was done to all arguments of a call alike, and what a model wrote otherwise."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.contents import CONTENTS
from toolwire.rules.views.argument_values import is_flat, same
from toolwire.rules.views.value_changes import CHANGES, change_of, tries_values

WANTED = CONTENTS[0].call.arguments


def deep(levels: int) -> Json:
    """Return a list in a list in a list."""
    value: Json = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("how", CHANGES)
def test_each_change_is_told(how: str) -> None:
    """By its own words, or by those of another that comes to the same here."""
    came = CHANGES[how](WANTED)
    assert isinstance(came, dict)
    told = change_of(WANTED, came)
    assert same(CHANGES[told](WANTED), came)


def test_what_came_as_it_was_is_no_change() -> None:
    """Nor is its order."""
    assert change_of(WANTED, {**WANTED}) == ""
    assert change_of(WANTED, dict(reversed(WANTED.items()))) == ""


@pytest.mark.parametrize(
    "slip",
    [
        {"note": "Café"},
        {"blank": None, "count": 1},
        {"id": 9007199254740992, "savedBy": "43"},
        {"tags": "only", "ratio": 0.5},
        {"extra": 1},
    ],
)
def test_a_slip_is_no_change(slip: JsonObject) -> None:
    """One value that is otherwise, or a change beside another, may be the model's."""
    assert change_of(WANTED, {**WANTED, **slip}) == ""


@pytest.mark.parametrize("how", ["lists of one item became the item", "null became zero"])
def test_a_change_beside_a_slip_is_none(how: str) -> None:
    """Then nobody knows whose doing it was."""
    came = CHANGES[how](WANTED)
    assert isinstance(came, dict)
    assert change_of(WANTED, {**came, "note": "Cafe"}) == ""


def test_types_differ() -> None:
    """One, one and a half tenths, and true are three values."""
    assert not same(1, 1.0)
    assert not same(True, 1)  # noqa: FBT003 - a value of the wire
    assert not same({"a": [0]}, {"a": [False]})
    assert same({"a": [0, None]}, {"a": [0, None]})


def test_what_is_nested_deep_is_not_walked() -> None:
    """A hostile answer may be as deep as a parser goes."""
    assert is_flat(deep(20))
    assert not is_flat(deep(900))
    assert change_of(WANTED, {**WANTED, "none": deep(900)}) == ""
    assert not tries_values({**WANTED, "none": deep(900)})


def test_numbers_beyond_all_bounds_are_no_trouble() -> None:
    """What cannot be done to them was not done."""
    assert change_of({**WANTED, "id": 10**400, "ratio": 1e300}, WANTED) == ""


def test_what_is_very_long_is_not_looked_at() -> None:
    """Every change is made of it, which takes its time."""
    assert not tries_values({**WANTED, "more": "x" * 20_000})
    assert not tries_values({**WANTED, "more": [0] * 20_000})


@pytest.mark.parametrize("name", ["note", "id", "ratio", "nothing", "tags", "bare"])
def test_without_one_of_its_kinds_a_call_shows_less(name: str) -> None:
    """It is then not counted, for it could not show every change."""
    assert not tries_values({k: v for k, v in WANTED.items() if k not in {name, "tree"}})
