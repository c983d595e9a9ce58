"""TC312: no-markup-in-arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.arguments import TEXTUAL, markup_of, text_of
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import around, excerpt


def _no_markup(reading: Reading) -> Iterator[Violation]:
    for call in reading.reply.tool_calls:
        leak = markup_of(reading, call)
        if leak is not None:
            yield Violation(
                arguments_at(reading, call),
                "The arguments contain markup of a tool-call text format.",
                f"no {leak.family} markup",
                excerpt(around(text_of(call), leak.at, len(leak.marker))),
            )


RULE = Rule(
    id="TC312",
    name="no-markup-in-arguments",
    severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
    statement="Arguments contain no delimiters, fences or control tokens of the text format "
    "the model writes its calls in. What the request itself contains is not held against "
    "them, nor what a value is about: a marker in a code span, in a string literal of a program, "
    "amid the words of a sentence, or in a template. Markup that makes the text unreadable is reported here and not by TC302.",
    why="A parser cut in the wrong place: the arguments cannot be read, or a tool is run "
    "with garbage.",
    breaks=(
        "pydantic-ai (ValueError), LangChain (an invalid call, which is not run) and the "
        "Vercel AI SDK (invalid input) where markup stands around the JSON; inside a value "
        "every client hands it to the tool."
    ),
    workaround="Refuse the call and ask again; do not strip markup from arguments.",
    check=_no_markup,
    needs_calls=True,
    needs_request=True,
    mutations=(
        *mutations_for(
            "single_call",
            arguments('json\n{"location":"Paris","days":2}'),
            TEXTUAL,
            fault="a fence",
        ),
        *mutations_for(
            "single_call",
            arguments({"location": "Paris\n</tool_call>", "days": 2}),
            fault="a closing tag",
        ),
        *mutations_for(
            "single_call",
            arguments('[ARGS]{"location":"Paris","days":2}'),
            TEXTUAL,
            fault="a separator",
        ),
    ),
    shim=Shim("validate_arguments"),
    cases="""
tt-inference (DeepSeek R1) | "json\\n" fence header inside arguments; none leaks special tokens | https://github.com/tenstorrent/tt-inference-server/issues/3683 | issue open 2026-05
Rapid-MLX (Devstral) | [ARGS] separator leaks into arguments in stream | https://github.com/raullenchai/Rapid-MLX/issues/579 | closed, fixed #581 2026-06
""",
)
