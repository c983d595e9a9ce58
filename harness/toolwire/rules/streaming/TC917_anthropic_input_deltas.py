"""TC917: anthropic-input-deltas."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent, Event
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.streaming.streaming import ANTHROPIC_EVENTS, asks_unchecked
from toolwire.rules.views.dialect_paths import cut_short, read_whole
from toolwire.rules.views.limit import ARGUMENTS_CUT, breaks_off_within
from toolwire.rules.views.streamed import Streamed, resent, streamed


def _input_deltas(reading: Reading) -> Iterator[Violation]:
    copied = resent(reading) if reading.deltas else {}
    for call in streamed(reading):
        opening, *pieces = call.pieces
        if isinstance(opening.arguments, dict) and opening.arguments and _direct(reading, call):
            message = "The block opens with an input that is not empty."
            yield Violation(f"{opening.pointer}/input", message, {}, None)
        for piece in pieces:
            # What opens a block again has an input, and no fragment of one: TC918 tells of it.
            if not isinstance(piece.arguments, str) and piece.pointer.endswith("/delta"):
                actual = None if piece.arguments is ABSENT else type(piece.arguments).__name__
                message = "The fragment of the input is not a string."
                yield Violation(f"{piece.pointer}/partial_json", message, "string", actual)
                break
    if cut_short(reading) or not read_whole(reading):
        return
    for done in reading.reply.tool_calls:
        if done.parse_error is not None and done.pointer not in copied:
            if breaks_off_within(reading, done):
                stop = reading.reply.stop
                yield Violation(
                    reading.reply.stop_pointer, ARGUMENTS_CUT, "the word for a cut", stop
                )
                continue
            message = "The joined fragments of the input are not one JSON value."
            actual, asked = (done.raw or "")[:200], asks_unchecked(reading, done.name)
            milder = Severity.INFO if asked else None
            yield Violation(f"{done.pointer}/input", message, "JSON", actual, milder)


def _direct(reading: Reading, call: Streamed) -> bool:
    """Return whether the model made a call itself.

    A call made by a program of the code execution tool opens with its whole input, which
    nobody has to write piece by piece; a message that goes on with such calls has them in its
    message_start, and no events of blocks.
    """
    opening = object_of(_json(reading.events[call.pieces[0].event]))
    if opening.get("type") == "message_start":
        return False
    caller = object_of(object_of(opening.get("content_block")).get("caller"))
    return caller.get("type") in (None, "direct")


def _json(event: Event) -> Json:
    return None if isinstance(event.json, Absent) else event.json


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


RULE = Rule(
    id="TC917",
    name="anthropic-input-deltas",
    severity={"anthropic-messages": Severity.ERROR},
    statement=(
        "A tool_use block opens with an empty input, its input comes as text in "
        "input_json_delta events, and the joined text is one JSON value, or empty for {}. "
        "Where the request asks for fine-grained streaming, other text is information. "
        "A message that was cut short is not judged; a call made by a program of the code "
        "execution tool may open with its whole input, or stand in message_start."
    ),
    why="Clients that build the input from the deltas run the tool with none, or drop it.",
    breaks=(
        "anthropic-python, anthropic-node and LangChain hand on a part of the input as if it "
        "were whole, pydantic-ai raises, LiteLLM loses an input in the opening; Claude Code "
        "behind LiteLLM and vLLM, oai-compatible-copilot."
    ),
    workaround="Take an empty join for {} and an input in the opening for the whole.",
    source=ANTHROPIC_EVENTS,
    check=_input_deltas,
    modes=(Mode.STREAMING,),
    mutations=(
        streaming("anthropic-messages", _full_opening, "input in the opening"),
        streaming("anthropic-messages", _cut_input, "last fragment missing"),
    ),
    shim=Shim("default_arguments", (("value", "{}"), ("instead_of", [""]))),
    cases="""
Anthropic stream adapters | no input_json_delta for tools without parameters -> buffer "" | https://github.com/JohnnyZ93/oai-compatible-copilot/issues/151 | PR merged 2026-02
vLLM -> LiteLLM | tool_calls [] on text chunks turned into empty input_json_delta | https://github.com/BerriAI/litellm/issues/29286 | issue open 2026-05
LiteLLM | input_json_delta dropped | https://github.com/BerriAI/litellm/issues/29491 | issue closed (stale) 2026-06
LiteLLM (Gemini) | no content_block_delta for tool_use; signature smuggled into id | https://github.com/BerriAI/litellm/issues/25561 | issue open 2026
""",
)
