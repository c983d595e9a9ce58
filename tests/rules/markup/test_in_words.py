"""Answers whose protocol is text: what a model may write around its words and calls."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.mutate.scenarios import clean

TAGGED = '<tool_call>\n{"name":"get_weather","arguments":{"location":"Paris"}}\n</tool_call>'
JSON = '{"tool_name":"get_weather","arguments":{"location":"Paris"}}'
BOTH = pytest.mark.parametrize("mode", [Mode.BLOCKING, Mode.STREAMING])


def told(name: str, mode: Mode, text: str) -> list[tuple[str, Severity]]:
    """Return the findings on an answer in words, each with the severity of its breach."""
    exchange = written(text)(name, mode)(clean(load_dialect(name), "plain_text", mode))
    return [(one.rule, one.severity) for one in judge(load_dialect(name).decode(exchange))]


@BOTH
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chatml", f"I look it up.\n{TAGGED}"),
        ("chatml", f"{TAGGED}\n{TAGGED}"),
        ("chatml", f"{TAGGED}\nJust a moment."),
        ("chatml", "Use `<tool_call>` for a call."),
        ("chatml", "The assistant\nis here."),
        ("prompted", f"Sure!\n```json\n{JSON}\n```\nLet me know."),
        ("prompted", f"I look it up.\n{JSON}"),
        ("prompted", f"[{JSON}, {JSON}]"),
        ("prompted", "Read this:\nUsers see the results."),
        ("prompted", "System requirements are low.\nHuman help is there."),
    ],
)
def test_what_a_model_may_write(name: str, mode: Mode, text: str) -> None:
    """Words around calls, several calls, a fence where a parser takes it, and plain prose."""
    assert told(name, mode, text) == []


@BOTH
@pytest.mark.parametrize("name", ["chatml", "prompted"])
@pytest.mark.parametrize("text", ["Assistant: Hello.", "model\nHello.", "Hi.\nHuman:\n"])
def test_roles_in_other_spellings(name: str, mode: Mode, text: str) -> None:
    """Templates differ in how they name who speaks."""
    found = told(name, mode, text.rstrip() if text.endswith("\n") else text)
    assert found == [("TC139", Severity.WARNING)]


@BOTH
@pytest.mark.parametrize("name", ["chatml", "prompted"])
def test_the_head_of_the_next_turn_may_stand_alone(name: str, mode: Mode) -> None:
    """A stop string whose token is written as nothing is not met: the text ends behind a role."""
    assert told(name, mode, "Hello.\nuser\n\n") == [("TC139", Severity.WARNING)]


@BOTH
def test_a_role_amid_words_is_no_head_of_a_turn(mode: Mode) -> None:
    """A line break behind what is said is no turn, nor is a role in a sentence."""
    assert told("chatml", mode, "Hello.\nuser names follow\n\n") == []


@BOTH
def test_the_tokens_of_the_prompt_begin_no_answer(mode: Mode) -> None:
    """The prompt ends with them; those that it does not have are TC506's."""
    text = "<|im_start|>assistant\nHello."
    assert told("chatml", mode, text) == [("TC139", Severity.WARNING)]
    assert told("prompted", mode, text) == [("TC506", Severity.WARNING)]


@BOTH
def test_thoughts_have_no_other_place_in_a_completion(mode: Mode) -> None:
    """A text completion is all that the model writes; a message has a member for thoughts."""
    text = "<think>\nHm.\n</think>\n\nHello."
    assert told("chatml", mode, text) == [("TC139", Severity.INFO)]
    assert told("prompted", mode, text) == [("TC139", Severity.WARNING)]


@BOTH
@pytest.mark.parametrize("given", ["null", "[]", '"Paris"', "1"])
def test_written_arguments(mode: Mode, given: str) -> None:
    """What is no object is told once, whatever it is."""
    text = f'{{"tool_name":"get_weather","arguments":{given}}}'
    assert told("prompted", mode, text) == [("TX113", Severity.WARNING)]
