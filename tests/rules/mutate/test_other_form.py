"""How a value is written in another form."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import Json
from toolwire.rules.mutate.other_form import FORMS

PART: Json = [{"type": "text", "text": "Hi"}]


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        ("text_part", {"a": "Hi"}, {"a": PART}),
        ("input_text_part", {"a": "Hi"}, {"a": [{"type": "input_text", "text": "Hi"}]}),
        ("output_text_part", {"a": "Hi"}, {"a": [{"type": "output_text", "text": "Hi"}]}),
        ("text", {"a": PART}, {"a": "Hi"}),
        ("text", {"a": [{"role": "user", "content": "Hi"}]}, {"a": "Hi"}),
        ("text", {"a": [{"document": {"data": {"content": "Hi"}}}]}, {"a": "Hi"}),
        ("json", {"a": {"b": "Hi"}}, {"a": '{"b":"Hi"}'}),
        ("in_list", {"a": "Hi"}, {"a": ["Hi"]}),
        ("alone", {"a": [{"text": "Hi"}]}, {"a": {"text": "Hi"}}),
        ("other_case", {"a": "AUTO"}, {"a": "auto"}),
        ("other_case", {"a": "auto"}, {"a": "AUTO"}),
        ("null", {"b": 1}, {"b": 1, "a": None}),
        ("null", {"a": 1}, {"a": None}),
        ("left_out", {"a": 1, "b": 1}, {"b": 1}),
    ],
)
def test_a_form_says_the_same_otherwise(form: str, before: Json, after: Json) -> None:
    """The member alone is changed, and the document that it is in stays what it was."""
    kept = repr(before)
    assert FORMS[form].applied({"in": [before]}, ("in", 0, "a")) == {"in": [after]}
    assert repr(before) == kept


@pytest.mark.parametrize(
    ("form", "before"),
    [
        ("text_part", {"a": PART}),
        ("text_part", {}),
        ("text", {"a": [*PART, *PART]}),  # type: ignore[misc]
        ("text", {"a": [{"type": "image"}]}),
        ("text", {"a": [{"document": {"data": {"content": "Hi", "title": "One"}}}]}),
        ("json", {"a": '{"b":"Hi"}'}),
        ("alone", {"a": []}),
        ("in_list", {"a": 1}),
        ("other_case", {"a": 1}),
        ("null", {"a": None}),
        ("left_out", {}),
        ("respelled", {}),
    ],
)
def test_what_has_no_such_form_is_left_alone(form: str, before: Json) -> None:
    """There is no document then, since it would be the same or say something else."""
    assert FORMS[form].applied({"in": before}, ("in", "a")) is None


def test_a_word_is_said_where_nothing_was() -> None:
    """What stands there then is given: the form makes it of nothing."""
    assert FORMS["said"].applied({"a": 1}, ("b",), word=False) == {"a": 1, "b": False}
    assert FORMS["said"].applied({"a": 1}, ("b",)) is None


def test_a_member_is_spelled_in_the_other_style() -> None:
    """Both ways, and its value and the order of members stay."""
    snake: Json = {"x": 1, "tool_config": {}}
    camel: Json = {"x": 1, "toolConfig": {}}
    assert FORMS["respelled"].applied(camel, ("toolConfig",)) == snake
    back = FORMS["respelled"].applied(snake, ("tool_config",))
    assert isinstance(back, dict)
    assert list(back) == ["x", "toolConfig"]


def test_a_system_prompt_becomes_the_first_message() -> None:
    """It stands before the turns, by the role of the form, where there are any."""
    asked: Json = {"instructions": "Be brief.", "input": [{"role": "user", "content": "Hi"}]}
    for form, role in (("system_message", "system"), ("developer_message", "developer")):
        first: Json = {"role": role, "content": "Be brief."}
        turns: Json = [first, {"role": "user", "content": "Hi"}]
        assert FORMS[form].applied(asked, ("instructions",)) == {"input": turns}
        assert FORMS[form].applied({"instructions": "Be brief."}, ("instructions",)) is None
        assert FORMS[form].applied({**asked, "model": "m"}, ("model",)) is None
