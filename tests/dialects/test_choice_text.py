"""Tool choice and parallel calls in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.choice_text import choice_text, read_choice_text
from toolwire.model.conversation import ChoiceMode, ToolChoice

CHOICES = (
    st.none()
    | st.sampled_from([ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.REQUIRED]).map(ToolChoice)
    | st.text(max_size=20).map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
)


@given(choice=CHOICES, parallel=st.none() | st.booleans(), before=st.lists(st.text(max_size=9)))
def test_choice_text_reads_back(
    *, choice: ToolChoice | None, parallel: bool | None, before: list[str]
) -> None:
    """Each is one line, and the lines before them are not touched."""
    lines = list(choice_text(choice, parallel=parallel))
    assert all("\n" not in line for line in lines)
    assert read_choice_text([*before, *lines]) == (choice, parallel, len(before))


@pytest.mark.parametrize(
    "line",
    ["You have to use the tool x in this reply.", "You have to use the tool 1 in this reply."],
)
def test_words_that_are_no_choice_stay(line: str) -> None:
    """A sentence whose tool is no JSON string is prose."""
    assert read_choice_text([line]) == (None, None, 1)
