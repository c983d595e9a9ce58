"""TC310: non-ascii-literal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolwire.rules.arguments.arguments import TEXTUAL
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import around

_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u([0-9a-fA-F]{4})")


def _non_ascii_literal(reading: Reading) -> Iterator[Violation]:
    for call in reading.reply.tool_calls:
        if call.raw is None or "\\u" not in call.raw or call.kind == "custom":
            continue
        for found in _ESCAPE.finditer(call.raw):
            code = int(found.group(1), 16)
            if code > 0x7F and (chr(code).isprintable() or 0xD800 <= code <= 0xDFFF):
                yield Violation(
                    arguments_at(reading, call),
                    "Printable text is written as escapes.",
                    "UTF-8",
                    around(call.raw, found.start(), found.end() - found.start()),
                )
                break


_STREAMED_TEXT = ("anthropic-messages", "bedrock-converse")

_ESCAPED = arguments('{"location":"T\\u014dky\\u014d \\u6771\\u4eac"}')

RULE = Rule(
    id="TC310",
    name="non-ascii-literal",
    severity=dict.fromkeys((*TEXTUAL, *_STREAMED_TEXT), Severity.INFO),
    statement="Printable non-ASCII text in arguments that travel as text is literal UTF-8, "
    "not \\uXXXX escapes. Judged where the wire carries text: not in the "
    "objects of Gemini, Ollama, Cohere's v1 and blocking Anthropic and Bedrock replies, whose "
    "escapes belong to the transport.",
    why="Escapes cost tokens when the call goes back in the history, and models copy them "
    "wrongly; both modes are to spell text alike.",
    breaks="gajae-code (garbled Hangul where a model misspelt its escapes).",
    workaround="Parse and serialise the arguments again before they go into the history.",
    check=_non_ascii_literal,
    needs_calls=True,
    mutations=(
        *mutations_for("second_call", _ESCAPED, TEXTUAL),
        *mutations_for("second_call", _ESCAPED, _STREAMED_TEXT, modes=(Mode.STREAMING,)),
    ),
    cases="""
vLLM | \\uXXXX escapes from some parsers; stream and non-stream differ | https://github.com/vllm-project/vllm/issues/46308 | PR merged 2026-06; port of sglang#13518
various models | model mis-spells escapes: garbled Hangul in arguments | https://github.com/Yeachan-Heo/gajae-code/issues/4352 | PR merged 2026-08
""",
)
