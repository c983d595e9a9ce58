"""Scripts: what a file may say, and one line for what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers.scripted_model import Call, Said, load_script, merged, shipped_script
from servers.scripted_model.wording import written
from toolwire.model.errors import ToolwireError


def script(folder: Path, text: str, name: str = "replies.yaml") -> Path:
    """Write a script."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_reply_is_written_as_models_write_it(tmp_path: Path) -> None:
    """Thoughts, words, calls, closing words; numbers and letters of arguments stay what they are."""
    path = script(
        tmp_path,
        """
replies:
  - when: one
    think: Hm.
    text: Wait.
    calls:
      - {name: f, arguments: {n: 123456789012345678901234567890, s: "é\\n", x: 1.0, e: {}}}
      - {name: g}
      - {name: h, arguments: '{"broken": '}
    closing: Done.
""",
    )
    (entry,) = load_script(path).entries
    assert written(entry.reply.said) == (
        "<think>\nHm.\n</think>\n\nWait.\n"
        '<tool_call>\n{"name": "f", "arguments": {"n": 123456789012345678901234567890, '
        '"s": "é\\n", "x": 1.0, "e": {}}}\n</tool_call>\n'
        '<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>\n'
        '<tool_call>\n{"name": "h", "arguments": {"broken": }\n</tool_call>\n'
        "Done."
    )


def test_a_chain_says_one_reply_after_each_round(tmp_path: Path) -> None:
    """`after_result` is a text or a reply of its own, and calls without one have a default."""
    path = script(
        tmp_path,
        """
replies:
  - when: chain
    calls: [{name: f}]
    after_result:
      calls: [{name: g, arguments: {a: 1}}]
      after_result: The end.
  - {when: bare, calls: [{name: f}]}
  - {when: text, text: Hello.}
""",
    )
    chain, bare, text = load_script(path).entries
    assert list(chain.reply.chain()) == [
        Said(calls=(Call("f", {}),)),
        Said(calls=(Call("g", {"a": 1}),)),
        Said(text="The end."),
    ]
    assert [said.text for said in bare.reply.chain()] == [None, "The tools have answered."]
    assert [said.text for said in text.reply.chain()] == ["Hello."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("replies:\n  - when: one\n    txt: Hello.\n", "3: unknown key 'txt' (did you mean text?)"),
        ("replies:\n  - {text: Hello.}\n", "2: the key 'when' is missing"),
        ("replies: []\n", "1: 'replies' is empty"),
        ("replies:\n  - {when: one}\n", "2: the reply says nothing (give it `text` or `calls`)"),
        ("replies:\n  - {when: x, text: a}\n", "2: 'x' is too short for a key"),
        (
            "replies:\n  - when: one\n    text: Bye.<|im_end|>\n",
            "3: <|im_end|> would end the turn (the end of a reply is written by itself)",
        ),
        (
            "replies:\n  - {when: one, text: a}\n  - {when: one, text: b}\n",
            "3: the key 'one' stands at",
        ),
        (
            "replies:\n  - when: one\n    with: one\n    text: a\n",
            "3: `with` repeats `when` (leave it out)",
        ),
        (
            "replies:\n  - when: one\n    calls: [{name: f, argument: {}}]\n",
            "3: unknown key 'argument' (did you mean arguments?)",
        ),
        (
            "replies:\n  - when: one\n    calls: [{name: f, arguments: [1]}]\n",
            "3: 'arguments' has to be a mapping or text, not [1]",
        ),
    ],
    ids=[
        "unknown", "no-when", "empty", "silent", "short", "turn", "twice", "with", "call", "list"
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    """File, line, what is wrong, what to do."""
    path = script(tmp_path, text)
    with pytest.raises(ToolwireError) as caught:
        load_script(path)
    assert str(caught.value).startswith(f"{path}:{told}")
    assert "\n" not in str(caught.value)


def test_a_chain_has_an_end(tmp_path: Path) -> None:
    """More rounds than the model can count are refused where they begin."""
    text = "replies:\n  - when: one\n    calls: [{name: f}]\n"
    indent = "    "
    for _ in range(9):
        text += f"{indent}after_result:\n{indent}  calls: [{{name: f}}]\n"
        indent += "  "
    with pytest.raises(ToolwireError, match="more than 8 rounds of results"):
        load_script(script(tmp_path, text))


def test_two_scripts_may_not_answer_one_key(tmp_path: Path) -> None:
    """The error names both places."""
    first = script(tmp_path, "replies:\n  - {when: one, text: a}\n", "a.yaml")
    second = script(tmp_path, "replies:\n  - {when: one, text: b}\n", "b.yaml")
    with pytest.raises(ToolwireError, match=r"b\.yaml:2: the key 'one' stands at .*a\.yaml:2 too"):
        merged(load_script(path) for path in (first, second))


def test_what_ships_loads() -> None:
    """The script for trying a server by hand."""
    script = load_script(shipped_script())
    assert {entry.when for entry in script.entries} >= {"case:single", "case:cut-off"}
    assert script.otherwise == "Hello. I can answer that without a tool."
