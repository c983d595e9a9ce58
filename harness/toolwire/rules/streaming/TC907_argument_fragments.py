"""TC907: argument-fragments."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import CallDelta
from toolwire.rules.groups import WITH_IDS
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame, call_pieces, frames
from toolwire.rules.mutate.faults import STREAM, cumulative, mutations_for
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Violation
from toolwire.rules.streaming.stream_responses import DONE
from toolwire.rules.views.chat import joined_choice
from toolwire.rules.views.dialect_paths import fragment_at
from toolwire.rules.views.streamed import resent


def _pure_fragments(reading: Reading) -> Iterator[Violation]:
    if not reading.deltas or joined_choice(reading):
        return
    for piece in resent(reading).values():
        if _is_the_end(reading, piece):
            continue
        yield Violation(
            fragment_at(reading, piece),
            "The fragment repeats the arguments that were already sent.",
            "the next fragment only",
            str(piece.arguments)[:200],
        )


def _is_the_end(reading: Reading, piece: CallDelta) -> bool:
    """Return whether a piece is a finished item, told whole; that nobody opened it is TC919's."""
    event = next(one for one in reading.events if one.number == piece.event)
    return isinstance(event.json, dict) and event.json.get("type") == DONE


def _text_of_pieces(stream: list[Frame]) -> str:
    fragments = [object_of(piece.get("function")).get("arguments") for piece in call_pieces(stream)]
    return "".join(text for text in fragments if isinstance(text, str))


def _full_copy(stream: list[Frame]) -> None:
    last = call_pieces(stream)[-1]
    chunk = edit.call_frames(stream)[-1]
    place = next(place for place, (_, payload) in enumerate(stream) if payload is chunk)
    piece: JsonObject = {**last, "function": {"arguments": _text_of_pieces(stream)}}
    choice: JsonObject = {"index": 0, "delta": {"tool_calls": [piece]}, "finish_reason": None}
    stream.insert(place + 1, (None, {**chunk, "choices": [choice]}))


RULE = Rule(
    id="TC907",
    name="argument-fragments",
    severity=dict.fromkeys(WITH_IDS, Severity.ERROR),
    statement=(
        "Fragments of arguments are pure fragments: joined they are the final text. None "
        "repeats what was sent before, and no full copy follows."
    ),
    why="The joined text is {..}{..} and cannot be read; the call is replaced by an empty one.",
    breaks=(
        "anthropic-python, anthropic-node and pydantic-ai raise, LangChain has an invalid "
        "call or other arguments, the Vercel AI SDK invalid input; hermes-agent, eliza, "
        "opencodex."
    ),
    workaround=(
        "Only where the joined text cannot be read: take a fragment that begins with all the "
        "text so far for a copy. Doing so always corrupts honest senders."
    ),
    check=_pure_fragments,
    needs_calls=True,
    modes=STREAM,
    mutations=(
        *mutations_for("single_call", cumulative, fault="cumulative"),
        Mutation("openai-chat", Mode.STREAMING, "single_call", frames(_full_copy), "full copy"),
    ),
    cases="""
OpenCodex | arguments emitted twice in stream | https://github.com/lidge-jun/opencodex/issues/361 | issue closed 2026-07
elizaOS cloud | deltas plus consolidated full arguments re-emitted | https://github.com/elizaOS/eliza/issues/16973 | PR merged 2026-07
DeepSeek / Baidu Qianfan | cumulative mode: each chunk resends arguments so far | https://github.com/NousResearch/hermes-agent/issues/35718 | PR merged 2026-05 (#35592)
proxies | client-side overlap de-duplication drops bytes of legitimate fragments | https://github.com/diegosouzapw/OmniRoute/issues/3762 | PR merged 2026-06
LM Studio runtime 2.14.4 | streamed arguments malformed or concatenated | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1922 | issue closed 2026-05
""",
)
