"""What a server, a file or its name says is shown on no screen as it is: lint, verify and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.acting import PLANTED, acting_in
from tests.support.forked import run_forked
from toolwire.cli import toolwire
from toolwire.cli.screen.table import say, say_block

_ENDS = ("\n::error::injected", "\r::error::injected", "\u2028::error::injected")
HOSTILE = f"x{PLANTED}##[add-mask]y{''.join(_ENDS)}"
#: What a file can be called: no slash, no NUL, and not long.
NAME = "\x1b[31m\x07\x7f\x9b\x85\u202e\u2028\u200b\ufeff\U000e0041\n::error::injected"


def shown(*words: str | Path) -> list[str]:
    """Run a command as a program; return every line it printed, on either output."""
    done = run_forked(words)
    text = done.stdout + done.stderr
    assert "Traceback" not in text
    assert acting_in(text) <= {"\n"}
    lines = text.split("\n")
    assert not [line for line in lines if line.lstrip().startswith("::") or "##[" in line]
    return lines


def exchange(folder: Path) -> Path:
    """Write traffic in which every text is hostile, in a file whose name is."""
    body = json.dumps(
        {
            "id": HOSTILE, "object": HOSTILE, "created": 1, "model": HOSTILE, HOSTILE: HOSTILE,
            "choices": [
                {
                    "index": 0, "finish_reason": HOSTILE,
                    "message": {
                        "role": HOSTILE, "content": HOSTILE,
                        "tool_calls": [
                            {"id": HOSTILE, "type": HOSTILE, HOSTILE: HOSTILE,
                             "function": {"name": HOSTILE, "arguments": HOSTILE}}
                        ],
                    },
                }
            ],
        }
    )  # fmt: skip
    asked = json.dumps({"model": HOSTILE, "messages": [{"role": "user", "content": HOSTILE}],
                        "tools": [{"type": "function", "function": {"name": HOSTILE}}]})  # fmt: skip
    line = {
        "request": {"method": "POST", "url": "https://api.openai.com/v1/chat/completions",
                    "headers": {"content-type": "application/json"}, "body_text": asked},
        "response": {"status": 200, "headers": {"content-type": "application/json"}, "body_text": body},
    }  # fmt: skip
    path = folder / f"{NAME}.jsonl"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("form", [("-v",), ("--json",), ("--format", "github")])
def test_lint_shows_it_as_escapes(tmp_path: Path, form: tuple[str, ...]) -> None:
    """Names of files, models and tools, and values, in every form a person reads."""
    path = exchange(tmp_path)
    words = ["lint", str(path), *([] if form == ("-v",) else form)]
    done = CliRunner().invoke(toolwire, words, standalone_mode=False)
    assert done.exception is None, done.exception
    for text in (done.stdout, done.stderr):
        assert acting_in(text) <= {"\n"}
    assert "u202e" in done.output
    assert "TC" in done.output


@pytest.mark.parametrize(
    "words",
    [
        ("lint", NAME), ("audit", "-p", NAME), ("audit", "--suites", NAME), ("report", NAME, "-o", "x"),
        ("diff", NAME, NAME), ("explain", NAME), (NAME,),
        ("audit", f"--{NAME}"), ("cassettes", "scrub", "--check", NAME), ("plan", "-s", NAME),
        ("list", NAME), ("serve", "-d", "openai-chat", "--fault", NAME), ("audit", "--providers", NAME),
    ],
    ids=lambda words: words[0] if words[0] != NAME else "command",
)  # fmt: skip
def test_an_error_line_shows_it_as_escapes(words: tuple[str, ...]) -> None:
    """Whatever was typed, or a shell's pattern found: usage errors and our own alike."""
    assert any("u202e" in line or "x202e" in line for line in shown(*words))


def test_a_line_is_no_command_of_a_runner(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither at the beginning of a line, however far in, nor anywhere in the older form."""
    say("  ::error::x")
    say("a ##[add-mask]x")
    say_block("a\n\t::set-output name=x::y\n")
    say("std::string stays")
    told = capsys.readouterr().out
    assert told == (
        "  \\u003a:error::x\na #\\u0023[add-mask]x\na\n\t\\u003a:set-output name=x::y\n"
        "std::string stays\n"
    )
