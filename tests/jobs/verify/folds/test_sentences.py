"""The sentences by which findings are folded: rules say them, and each stands once."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import toolwire
from tests.jobs.verify.folded import MODULES, TEXTS

OWN = {module.__file__ for module in MODULES}
SOURCE = "".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(toolwire.__file__).parent.rglob("*.py"))
    if str(path) not in OWN
)


#: Of these a finding says a part in words and makes the rest.
MADE = {
    "The answer says nothing, though it was told what to say.",
    "The text is not one JSON object",
    "number wa rounded to double",
    "list kept one of it item",
    "list kept their first item",
    "member that are null, false, zero or empty were left out",
    "member that are null, false, zero or empty text were left out",
    "integer became float",
    "number became text",
    "integer became text",
    "Other token counts are told in the",
    "No token counts are told in the",
    "The arguments of a strict tool do not meet 'type' of its schema.",
    "The stream has no call",
    "The blocking answer has no call",
    "Reasoning came in one mode only.",
    "a result of 16 kB",
    "end of an earlier result",
    "does not reach the model under `parametersJsonSchema`",
    "A tool does not reach the model in requests with `functions`",
    "The choice of a tool does not count in requests with `functions`",
    "What an earlier call was made with does not reach the model in requests with `functions`",
    "What a tool returned does not reach the model in requests with `functions`",
    "A tool does not reach the model with `type: custom`",
    "A tool does not reach the model in snake_case",
    "A right request is refused: /tools/*/type.",
    "is refused: /tools/*/functionDeclarations in snake_case",
    "not read: long descriptions of parameters, under `parametersJsonSchema`",
}


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_that_findings_are_folded_by_is_said_somewhere(text: str) -> None:
    """A message that was reworded would else be folded no more, and nobody would see."""
    spoken = text.rstrip(".").rpartition("; ")[0] or text.rstrip(".")
    assert text in MADE or spoken in SOURCE or spoken[: spoken.rfind(" ")] in SOURCE


def test_each_sentence_stands_in_one_place() -> None:
    """One that was reworded in one of two places would be folded by in the other."""
    written = Counter(
        node.value
        for module in MODULES
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert [text for text, often in written.items() if often > 1 and text.count(" ") > 2] == []
