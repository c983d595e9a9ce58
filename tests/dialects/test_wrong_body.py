"""A right request body is made wrong at one place, and nowhere else."""

from __future__ import annotations

from toolwire.dialects.wrong_body import appended, changed, put, refused
from toolwire.io.json_text import dump, parse
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
    assert appended(("messages", 0, "content"), "more")(RIGHT) == RIGHT


def test_what_changes_nothing_makes_no_wrong_request() -> None:
    """A body that has already what is to be put there cannot be made wrong."""
    known = refused("same", "the same", put(("tools",), []), None, ("", ""), read="2026-11-29")
    request = Request("POST", "http://127.0.0.1/v2/chat", (), dump(RIGHT))
    assert known.wrong(request) is None
    other = known.wrong(Request("POST", request.url, (), dump({"tools": [1]})))
    assert other is not None
    assert parse(other.body) == {"tools": []}
