"""TC302: arguments-one-json-value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import ToolCall
from toolwire.rules.arguments.arguments import ERROR, TEXT, TYPES, calls, markup_of
from toolwire.rules.mutate.faults import arguments, legacy_arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Shim, Violation
from toolwire.rules.views.chat import joined_choice
from toolwire.rules.views.dialect_paths import arguments_at, cut_short
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.limit import ARGUMENTS_CUT, breaks_off_within
from toolwire.rules.views.pieces import pieces_of
from toolwire.rules.views.streamed import resent

_NOT_ONE: Final = "The arguments are not exactly one JSON value."


def _is_json(reading: Reading) -> Iterator[Violation]:
    if joined_choice(reading):
        return  # the calls of two choices under one number, which is TC119's
    for call in calls(reading):
        if (
            call.parse_error is None
            or call.raw is None
            or not call.raw.strip()
            or cut_short(reading)
        ):
            continue
        if call.pointer in resent(reading):
            continue
        if (
            pieces_of(reading, call).all_text
            and not _torn(reading, call)
            and not markup_of(reading, call)
        ):
            message = ARGUMENTS_CUT if breaks_off_within(reading, call) else _NOT_ONE
            where = arguments_at(reading, call)
            yield Violation(where, message, "one JSON object", excerpt(call.raw))


def _torn(reading: Reading, call: ToolCall) -> bool:
    """Return whether all pieces of the call's index are one JSON value.

    Then the call was torn in two because its id changed on the way, which is TC906's.
    """
    pieces = pieces_of(reading, call)
    return pieces.whole and pieces.text != call.raw


RULE = Rule(
    id="TC302",
    name="arguments-one-json-value",
    severity=ERROR,
    statement="The arguments, put together, are exactly one JSON value: nothing after it, "
    "no second object. Not judged: replies that say they were cut short, empty arguments "
    "(TC304), and streams that send the same arguments again (TC907).",
    why="The call is lost, or run with no arguments where a client falls back to {}. A model may write invalid JSON; doubled, cumulative or "
    "truncated text is the server's doing.",
    breaks=(
        "pydantic-ai (ValueError), LangChain (an invalid call, which is not run), the Vercel "
        "AI SDK (invalid input); hermes-agent, opencodex and every client that calls a JSON "
        "parser on the text."
    ),
    workaround="Read the first whole value and compare it with the blocking answer before "
    "running anything.",
    source=TYPES,
    check=_is_json,
    needs_calls=True,
    mutations=(
        *mutations_for("single_call", arguments(TEXT + TEXT), fault="sent twice"),
        *mutations_for("single_call", arguments(TEXT[:-1]), fault="last brace missing"),
        *mutations_for(
            "legacy_call",
            legacy_arguments(TEXT + "}"),
            ("openai-chat",),
            fault="one brace too many",
        ),
    ),
    shim=Shim("first_json_value"),
    cases="""
OpenCodex | arguments emitted twice in stream | https://github.com/lidge-jun/opencodex/issues/361 | issue closed 2026-07
elizaOS cloud | deltas plus consolidated full arguments re-emitted | https://github.com/elizaOS/eliza/issues/16973 | PR merged 2026-07
DeepSeek / Baidu Qianfan | cumulative mode: each chunk resends arguments so far | https://github.com/NousResearch/hermes-agent/issues/35718 | PR merged 2026-05 (#35592)
OVMS (Hermes 3 parser) | invalid JSON in streamed arguments | https://github.com/openvinotoolkit/model_server/issues/3838 | issue closed 2025-12
LM Studio runtime 2.14.4 | streamed arguments malformed or concatenated | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1922 | issue closed 2026-05
""",
)
