"""TC160: choices-as-many-as-asked."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import ChoiceCount
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.chat import chunks, joined_choice


def _as_many(reading: Reading) -> Iterator[Violation]:
    form = load_dialect(reading.dialect).wire.request
    told = None if form is None else form.several
    if told is None or not (told.streamed or reading.mode is Mode.BLOCKING):
        return
    wanted = told.wanted(object_of(reading.request))
    found = list(_choices(reading, told)) if wanted > 1 else []
    numbers = {number for _, number in found}
    if not found or len(numbers) >= wanted or not _is_whole(reading):
        return
    if (len(found) > len(numbers) and reading.mode is Mode.BLOCKING) or joined_choice(reading):
        return  # that two have one number is TC119's
    message = "Fewer choices came than the request asks for."
    yield Violation(found[-1][0], message, wanted, len(numbers))


def _choices(reading: Reading, told: ChoiceCount) -> Iterator[tuple[str, int]]:
    """Yield where each choice of a body or a stream is, and its number: its place where it says none."""
    body = [(None, reading.body)] if isinstance(reading.body, dict) else []
    for event, holder in body or chunks(reading):
        root = "" if event is None else f"event[{event}]"
        for place, choice in enumerate(map(object_of, items_of(holder.get(told.holder)))):
            number = choice.get("index")
            at = f"{root}/{told.holder}/{place}"
            yield at, number if type(number) is int else place


def _is_whole(reading: Reading) -> bool:
    """Return whether a stream came to its end: what is broken off has other rules."""
    return reading.ok and (reading.mode is Mode.BLOCKING or reading.reply.stop is not None)


@in_dialect
def _question(name: str, body: JsonObject) -> None:
    form = load_dialect(name).wire.request
    assert form is not None
    assert form.several is not None
    *path, last = form.several.path
    for step in path:
        body = object_of(body.setdefault(step, {}))
    body[last] = 2


def _first_alone(document: Json) -> None:
    body = object_of(document)
    member = "choices" if "choices" in body else "candidates"
    body[member] = items_of(body[member])[:1]


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
    severity={"openai-chat": Severity.INFO, "gemini-generate": Severity.WARNING},
    statement=(
        "A request for several choices (`n`, Gemini's `candidateCount`) is answered with as many, "
        "each under its own index, in a stream of Chat Completions too; or it is refused. An info "
        "of Chat Completions: of the servers that copy the format many make one, and agents ask for "
        "no more. Google makes as many as are asked for, or says that the model has one only."
    ),
    why=(
        "A client that compares or ranks several answers gets one and takes it for all; where a "
        "stream has all of them under one index, their texts and arguments are joined into one that "
        "is none."
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
            Mutation(dialect, Mode.BLOCKING, scenario, edit.body(_first_alone), fault)
            for dialect in ("openai-chat", "gemini-generate")
            for scenario, fault in (
                ("plain_text", "one text"),
                ("single_call", "one choice of calls"),
            )
        ),
        Mutation(
            "openai-chat", Mode.STREAMING, "plain_text", edit.frames(_first_frames), "one text"
        ),
    ),
    cases="""
CLIProxyAPI | of several candidates that Gemini is asked for one comes | https://github.com/router-for-me/CLIProxyAPI/issues/879 | PR closed 2026-01
Antigravity-Manager | of eight choices that were asked for one comes | https://github.com/lbjlaq/Antigravity-Manager/issues/361 | issue closed 2026
one-api | of five choices that were asked for one comes | https://github.com/songquanpeng/one-api/issues/2209 | issue open 2025-03
""",
)
