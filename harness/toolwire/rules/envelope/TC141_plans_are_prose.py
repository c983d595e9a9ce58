"""TC141: plans-are-prose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.text.content import ARGUMENTS, HERMES, shown_text
from toolwire.rules.views.leaks import control_in, heard_in, markup_in
from toolwire.rules.views.markup import names_in
from toolwire.rules.views.request_steps import has_history
from toolwire.rules.views.told_plan import PLAN, told_plan


def _plans(reading: Reading) -> bool:
    """Whether a reply has calls and says what it will do, and is the first that does.

    In a later one the plan may be like those before it, which the request holds.
    """
    return bool(reading.reply.tool_calls and told_plan(reading)[1]) and not has_history(reading)


def _is_prose(reading: Reading) -> Iterator[Violation]:
    at, plan = told_plan(reading)
    if not _plans(reading):
        return
    heard = heard_in(reading)
    leak = markup_in(plan, names_in(reading), heard) or control_in(plan, heard)
    if leak is not None:
        message = "The plan beside the calls contains markup of a call, or a control token."
        yield Violation(at, message, "words", shown_text(plan, leak))


def _said(plan: str, mode: Mode) -> Mutation:
    def blocking(body: JsonObject) -> None:
        object_of(body["message"])[PLAN] = plan

    def streamed(stream: list[Frame]) -> list[Frame]:
        event: Json = {"type": "tool-plan-delta", "delta": {"message": {PLAN: plan}}}
        rest = [frame for frame in stream[1:] if frame[0] != "tool-plan-delta"]
        return [*stream[:1], ("tool-plan-delta", event), *rest]

    change = edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)
    fault = "a token" if "|" in plan else "markup" if "<" in plan else "JSON"
    return Mutation("cohere-v2", mode, "mixed_content", change, fault)


_FAULTS: Final = (
    HERMES,
    f'{{"name":"get_weather","arguments":{ARGUMENTS}}}',
    "I look it up.<|START_ACTION|>",
)

RULE = Rule(
    id="TC141",
    name="plans-are-prose",
    severity={"cohere-v2": Severity.WARNING},
    statement=(
        "The plan beside the calls of Cohere's v2 is prose: no markup of a tool-call text format, "
        "no JSON of the call, no control token. A model may plan in such words; that every plan of "
        "a run holds them, in several cases, is the server's doing."
    ),
    why="Clients show the plan as the text of the turn, and it goes back into the context.",
    breaks="LangChain, which takes the plan for the content (langchain-cohere 0.6.0, tried 2026-11-24)",
    workaround="Do not show the plan of such a turn.",
    source=Source(
        "docs",
        "Cohere: tool use, tool_plan: a reflection on the next steps; cohere 7.3.1 "
        "types/assistant_message_response.py",
        "https://docs.cohere.com/v2/docs/tool-use",
        "2026-11-24",
    ),
    check=_is_prose,
    needs_request=True,
    needs_calls=True,
    variance=Variance("first replies with calls and a plan", _plans),
    mutations=tuple(_said(plan, mode) for plan in _FAULTS for mode in Mode),
)
