"""TC919: responses-events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.streaming.stream_responses import (
    ADDED,
    ARGUMENTS,
    DONE,
    TYPES,
    StreamedItem,
    story_of,
)
from toolwire.rules.streaming.streaming import bared, dropped, shifted
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.streamed import resent


def _events(reading: Reading) -> Iterator[Violation]:
    story = story_of(reading)
    if story.order:
        # A number that is left out goes with an event that is: what clients miss tells more.
        grave = (one for one in story.order if one.severity is None)
        untold = (_adds_up(item, copied=False) for item in story.items if _is_untold(item))
        yield next(grave, None) or next((next(one) for one in untold), story.order[0])
        return
    copied = resent(reading) if reading.deltas else {}
    for item in story.items:
        if item.start.get("type") == "function_call":
            yield from _adds_up(item, copied=f"event[{item.number}]/item" in copied)


def _is_untold(item: StreamedItem) -> bool:
    """Return whether nothing says that the arguments of a call are whole, though the call is."""
    called = item.start.get("type") == "function_call"
    return called and item.whole is None and item.done is not None


def _adds_up(item: StreamedItem, *, copied: bool) -> Iterator[Violation]:
    """Compare the fragments, the whole text and the finished item, where each is a text."""
    if item.whole is None:
        if item.done is not None:
            at = f"event[{item.done[0]}]"
            message = "The arguments were never told to be done."
            yield Violation(at, message, ARGUMENTS + "done", None, Severity.WARNING)
        return
    number, text = item.whole
    reported = item.done[1].get("arguments") if item.done is not None else None
    if not isinstance(text, str):
        # Arguments that are no text anywhere are TC301's.
        if isinstance(reported, str):
            message = "The arguments are told to be done and not told."
            yield Violation(f"event[{number}]/arguments", message, reported[:200], excerpt(text))
        return
    if item.fragments and not copied and "".join(item.fragments) != text:
        message = "The fragments do not add up to the arguments."
        yield Violation(f"event[{number}]/arguments", message, "the fragments joined", text[:200])
    if not copied:
        yield from _opening(item, number, text)
    if isinstance(reported, str) and reported != text and item.done is not None:
        at = f"event[{item.done[0]}]/item/arguments"
        yield Violation(at, "The finished item has other arguments.", text[:200], reported[:200])


def _opening(item: StreamedItem, number: int, text: str) -> Iterator[Violation]:
    """Yield how an item opens that its fragments, or the lack of them, do not go with."""
    opened, at = item.start.get("arguments"), f"event[{item.number}]/item/arguments"
    if opened and item.fragments:
        message = "The item opens with arguments."
        yield Violation(at, message, "", excerpt(opened), Severity.WARNING)
    elif opened is None and item.fragments and item.done and "arguments" in item.done[1]:
        # Arguments that are nowhere in the item are TC111's.
        message = "The item opens without arguments for its fragments to be added to."
        yield Violation(at, message, "", None, Severity.WARNING)
    elif text not in ("", "{}", opened) and not item.fragments:
        message = "The arguments are told to be done, and no fragment of them came."
        expected = f"{ARGUMENTS}delta"
        yield Violation(f"event[{number}]", message, expected, None, Severity.WARNING)


def _drop(kind: str) -> Callable[[list[Frame]], list[Frame]]:
    """Leave events out as a server does that never sends them: the others are numbered on."""

    def change(stream: list[Frame]) -> list[Frame]:
        left = dropped("type", kind)(stream)
        for number, (_, payload) in enumerate(left):
            object_of(payload)["sequence_number"] = number
        return left

    return change


def _other_whole(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ARGUMENTS + "done":
            event["arguments"] = "{}"


def _opened_full(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ADDED:
            object_of(event["item"])["arguments"] = "{}"


def _opened_bare(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ADDED:
            del object_of(event["item"])["arguments"]


def _opened_done(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ADDED:
            object_of(event["item"])["status"] = "completed"


def _opened_twice(stream: list[Frame]) -> list[Frame]:
    """Send each opening again behind itself, numbered on."""
    told: list[Frame] = []
    for name, payload in stream:
        event = object_of(payload)
        for _ in range(2 if event.get("type") == ADDED else 1):
            told.append((name, {**event, "sequence_number": len(told)}))
    return told


def _arguments_as_text(stream: list[Frame]) -> list[Frame]:
    """Tell the fragments of arguments as the text of a message too, numbered on."""
    told: list[Frame] = []
    for name, payload in stream:
        event = {**object_of(payload), "sequence_number": len(told)}
        told.append((name, event))
        if event.get("type") == ARGUMENTS + "delta":
            kind = "response.output_text.delta"
            text: JsonObject = {"type": kind, "content_index": 0, "sequence_number": len(told)}
            told.append((kind, {**event, **text}))
    return told


def _arguments_as_input(stream: list[Frame]) -> list[Frame]:
    """Tell arguments in the events of a text tool's input."""
    told: list[Frame] = []
    for name, payload in stream:
        event = object_of(payload)
        ending = str(event.get("type")).removeprefix(ARGUMENTS)
        if ending == event.get("type"):
            told.append((name, payload))
            continue
        kind = f"response.custom_tool_call_input.{ending}"
        if "arguments" in event:
            event["input"] = event.pop("arguments")
        told.append((kind, {**event, "type": kind}))
    return told


