"""TC160: choices-as-many-as-asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.dialects.count import count_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.chat import ChoicePart, joined_choice, parts


def _as_many(reading: Reading) -> Iterator[Violation]:
    wanted = count_of(object_of(reading.request).get("n")) or 1
    found = parts(reading) if wanted > 1 else ()
    numbers = {part.number for part in found}
    if not found or len(numbers) >= wanted or not _is_whole(reading):
        return
    if (len(found) > len(numbers) and reading.mode is Mode.BLOCKING) or joined_choice(reading):
        return  # that two have one number is TC119's
    message = "Fewer choices came than the request asks for."
    last: ChoicePart = found[-1]
    yield Violation(last.at(), message, wanted, len(numbers))


def _is_whole(reading: Reading) -> bool:
    """Return whether a stream came to its end: what is broken off has other rules."""
    return reading.ok and (reading.mode is Mode.BLOCKING or reading.reply.stop is not None)


def _question(_name: str) -> Callable[[JsonObject], None]:
    return lambda body: body.update(n=2)


def _first_alone(document: Json) -> None:
    body = object_of(document)
    body["choices"] = items_of(body["choices"])[:1]


def _first_frames(stream: list[Frame]) -> None:
    stream[:] = [frame for frame in stream if not _is_second(frame[1])]


def _is_second(payload: Json) -> bool:
    return any(
        object_of(choice).get("index") == 1
        for choice in items_of(object_of(payload).get("choices"))
    )


RULE = Rule(
    id="TC160",
    name="choices-as-many-as-asked",
    severity={"openai-chat": Severity.INFO},
    statement=(
        "A request for several choices (`n`) is answered with as many, each under its own index, in a stream "
        "too; or it is refused. An info: of the servers that copy the format many make one, and agents ask "
        "for no more."
    ),
    why=(
        "A client that compares or ranks several answers gets one and takes it for all; where a stream has "
        "all of them under one index, their texts and arguments are joined into one that is none."
    ),
    breaks="clients that read choices[1], and those that join the deltas of a choice by its index",
    workaround="Ask as many times with one choice.",
    source=Source(
        "docs",
        "OpenAI, n: how many chat completion choices to generate for each input message",
        "https://platform.openai.com/docs/api-reference/chat/create",
        "2026-11-28",
    ),
    check=_as_many,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=_question,
    mutations=(
        *(
            Mutation("openai-chat", Mode.BLOCKING, scenario, edit.body(_first_alone), fault)
            for scenario, fault in (
                ("plain_text", "one text"),
                ("single_call", "one choice of calls"),
            )
        ),
        Mutation(
            "openai-chat", Mode.STREAMING, "plain_text", edit.frames(_first_frames), "one text"
        ),
    ),
)
