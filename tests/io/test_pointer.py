"""JSON pointers: as text, as steps, and followed."""

from __future__ import annotations

import pytest

from toolwire.io.json_diff import differences
from toolwire.io.pointer import at, escaped, member, pointer_of, steps_of
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent


@pytest.mark.parametrize("step", ["", "a", "a/b", "~", "~1", "m~n/o", "0"])
def test_a_step_comes_back_from_its_pointer(step: str) -> None:
    """What is escaped as RFC 6901 says is read back as it was."""
    assert "/" not in escaped(step)
    assert steps_of(f"#/{escaped(step)}") == [step]


def test_a_path_is_followed_as_far_as_it_goes() -> None:
    """Objects take names and arrays numbers; what is not there is ABSENT, and null is there."""
    value: Json = {"a/b": [{"c": None}], "0": "zero"}
    assert pointer_of(("a/b", 0, "c")) == "/a~1b/0/c"
    assert at(value, steps_of("/a~1b/0/c")) is None
    assert at(value, ("a/b", 1, "c")) is ABSENT
    assert at(value, ()) == value
    assert member(value, 0) == "zero"
    assert member([1], "-1") is ABSENT
    assert member([1, 2], -1) == 2
    assert member([1], -2) is ABSENT
    assert member("text", 0) is ABSENT


def _equal(one: Json | Absent, other: Json | Absent) -> bool:
    return type(one) is type(other) and one == other


ONE: Json = {"b": [1, 2], "a": {"x~": 1}}
OTHER: Json = {"b": [1], "a": {"x~": True}, "c": 0}


def test_values_are_compared_by_what_is_in_them() -> None:
    """Differences come in the order of the first value, or by name, with ABSENT for a gap."""
    gap, number, new = ("/b/1", 2, ABSENT), ("/a/x~0", 1, True), ("/c", ABSENT, 0)
    assert list(differences(ONE, OTHER, _equal)) == [gap, number, new]
    assert list(differences(ONE, OTHER, _equal, by_name=True)) == [number, gap, new]
    assert list(differences(ONE, ONE, _equal)) == []


def test_what_is_not_looked_into_is_one_value() -> None:
    """Arrays of different lengths, and what lies too deep, differ as a whole."""
    whole = ("/b", [1, 2], [1])
    assert next(differences(ONE, OTHER, _equal, resized=False)) == whole
    assert list(differences(ONE, OTHER, _equal, deepest=0)) == [("", ONE, OTHER)]
