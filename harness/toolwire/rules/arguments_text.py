"""Rules about what stands in the text of the arguments beside the arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolwire.io.json_text import JsonError, dump
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.excerpt import around, excerpt
from toolwire.rules.faults import arguments, planted
from toolwire.rules.leaks import Leak, arguments_markup, heard_in
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    EVERYWHERE,
    RESPONSES,
    arguments_at,
)

__all__ = ["RULES", "markup_of"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u([0-9a-fA-F]{4})")


def _text_of(call: ToolCall) -> str:
    """Return the arguments as text, without escapes where they can be read."""
    if call.raw is not None and (call.parse_error is not None or "\\u" not in call.raw):
        return call.raw
    try:
        return dump(call.arguments).decode()
    except (JsonError, UnicodeError):
        return call.raw or ""


def markup_of(reading: Reading, call: ToolCall) -> Leak | None:
    """Return the markup in a call's arguments; None also when the request is not known.

    Without the request nobody can tell a leak from arguments that are about markup.
    """
    if reading.asked is None or call.kind == "custom":
        return None
    return arguments_markup(_text_of(call), heard_in(reading))


def _no_markup(reading: Reading) -> Iterator[Flaw]:
    for call in reading.reply.tool_calls:
        leak = markup_of(reading, call)
        if leak is not None:
            yield Flaw(
                arguments_at(reading, call),
                "The arguments contain markup of a tool-call text format.",
                f"no {leak.family} markup",
                excerpt(around(_text_of(call), leak.at, len(leak.marker))),
            )


def _non_ascii_literal(reading: Reading) -> Iterator[Flaw]:
    for call in reading.reply.tool_calls:
        if call.raw is None or "\\u" not in call.raw or call.kind == "custom":
            continue
        for found in _ESCAPE.finditer(call.raw):
            code = int(found.group(1), 16)
            if code > 0x7F and (chr(code).isprintable() or 0xD800 <= code <= 0xDFFF):
                yield Flaw(
                    arguments_at(reading, call),
                    "Printable text is written as escapes.",
                    "UTF-8",
                    around(call.raw, found.start(), found.end() - found.start()),
                )
                break


#: Dialects whose wire has the arguments as text: in both modes, and in streams only.
_TEXT = (CHAT, COHERE_V2, RESPONSES)
_STREAMED_TEXT = (ANTHROPIC, BEDROCK)
_ESCAPED = arguments('{"location":"T\\u014dky\\u014d \\u6771\\u4eac"}')

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC310",
        name="non-ascii-literal",
        severity=dict.fromkeys((*_TEXT, *_STREAMED_TEXT), Severity.INFO),
        statement="Printable non-ASCII text in arguments that travel as text is literal UTF-8, "
        "not \\uXXXX escapes. Judged where the wire carries text: not in the "
        "objects of Gemini, Ollama, Cohere's v1 and blocking Anthropic and Bedrock replies, whose "
        "escapes belong to the transport.",
        why="Escapes cost tokens when the call goes back in the history, and models copy them "
        "wrongly; both modes are to spell text alike.",
        breaks="gajae-code (garbled Hangul where a model misspelt its escapes).",
        workaround="Parse and serialise the arguments again before they go into the history.",
        source=_OBSERVED,
        check=_non_ascii_literal,
        needs_calls=True,
        mutations=(
            *planted("second_call", _ESCAPED, _TEXT),
            *planted("second_call", _ESCAPED, _STREAMED_TEXT, (Mode.STREAMING,)),
        ),
    ),
    Rule(
        id="TC312",
        name="no-markup-in-arguments",
        severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
        statement="Arguments contain no delimiters, fences or control tokens of the text format "
        "the model writes its calls in. What the request itself contains is not held against "
        "them. Markup that makes the text unreadable is reported here and not by TC302.",
        why="A parser cut in the wrong place: the arguments cannot be read, or a tool is run "
        "with garbage.",
        breaks=(
            "pydantic-ai (ValueError), LangChain (an invalid call, which is not run) and the "
            "Vercel AI SDK (invalid input) where markup stands around the JSON; inside a value "
            "every client hands it to the tool."
        ),
        workaround="Refuse the call and ask again; do not strip markup from arguments.",
        source=_OBSERVED,
        check=_no_markup,
        needs_calls=True,
        needs_request=True,
        mutations=(
            *planted(
                "single_call",
                arguments('json\n{"location":"Paris","days":2}'),
                _TEXT,
                fault="a fence",
            ),
            *planted(
                "single_call",
                arguments({"location": "Paris\n</tool_call>", "days": 2}),
                EVERYWHERE,
                fault="a closing tag",
            ),
            *planted(
                "single_call",
                arguments('[ARGS]{"location":"Paris","days":2}'),
                _TEXT,
                fault="a separator",
            ),
        ),
    ),
)
