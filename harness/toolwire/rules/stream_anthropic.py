"""Rules about the order of Anthropic's stream events and the arguments they carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT, Absent, Event, Reading
from toolwire.rules import edit
from toolwire.rules.edit import Frame, frames
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import Streamed, resent, streamed
from toolwire.rules.wires import ANTHROPIC, cut_short, read_whole

__all__ = ["RULES"]

_READ = "2026-11-21"
_TYPES = Source(
    "spec",
    "anthropic 2.11.0 types: raw_*_event.py; API documentation, streaming",
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
    _READ,
)


def _input_deltas(reading: Reading) -> Iterator[Flaw]:
    copied = resent(reading) if reading.deltas else {}
    for call in streamed(reading):
        opening, *pieces = call.pieces
        if isinstance(opening.arguments, dict) and opening.arguments and _direct(reading, call):
            message = "The block opens with an input that is not empty."
            yield Flaw(f"{opening.pointer}/input", message, {}, None)
        for piece in pieces:
            if not isinstance(piece.arguments, str):
                actual = None if piece.arguments is ABSENT else type(piece.arguments).__name__
                message = "The fragment of the input is not a string."
                yield Flaw(f"{piece.pointer}/partial_json", message, "string", actual)
                break
    if cut_short(reading) or not read_whole(reading):
        return
    for done in reading.reply.tool_calls:
        if done.parse_error is not None and done.pointer not in copied:
            message = "The joined fragments of the input are not one JSON value."
            yield Flaw(f"{done.pointer}/input", message, "JSON", (done.raw or "")[:200])


def _direct(reading: Reading, call: Streamed) -> bool:
    """Return whether the model made a call itself.

    A call made by a program of the code execution tool opens with its whole input, which
    nobody has to write piece by piece.
    """
    opening = object_of(_json(reading.events[call.pieces[0].event]))
    caller = object_of(object_of(opening.get("content_block")).get("caller"))
    return caller.get("type") in (None, "direct")


def _json(event: Event) -> Json:
    return None if isinstance(event.json, Absent) else event.json


class _Order:
    """Where a stream stands: what may come next."""

    def __init__(self) -> None:
        self.started = False
        self.blocks = 0
        self.open: Json = None
        self.told = False
        self.stopped = False

    def take(self, event: JsonObject) -> str | None:
        """Take the next event; return what is wrong with its place, or None."""
        kind = event.get("type")
        step = _STEPS.get(kind) if isinstance(kind, str) else None
        if step is None:
            return None
        if self.stopped:
            return "An event follows message_stop."
        if not self.started and kind != "message_start":
            return "The stream does not begin with message_start."
        return step(self, event)

    def message_start(self, _: JsonObject) -> str | None:
        """Begin the message, once."""
        again = self.started
        self.started = True
        return "The stream has a second message_start." if again else None

    def block_start(self, event: JsonObject) -> str | None:
        """Open the next block."""
        index = event.get("index")
        if self.open is not None:
            return "A block opens before the one before it is closed."
        if index != self.blocks or type(index) is not int:
            return "The blocks are not numbered from 0 without gaps."
        self.blocks += 1
        self.open = index
        return None

    def block_delta(self, event: JsonObject) -> str | None:
        """Grow the open block."""
        fits = self.open is not None and event.get("index") == self.open
        return None if fits else "A delta is not of the open block."

    def block_stop(self, event: JsonObject) -> str | None:
        """Close the open block."""
        if self.open is None or event.get("index") != self.open:
            return "A content_block_stop is not of the open block."
        self.open = None
        return None

    def message_delta(self, event: JsonObject) -> str | None:
        """Tell the stop reason."""
        if self.open is not None:
            return "The message ends inside a block."
        self.told = self.told or object_of(event.get("delta")).get("stop_reason") is not None
        return None

    def message_stop(self, _: JsonObject) -> str | None:
        """End the message."""
        self.stopped = True
        if self.open is not None:
            return "The message ends inside a block."
        return None if self.told else "No message_delta with a stop reason came before the end."


_STEPS: Mapping[str, Callable[[_Order, JsonObject], str | None]] = {
    "content_block_delta": _Order.block_delta,
    "content_block_start": _Order.block_start,
    "content_block_stop": _Order.block_stop,
    "message_delta": _Order.message_delta,
    "message_start": _Order.message_start,
    "message_stop": _Order.message_stop,
}


def _blocks(reading: Reading) -> Iterator[Flaw]:
    order = _Order()
    for event in reading.events:
        if isinstance(event.json, dict):
            problem = order.take(event.json)
            if problem is not None:
                yield Flaw(f"event[{event.number}]", problem, None, event.json.get("index"))
                return
    if reading.events and not order.stopped:
        pointer = f"event[{len(reading.events)}]"
        yield Flaw(pointer, "The stream ends without message_stop.", "message_stop", None)


def _drop(kind: str) -> Callable[[list[Frame]], list[Frame]]:
    return lambda stream: [frame for frame in stream if object_of(frame[1]).get("type") != kind]


def _untold(stream: list[Frame]) -> None:
    for _, payload in stream:
        delta = object_of(object_of(payload).get("delta"))
        if "stop_reason" in delta:
            delta["stop_reason"] = None


def _shift_indexes(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        index = event.get("index")
        if isinstance(index, int):
            event["index"] = index + 1


def _full_opening(stream: list[Frame]) -> list[Frame]:
    edit.tool_uses(stream)[0]["input"] = {"location": "Paris", "days": 2}
    return [
        frame
        for frame in stream
        if object_of(object_of(frame[1]).get("delta")).get("type") != "input_json_delta"
    ]


def _cut_input(stream: list[Frame]) -> None:
    deltas = [object_of(object_of(payload).get("delta")) for _, payload in stream]
    [d for d in deltas if d.get("type") == "input_json_delta"][-1]["partial_json"] = ""


def _streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str, scenario: str = "single_call"
) -> Mutation:
    return Mutation(ANTHROPIC, Mode.STREAMING, scenario, frames(change), fault)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC917",
        name="anthropic-input-deltas",
        severity={ANTHROPIC: Severity.ERROR},
        statement=(
            "A tool_use block opens with an empty input, its input comes as text in "
            "input_json_delta events, and the joined text is one JSON value, or empty for {}. "
            "A message that was cut short is not judged, and a call made by a program of the code "
            "execution tool may open with its whole input."
        ),
        why="Clients that build the input from the deltas run the tool with none, or drop it.",
        breaks=(
            "anthropic-python, anthropic-node and LangChain hand on a part of the input as if it "
            "were whole, pydantic-ai raises, LiteLLM loses an input in the opening; Claude Code "
            "behind LiteLLM and vLLM, oai-compatible-copilot."
        ),
        workaround="Take an empty join for {} and an input in the opening for the whole.",
        source=_TYPES,
        check=_input_deltas,
        modes=(Mode.STREAMING,),
        mutations=(
            _streaming(_full_opening, "input in the opening"),
            _streaming(_cut_input, "last fragment missing"),
        ),
    ),
    Rule(
        id="TC918",
        name="anthropic-blocks",
        severity={ANTHROPIC: Severity.ERROR},
        statement=(
            "message_start comes first; blocks are numbered from 0 without gaps, one after the "
            "other, each opened, grown and closed; a message_delta with the stop reason comes "
            "before message_stop, which comes last."
        ),
        why="Clients assemble by block index and finish at message_stop: calls fall apart or hang.",
        breaks=(
            "anthropic-python (IndexError) and anthropic-node (arguments lost) where blocks do "
            "not begin at 0, anthropic-node (AnthropicError) without message_stop, the Vercel AI "
            "SDK (the call lost) where a block is not closed; nanoclaw."
        ),
        workaround="Take the end of the body for message_stop.",
        source=_TYPES,
        check=_blocks,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        mutations=(
            _streaming(_shift_indexes, "blocks from 1"),
            _streaming(_drop("content_block_stop"), "blocks not closed", "mixed_content"),
            _streaming(_drop("message_stop"), "no message_stop"),
            _streaming(_untold, "no stop reason"),
        ),
    ),
)
