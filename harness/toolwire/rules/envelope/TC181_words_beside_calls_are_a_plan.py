"""TC181: words-beside-calls-are-a-plan."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.markup import leaked
from toolwire.rules.views.told_plan import PLAN, told_plan


def _are_a_plan(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    words, plan = " ".join((reply.text or "").split()), " ".join(told_plan(reading)[1].split())
    if not words or not reply.tool_calls:
        return
    if plan == words:
        message = "The plan stands in the content as well."
        yield Violation(reply.text_pointer, message, f"{PLAN} alone", excerpt(words))
    # A call that stands in the text as well is no plan.
    elif not plan and not reply.reasoning and leaked(reading) is None:
        message = "The words beside the calls stand in the content, and there is no plan."
        yield Violation(reply.text_pointer, message, PLAN, excerpt(words))


_SAID = "I look it up."
#: A fault, in a few words.
_TWICE = "the plan is a text as well"


def _beside(body: JsonObject) -> None:
    message = object_of(body["message"])
    message.pop(PLAN, None)
    message["content"] = [{"type": "text", "text": _SAID}]


def _repeated(body: JsonObject) -> None:
    message = object_of(body["message"])
    message["content"] = [{"type": "text", "text": message[PLAN]}]


def _streamed(stream: list[Frame]) -> list[Frame]:
    rest = [frame for frame in stream[1:] if frame[0] != "tool-plan-delta"]
    return [*stream[:1], *_part(_SAID), *rest]


def _streamed_twice(stream: list[Frame]) -> list[Frame]:
    said = "".join(_piece(data) for kind, data in stream if kind == "tool-plan-delta")
    return [*stream[:1], *_part(said), *stream[1:]]


def _piece(data: Json) -> str:
    message = object_of(object_of(object_of(data).get("delta")).get("message"))
    return string_of(message.get(PLAN)) or ""


def _part(text: str) -> tuple[Frame, ...]:
    """Return the events of a part that says a text."""

    def event(kind: str, content: JsonObject) -> Frame:
        data: Json = {"type": kind, "index": 0, "delta": {"message": {"content": content}}}
        return kind, data

    return (
        event("content-start", {"type": "text", "text": ""}),
        event("content-delta", {"text": text}),
        ("content-end", {"type": "content-end", "index": 0}),
    )


RULE = Rule(
    id="TC181",
    name="words-beside-calls-are-a-plan",
    severity={"cohere-v2": Severity.WARNING},
    statement=(
        "What a reply of Cohere's v2 says beside its calls is its `tool_plan`: words do not stand "
        "in the content alone, and the plan does not stand there as well. Thoughts are no words; of "
        "a reply with thoughts and no plan nothing is judged, nor of another text beside a plan."
    ),
    why=(
        "Clients take the plan for what was said in a turn of calls, show it and send it back: what "
        "stands in the content alone is seen by nobody and gone from the history, and what stands "
        "in both is shown and sent twice."
    ),
    breaks=(
        "LangChain: the content of its message is empty (langchain-cohere 0.6.0 without streaming, "
        "tried 2026-11-28)"
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
        Mutation("cohere-v2", Mode.BLOCKING, "mixed_content", edit.body(_repeated), _TWICE),
        Mutation(
            "cohere-v2", Mode.STREAMING, "mixed_content", edit.frames(_streamed_twice), _TWICE
        ),
    ),
)
