"""Rules about the reply as a whole: how many choices there are, and that something was said."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.chance import ended
from toolwire.rules.chat import chunks
from toolwire.rules.edit import Frame
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Variance
from toolwire.rules.wires import CHAT, CHAT_ENVELOPES, CHATML, GEMINI, PROMPTED

__all__ = ["RULES"]

_READ = "2026-11-21"


def _choices_numbered(reading: Reading) -> Iterator[Flaw]:
    body = [(None, reading.body)] if isinstance(reading.body, dict) else []
    for number, holder in body or chunks(reading):
        choices = holder.get("choices")
        if not isinstance(choices, list) or len(choices) < 2:
            continue
        used: set[int] = set()
        for place, choice in enumerate(choices):
            index = choice.get("index") if isinstance(choice, dict) else None
            if type(index) is int and index in used:
                root = "" if number is None else f"event[{number}]"
                message = "Two choices have one index."
                yield Flaw(f"{root}/choices/{place}/index", message, "an index of its own", index)
                return
            used.update([index] if type(index) is int else [])


def _says_something(reading: Reading) -> Iterator[Flaw]:
    answers = [("", reading.body)] if isinstance(reading.body, dict) else []
    found = answers or [(f"event[{number}]", chunk) for number, chunk in chunks(reading)]
    ended: str | None = None
    for root, answer in found:
        for place, candidate in enumerate(map(object_of, items_of(answer.get("candidates")))):
            if _has_part(candidate):
                return
            if candidate.get("finishReason") == "STOP":
                ended = f"{root}/candidates/{place}/content"
    if ended is not None:
        message = "The candidate ended of its own accord and has no part."
        yield Flaw(ended, message, "at least one part", None)


def _has_part(candidate: JsonObject) -> bool:
    content = object_of(candidate.get("content"))
    return any(
        object_of(part).keys() - {"thought", "thoughtSignature"}
        for part in items_of(content.get("parts"))
    )


def _again(document: Json) -> None:
    choices = items_of(object_of(document).get("choices"))
    choices.append(choices[0])


def _first_again(stream: list[Frame]) -> None:
    for _, payload in stream:
        if object_of(object_of(items_of(object_of(payload)["choices"])[0]).get("delta")).get(
            "content"
        ) or object_of(items_of(object_of(payload)["choices"])[0]).get("text"):
            _again(payload)
            return


def _silent(document: Json) -> None:
    for candidate in items_of(object_of(document).get("candidates")):
        object_of(candidate)["content"] = {"role": "model"}


def _all_silent(stream: list[Frame]) -> None:
    for _, payload in stream:
        _silent(payload)


RULES: tuple[Rule, ...] = (
    # Both numbers are ours: the catalogue has no rule about either.
    Rule(
        id="TC119",
        name="choices-numbered",
        severity={CHAT: Severity.ERROR, CHATML: Severity.WARNING, PROMPTED: Severity.WARNING},
        statement="The choices of a body, and those of one chunk, have different indexes.",
        why=(
            "Clients read choices[0] or assemble by index: the calls of a second choice with the "
            "same index are lost, or its text is joined to the first one's."
        ),
        breaks="nanobot over LiteLLM loses the call (HKUDS/nanobot#1555: GitHub Copilot puts text and "
        "calls into two choices); the stream helpers of openai-python and openai-node join the texts. "
        "Where calls are text nobody was seen to lose one, so it is a warning there.",
        workaround="Join the choices that share an index.",
        source=Source(
            "observed",
            "HKUDS/nanobot#1555; openai 3.52.0 types: Choice.index is its index in the list",
            "https://github.com/HKUDS/nanobot/pull/1555",
            _READ,
        ),
        check=_choices_numbered,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", change)
            for dialect in CHAT_ENVELOPES
            for mode, change in (
                (Mode.BLOCKING, edit.body(_again)),
                (Mode.STREAMING, edit.frames(_first_again)),
            )
        ),
    ),
    Rule(
        id="TC120",
        name="gemini-stop-has-parts",
        severity={GEMINI: Severity.WARNING},
        statement="A candidate that ends with STOP has at least one part, over the whole answer.",
        why="An empty turn passes for an answer: the agent stops in the middle of its work.",
        breaks="pydantic-ai (content field missing), breadboard, which asks again",
        workaround="Ask again.",
        source=Source(
            "observed",
            "breadboard-ai/breadboard#6505; all 612 recorded answers that end with STOP have one",
            "https://github.com/breadboard-ai/breadboard/pull/6505",
            _READ,
        ),
        check=_says_something,
        variance=Variance("replies that say why they ended", ended),
        mutations=(
            Mutation(GEMINI, Mode.BLOCKING, "single_call", edit.body(_silent)),
            Mutation(GEMINI, Mode.STREAMING, "single_call", edit.frames(_all_silent)),
        ),
    ),
)
