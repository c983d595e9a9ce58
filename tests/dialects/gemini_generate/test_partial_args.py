"""Arguments come together from pieces by path, and hostile pieces cost and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.gemini_generate.partial_args import PartialArgs, path_of
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject


def assembled(*pieces: Any) -> PartialArgs:
    """Return the state after these pieces, one event each."""
    partial = PartialArgs()
    for number, piece in enumerate(pieces):
        partial.take([piece], f"event[{number}]")
    return partial


def at(path: str, **members: Any) -> JsonObject:
    """Return a piece for a path."""
    return {"jsonPath": path, **members}


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("$.a", ("a",)),
        ("$.orders[0].kind", ("orders", 0, "kind")),
        ("$.grid[10][2]", ("grid", 10, 2)),
        ("$['a']['b c'][3]", ("a", "b c", 3)),
        ('$["a"].b', ("a", "b")),
        ("$.Straße.東京", ("Straße", "東京")),
        ("$.max-price.$ref.2", ("max-price", "$ref", "2")),
        (r"$['it\'s']", ("it's",)),
        (r"""$['say "hi"']""", ('say "hi"',)),
        (r"$['a\\b\n\u000b\u00e9']", ("a\\b\n\u000bé",)),
        (r'$["q\""]', ('q"',)),
        ("$['']", ("",)),
        ("$['0']", ("0",)),
    ],
)
def test_a_path_to_one_place_is_read(text: str, steps: tuple[str | int, ...]) -> None:
    """Shorthand, normalized and double-quoted steps are told apart from indexes."""
    assert path_of(text) == steps


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        "",
        "$",
        "a.b",
        "$a",
        "$.",
        "$..a",
        "$.*",
        "$.a*",
        "$[*]",
        "$.a[*]",
        "$.a[-1]",
        "$.a[01]",
        "$.a[0:2]",
        "$.a[0,1]",
        "$.a[?@.b]",
        "$.a[٣]",
        "$.a[1e3]",
        "$.a[9999999999]",
        "$.a b",
        "$.a ",
        "$.a[",
        "$['a",
        "$['a'",
        "$['a\\']",
        r"$['\x41']",
        r"$['\ud800']",
        "$.a'b",
        "$.a\n",
        "$" + ".a" * 65,
        "$." + "a" * 5000,
    ],
)
def test_any_other_path_is_refused(text: Json) -> None:
    """Queries for several places, broken quotes, and paths beyond the bounds are no path."""
    assert path_of(text) is None


def test_the_longest_paths_are_still_read() -> None:
    """Sixty-four steps and some four thousand characters are in bounds."""
    assert len(path_of("$" + ".a" * 64) or ()) == 64
    assert path_of("$." + "a" * 4094) == ("a" * 4094,)


def test_strings_grow_and_other_values_come_at_once() -> None:
    """Every kind of value finds its place, whatever is interleaved."""
    partial = assembled(
        at("$.a", stringValue="on", willContinue=True),
        at("$.n[0]", numberValue=1),
        at("$.n[1]", numberValue=-0.5),
        at("$.a", stringValue="e", willContinue=True),
        at("$.o.yes", boolValue=True),
        at("$.o.no", boolValue=False),
        at("$.a", stringValue=""),
        at("$.o.list[0][0].x", nullValue="NULL_VALUE"),
        at("$.o.list[1][0]", nullValue=None),
        at("$['empty']", stringValue=""),
    )
    assert partial.value() == {
        "a": "one",
        "n": [1, -0.5],
        "o": {"yes": True, "no": False, "list": [[{"x": None}], [None]]},
        "empty": "",
    }
    assert (partial.problem, partial.problem_at) == (None, None)


def test_no_pieces_are_no_arguments() -> None:
    """A call that streamed nothing has an empty object."""
    assert PartialArgs().value() == {}


def test_arguments_that_came_whole_stay_beside_the_pieces() -> None:
    """Members of `args` are complete, are not changed, and are not given twice."""
    args: JsonObject = {"fixed": {"deep": [1]}}
    partial = PartialArgs()
    partial.take_whole(args, "p")
    partial.take([at("$.a", stringValue="x")], "q")
    assert partial.value() == {"fixed": {"deep": [1]}, "a": "x"}
    partial.take([at("$.fixed.deep[1]", numberValue=2)], "r")
    assert (partial.value(), partial.problem_at) == (None, "r/0")
    assert args == {"fixed": {"deep": [1]}}
    again = assembled(at("$.fixed", numberValue=1))
    again.take_whole(args, "s")
    assert (again.value(), again.problem_at) == (None, "s")


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([7], "not an object"),
        ([at("$..a", numberValue=1)], "does not name one place"),
        ([{"numberValue": 1}], "does not name one place"),
        ([at("$[0]", numberValue=1)], "as into an array"),
        ([at("$.a[1]", numberValue=1)], "leaves a gap"),
        ([at("$.a[999999999]", numberValue=1)], "leaves a gap"),
        ([at("$.a[0].x", numberValue=1), at("$.a[2].x", numberValue=1)], "leaves a gap"),
        ([at("$.a[0]", numberValue=1), at("$.a.b", numberValue=1)], "as into an array"),
        ([at("$.a.b", numberValue=1), at("$.a[0]", numberValue=1)], "as into an array"),
        ([at("$.a", numberValue=1), at("$.a", numberValue=1)], "come before"),
        ([at("$.a", stringValue="x"), at("$.a", stringValue="y")], "come before"),
        ([at("$.a", stringValue="x", willContinue=True), at("$.a", numberValue=1)], "come before"),
        ([at("$.a.b", numberValue=1), at("$.a", numberValue=1)], "come before"),
        ([at("$.a", numberValue=1), at("$.a.b", numberValue=1)], "through a value"),
        ([at("$.a", stringValue="", willContinue=True), at("$.a.b", numberValue=1)], "through"),
        ([at("$.a")], "exactly one value"),
        ([at("$.a", stringValue="x", numberValue=1)], "exactly one value"),
        ([at("$.a", structValue={})], "exactly one value"),
        ([at("$.a", stringValue=1)], "stringValue has another type"),
        ([at("$.a", numberValue="NaN")], "numberValue has another type"),
        ([at("$.a", numberValue=True)], "numberValue has another type"),
        ([at("$.a", boolValue=1)], "boolValue has another type"),
        ([at("$.a", nullValue=0)], "nullValue has another type"),
    ],
)
def test_a_piece_without_its_place_ends_the_assembly(pieces: list[Any], reason: str) -> None:
    """The first misfit is told with its place, and nothing after it is looked at."""
    partial = assembled(*pieces, at("$.later", numberValue=1))
    assert partial.value() is None
    assert reason in (partial.problem or "")
    assert partial.problem_at == f"event[{len(pieces) - 1}]/0"


def test_a_string_that_does_not_end_gives_no_arguments() -> None:
    """An announced fragment that never comes is not passed over."""
    partial = assembled(at("$.a", stringValue="x", willContinue=True))
    assert (partial.value(), partial.problem) == (None, "a string did not end")


NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NAMES
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(NAMES, inner, min_size=1, max_size=3)
    ),
    max_leaves=10,
)


def normalized(steps: tuple[str | int, ...]) -> str:
    """Write steps as RFC 9535 normalizes a path."""
    out = "$"
    for step in steps:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            text = dump(step).decode()[1:-1].replace('\\"', '"').replace("'", "\\'")
            out += f"['{text}']"
    return out


def leaves(value: Json, steps: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Json]]:
    """Yield path and scalar of every leaf."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from leaves(member, (*steps, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*steps, index))
    else:
        yield normalized(steps), value


