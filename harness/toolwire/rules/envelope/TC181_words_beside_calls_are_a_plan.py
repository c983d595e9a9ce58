"""TC181: words-beside-calls-are-a-plan."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.markup import leaked
from toolwire.rules.views.told_plan import PLAN, told_plan


def _are_a_plan(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    words = (reply.text or "").strip()
    if not words or not reply.tool_calls or told_plan(reading)[1] or reply.reasoning:
        return
    if leaked(reading) is not None:
        return  # A call that stands in the text as well is no plan.
    message = "The words beside the calls stand in the content, and there is no plan."
    yield Violation(reply.text_pointer, message, PLAN, excerpt(words))


_SAID = "I look it up."


def _beside(body: JsonObject) -> None:
    message = object_of(body["message"])
    message.pop(PLAN, None)
    message["content"] = [{"type": "text", "text": _SAID}]


def _streamed(stream: list[Frame]) -> list[Frame]:
    def part(kind: str, content: JsonObject) -> Frame:
        event: Json = {"type": kind, "index": 0, "delta": {"message": {"content": content}}}
        return kind, event

    closed: Frame = ("content-end", {"type": "content-end", "index": 0})
    text = (
        part("content-start", {"type": "text", "text": ""}),
        part("content-delta", {"text": _SAID}),
    )
    rest = [frame for frame in stream[1:] if frame[0] != "tool-plan-delta"]
    return [*stream[:1], *text, closed, *rest]


RULE = Rule(
    id="TC181",
    name="words-beside-calls-are-a-plan",
    severity={"cohere-v2": Severity.WARNING},
    statement=(
        "What a reply of Cohere's v2 says beside its calls is its `tool_plan`: words do not stand in the "
        "content alone. Thoughts are no words; of a reply with thoughts nothing is judged, nor of a text beside a plan."
    ),
    why=(
        "Clients take the plan for what was said in a turn of calls, show it and send it back: what stands in the "
        "content is seen by nobody and gone from the history."
    ),
    breaks=(
        "LangChain: the content of its message is empty (langchain-cohere 0.6.0 without streaming, tried 2026-11-28)"
    ),
    workaround="Read the content of a turn of calls too, and send it back as the plan.",
    source=Source(
        "docs",
        "Cohere: tool use, the assistant's message goes back with tool_calls and tool_plan; of 17 recorded answers "
        "with calls none has a text in its content",
        "https://docs.cohere.com/v2/docs/tool-use",
        "2026-11-28",
    ),
    check=_are_a_plan,
    needs_calls=True,
    mutations=(
        Mutation("cohere-v2", Mode.BLOCKING, "mixed_content", edit.body(_beside)),
        Mutation("cohere-v2", Mode.STREAMING, "mixed_content", edit.frames(_streamed)),
    ),
)
