"""Rules about the index of streamed openai-chat calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import Frame, call_pieces, frames
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import streamed
from toolwire.rules.wires import CHAT

__all__ = ["RULES"]

_READ = "2026-11-21"
_SHOWN = 20


def _delta_index(reading: Reading) -> Iterator[Flaw]:
    for piece in reading.deltas:
        index = piece.index
        if type(index) is not int and not piece.legacy:
            actual = index if isinstance(index, str | float | bool) else None
            pointer = f"{piece.pointer}/index"
            yield Flaw(pointer, "The piece of a call has no integer index.", "integer", actual)
            return


def _index_distinct(reading: Reading) -> Iterator[Flaw]:
    used: dict[int, list[int]] = {}
    opened: dict[int, str] = {}
    for call in streamed(reading):
        if call.second:
            yield Flaw(
                f"{call.pieces[0].pointer}/index",
                "A second call came under the index of another.",
                "an index of its own",
                call.number,
            )
            return
        used.setdefault(call.choice, []).append(call.number)
        opened.setdefault(call.choice, call.pieces[0].pointer)
    for choice, indexes in used.items():
        if set(indexes) != set(range(len(indexes))):
            expected: list[Json] = [*range(len(indexes))][:_SHOWN]
            actual: list[Json] = [*indexes[:_SHOWN]]
            message = "The calls are not numbered from 0 without gaps."
            yield Flaw(f"{opened[choice]}/index", message, expected, actual)


def _no_index(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece.pop("index")


def _all_zero(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece["index"] = 0


def _from_one(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece["index"] = 1


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC901",
        name="delta-index",
        severity={CHAT: Severity.ERROR},
        statement="Every object in delta.tool_calls has an integer `index`.",
        why=(
            "SDKs put pieces together by it: openai-python's stream state raises a TypeError, "
            "typed clients read a missing index as 0 and merge calls."
        ),
        breaks=(
            "openai-python (TypeError), openai-node (the call lost), LangChain (six calls of "
            "one), the Vercel AI SDK's OpenAI provider (refuses the stream); AstrBot, Codex, "
            "term-llm."
        ),
        workaround="Open a call at each new id or name, and append what has neither to the last.",
        source=Source(
            "spec",
            "openai 3.52.0 types: chat_completion_chunk.py, index: int",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_delta_index,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        mutations=(Mutation(CHAT, Mode.STREAMING, "single_call", frames(_no_index)),),
    ),
    Rule(
        id="TC902",
        name="index-distinct",
        severity={CHAT: Severity.ERROR},
        statement=(
            "Different calls of a choice have different indexes, numbered 0, 1, 2 over the whole "
            "stream."
        ),
        why="Calls are merged and their arguments joined to one text that is not JSON.",
        breaks=(
            "openai-python, openai-node, LiteLLM and the Vercel AI SDK make one call of two, "
            "LangChain loses the arguments, pydantic-ai raises; where numbers begin at 1 "
            "openai-python and openai-node raise; hermes-agent, term-llm, cline."
        ),
        workaround="Open another call when a piece brings another id on a known index.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_index_distinct,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        mutations=(
            Mutation(CHAT, Mode.STREAMING, "parallel_calls", frames(_all_zero), "all on 0"),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_from_one), "starts at 1"),
        ),
    ),
)