def cut(path: str, value: Json, data: st.DataObject) -> Iterator[JsonObject]:
    """Yield the pieces a server would send for a leaf, strings cut anywhere."""
    if not isinstance(value, str):
        kind = {bool: "boolValue", int: "numberValue"}.get(type(value), "nullValue")
        yield at(path, **{kind: value})
        return
    middle = data.draw(st.integers(0, len(value)))
    yield at(path, stringValue=value[:middle], willContinue=True)
    yield at(path, stringValue=value[middle:], willContinue=True)
    yield at(path, stringValue="")


@given(st.dictionaries(NAMES, VALUES, max_size=4), st.data())
def test_what_is_cut_into_pieces_comes_together(arguments: JsonObject, data: st.DataObject) -> None:
    """Any arguments without empty containers survive being streamed leaf by leaf."""
    pieces = [piece for path, value in leaves(arguments) for piece in cut(path, value, data)]
    assert assembled(*pieces).value() == parse(dump(arguments))


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
PATHS = st.lists(
    st.sampled_from([".a", ".b", "[0]", "[1]", "[7]", "['a']", '["b"]', "[*]", "..", " ", "\\"]),
    max_size=5,
).map(lambda steps: "$" + "".join(steps))


@given(
    st.lists(
        HOSTILE
        | st.builds(
            lambda path, key, value, more: at(path, **{key: value}, willContinue=more),
            PATHS | HOSTILE,
            st.sampled_from(["stringValue", "numberValue", "boolValue", "nullValue", "x"]),
            st.sampled_from(["", "x", 1, 0.5, True, None]) | HOSTILE,
            st.booleans(),
        ),
        max_size=8,
    )
)
def test_no_piece_raises(pieces: list[Any]) -> None:
    """Any pieces give arguments or a problem, never both and never an exception."""
    partial = assembled(*pieces)
    value = partial.value()
    assert (value is None) == (partial.problem is not None)


def test_a_string_may_come_in_many_pieces_at_a_deep_place() -> None:
    """Twenty thousand fragments at the deepest path that is read are joined in order."""
    path = "$" + ".a" * 60 + "[0]" * 4
    count = 20_000
    partial = assembled(
        *(at(path, stringValue=f"{number} ", willContinue=True) for number in range(count)),
        at(path, stringValue=""),
    )
    value: Any = partial.value()
    for step in path_of(path) or ():
        value = value[step]
    assert value == "".join(f"{number} " for number in range(count))
