"""A right request body is made wrong at one place, and nowhere else."""

from __future__ import annotations

from toolwire.dialects.known_refusal import READ
from toolwire.dialects.wrong_body import (
    again,
    alone,
    appended,
    changed,
    dropped,
    prepended,
    put,
    refused,
    then,
)
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request

RIGHT: JsonObject = {"messages": [{"role": "user", "content": "Hello"}], "tools": []}


def test_a_value_is_changed_where_it_stands() -> None:
    """What stands beside it is the same, and the right body is not touched."""
    wrong = changed(("messages", 0, "content"), lambda text: [text])(RIGHT)
    assert wrong == {"messages": [{"role": "user", "content": ["Hello"]}], "tools": []}
    assert RIGHT["messages"] == [{"role": "user", "content": "Hello"}]


def test_nothing_is_made_where_there_is_no_such_place() -> None:
    """A body without the value, or without what would hold it, cannot be made wrong so."""
    assert changed(("messages", 3, "content"), lambda _: None)(RIGHT) is None
    assert put(("messages", 0, "tool_calls", 0, "id"), "1")(RIGHT) is None


def test_a_member_may_be_new() -> None:
    """The last step of a place need not be there, in the body itself either."""
    wrong = put(("messages", 0, "name"), "Ann")(RIGHT)
    assert wrong is not None
    assert wrong["messages"] == [{"role": "user", "content": "Hello", "name": "Ann"}]
    assert put(("stream",), value=True)(RIGHT) == {**RIGHT, "stream": True}


def test_elements_are_added_to_a_list_alone() -> None:
    """What is no list stays as it is."""
    assert appended(("tools",), {}, {})(RIGHT) == {**RIGHT, "tools": [{}, {}]}
    assert prepended(("messages",), {})(RIGHT) == {
        **RIGHT,
        "messages": [{}, *items_of(RIGHT["messages"])],
    }
    for adds in (appended, prepended):
        assert adds(("messages", 0, "content"), "more")(RIGHT) == RIGHT


def test_the_last_element_comes_again() -> None:
    """A list without one stays as it is."""
    (said,) = items_of(RIGHT["messages"])
    wrong = again(("messages",), role="tool")(RIGHT)
    assert wrong == {**RIGHT, "messages": [said, {**object_of(said), "role": "tool"}]}
    assert again(("tools",), name="a")(RIGHT) == RIGHT
    assert put(("messages", -1, "content"), "Bye")(wrong) == {
        **RIGHT,
        "messages": [said, {"role": "tool", "content": "Bye"}],
    }


def test_the_first_element_is_left_alone() -> None:
    """A list without one stays as it is."""
    assert alone(("several",))({"several": [1, 2]}) == {"several": [1]}
    assert alone(("tools",))(RIGHT) == RIGHT


def test_an_entry_may_say_when_it_was_read() -> None:
    """Whose words came later than those of the tables."""
    make = put(("tools",), [1])
    assert refused("a", "a", make, "", "").read == READ
    assert refused("a", "a", make, "", "", read="2026-12-01").read == "2026-12-01"


def test_one_thing_is_done_after_the_other() -> None:
    """Where one of them cannot be done, nothing is."""
    assert then(dropped((), "tools"), put(("stop",), "x"))(RIGHT) == {
        "messages": RIGHT["messages"],
        "stop": "x",
    }
    assert then(dropped((), "tools"), appended(("tools",), {}))(RIGHT) is None


def test_what_changes_nothing_makes_no_wrong_request() -> None:
    """A body that has already what is to be put there cannot be made wrong."""
    known = refused("same", "the same", put(("tools",), []), "", "")
    request = Request("POST", "http://127.0.0.1/v2/chat", (), dump(RIGHT))
    assert known.wrong(request) is None
    other = known.wrong(Request("POST", request.url, (), dump({"tools": [1]})))
    assert other is not None
    assert parse(other.body) == {"tools": []}