def _no_whole(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ARGUMENTS + "done":
            del event["arguments"]


RULE = Rule(
    id="TC919",
    name="responses-events",
    severity={"openai-responses": Severity.ERROR},
    statement=(
        "response.created comes first; items are numbered from 0 without gaps, each opened by "
        "output_item.added once, grown, and closed by output_item.done; the fragments of arguments "
        "add up to function_call_arguments.done and to the finished item; response.completed, "
        "incomplete or failed comes last. Warnings: an item that opens as completed and comes in "
        "pieces, a text told in a call's item, a text tool's input in events of arguments or the "
        "reverse, arguments never told to be done, without a fragment or there before it, an "
        "opening without `arguments`, event names that are not the type, and sequence numbers that "
        "do not rise one by one."
    ),
    why="Clients open, grow and close items by these events: calls are lost or not run.",
    breaks=(
        "openai-python and openai-node raise without response.created, openai-node where items "
        "begin at 1, the Vercel AI SDK loses an item that is not finished; LangChain runs a call "
        "without its arguments where no fragment came, openai-python's stream helper and "
        "pydantic-ai raise where an item opens without arguments; Codex (unsupported call), "
        "cc-switch-cli, clients of vLLM's Responses route."
    ),
    workaround="Take the finished items for what was said.",
    source=TYPES,
    check=_events,
    claims=("function_call_arguments.done:arguments", "output_index=required", "type=required"),
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        streaming("openai-responses", _drop("response.created"), "no response.created"),
        streaming("openai-responses", shifted("output_index"), "items from 1"),
        streaming("openai-responses", _drop(DONE), "items not finished"),
        streaming("openai-responses", _other_whole, "fragments do not add up"),
        streaming("openai-responses", _drop(ARGUMENTS + "done"), "arguments not done"),
        streaming("openai-responses", dropped("type", "response.in_progress"), "an event lost"),
        streaming("openai-responses", _no_whole, "arguments done and not told"),
        streaming("openai-responses", _opened_full, "arguments in the opening"),
        streaming("openai-responses", _opened_bare, "no arguments in the opening"),
        streaming("openai-responses", _drop(ARGUMENTS + "delta"), "no fragments"),
        streaming("openai-responses", _opened_done, "opened as completed"),
        streaming("openai-responses", _arguments_as_input, "arguments as an input"),
        streaming("openai-responses", _opened_twice, "opened twice"),
        streaming(
            "openai-responses", bared("type", ARGUMENTS + "delta"), "fragments without a type"
        ),
        streaming(
            "openai-responses", bared("output_index", ARGUMENTS + "delta"), "fragments of no item"
        ),
        streaming("openai-responses", _drop(ADDED), "an opening lost"),
        streaming("openai-responses", _arguments_as_text, "fragments told as a text too"),
        streaming(
            "openai-responses", _drop("response.completed"), "no response.completed", "plain_text"
        ),
    ),
    cases="""
GLM / Qwen via DashScope | later chunks id "" and name "" overwrite call_id | https://github.com/SaladDay/cc-switch-cli/issues/341 | PR closed 2026-07 (fix landed)
vLLM Responses | tool call XML streamed as response.output_text.delta | https://github.com/vllm-project/vllm/issues/36435 | issue open 2026-03
vLLM Responses | same | https://github.com/vllm-project/vllm/issues/29725 | issue open 2025-11
LocalAI | arguments "{}" on /responses, correct on /chat/completions | https://github.com/mudler/LocalAI/issues/11635 | issue open 2026-08
""",
)
