"""What `verify` asks for holds everything that servers change."""

from __future__ import annotations

import pytest

from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import items_of
from toolwire.rules.mutate.contents import CONTENTS, SHORT, TOOL, Contents
from toolwire.rules.views.argument_values import same
from toolwire.rules.views.text_changes import LETTERS, tries_letters
from toolwire.rules.views.value_changes import CHANGES, tries_values

EVERY = [*CONTENTS, SHORT]
#: Of characters, for which programs make room: a text of more shows that it was cut.
LONGEST_CUT = 1024
#: Characters of names likewise, and the most that vendors take.
CUT_NAME, LONGEST_NAME = 32, 64


@pytest.mark.parametrize("contents", EVERY)
def test_every_change_shows(contents: Contents) -> None:
    """Of arguments all that are known, of a result all that are told of results."""
    arguments, result = contents.call.arguments, contents.result
    assert tries_values(arguments)
    assert tries_letters(result)
    assert not [how for how, change in CHANGES.items() if same(change(arguments), arguments)]
    assert not [how for how, change in LETTERS.items() if change(result) == result]


@pytest.mark.parametrize("contents", EVERY)
def test_a_prompt_writes_out_its_call(contents: Contents) -> None:
    """What it asks for is read again as it is, and its tool requires it but for a few that are never empty."""
    assert [*spelt_out(contents.prompt)] == [contents.call]
    assert isinstance(TOOL.parameters, dict)
    required = items_of(TOOL.parameters["required"])
    given = contents.call.arguments
    assert required == [name for name in given if name in required]
    left = [value for name, value in given.items() if name not in required]
    assert len(left) > 1
    assert all(left)
    assert "word for word" in contents.prompt


@pytest.mark.parametrize("contents", CONTENTS)
def test_long_ones_are_longer_than_programs_make_room_for(contents: Contents) -> None:
    """One text and the result are, and the name of the tool."""
    texts = [value for value in contents.call.arguments.values() if isinstance(value, str)]
    assert max(map(len, texts)) > LONGEST_CUT
    assert len(contents.result) > LONGEST_CUT
    assert sum(len(text) > 256 for text in texts) > 1
    assert CUT_NAME < len(TOOL.name) <= LONGEST_NAME
    # Where nothing but `max_tokens` of 1,024 is said, the call has to fit in it.
    assert len(contents.prompt) < 2400
