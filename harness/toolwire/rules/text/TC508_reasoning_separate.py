"""TC508: reasoning-separate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for, text
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.text.content import HERMES, shown_text
from toolwire.rules.views.chat import parts
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.kept import keeps_thoughts
from toolwire.rules.views.leaks import heard_in, markup_in
from toolwire.rules.views.markup import names_in
from toolwire.rules.views.places import find_text, texts
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.quoting import Quotes, is_wrapped

_THINKING = ("<think>", "</think>")
#: Characters of reasoning that no answer has by chance.
_LONG: Final = 24
#: The channels of gpt-oss (Harmony) where their tokens were cut out and nothing else.
_CHANNELS: Final = re.compile(r"\A(?:analysis|commentary)\S.*?assistantfinal", re.DOTALL)


def _marks(reading: Reading, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has the marks of thoughts, and their lengths, but for those it speaks of."""
    for mark in _THINKING:
        if mark not in text or heard_in(reading)(mark) or keeps_thoughts(reading):
            continue
        quotes = Quotes(text)
        for found in re.finditer(re.escape(mark), text):
            if not quotes.holds(found.start()) and not is_wrapped(text, *found.span()):
                yield found.start(), len(mark)


def _reasoning_separate(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    thought = (reply.reasoning or "").strip()
    if thought.startswith(_THINKING[0]) or thought.endswith(_THINKING[1]):
        message = "The reasoning has the tags that it stood in."
        mild = Severity.WARNING
        yield Violation(_reasoning_at(reading), message, "the thoughts", thought[:200], mild)
    elif len(thought) >= _LONG and thought in (reply.text or ""):
        message = "The reasoning stands in the text as well."
        mild = Severity.WARNING
        yield Violation(reply.text_pointer, message, "the answer alone", thought[:200], mild)
    elif reply.text and (found := _CHANNELS.match(reply.text)):
        message = "The text has the channels of the model, reasoning first."
        shown = around(reply.text, found.end(), 0)
        mild = Severity.WARNING
        yield Violation(reply.text_pointer, message, "the answer alone", shown, mild)
    elif reply.tool_calls:
        mark = next(_marks(reading, reply.text or ""), None)
        if reply.text and mark is not None:
            message = "The text of a turn with calls contains reasoning."
            shown = around(reply.text, *mark)
            mild = Severity.WARNING
            yield Violation(reply.text_pointer, message, "no reasoning in content", shown, mild)
    elif reply.reasoning and reading.conversation is not None and not reply.text:
        leak = markup_in(reply.reasoning, names_in(reading), heard_in(reading))
        if leak is not None and leak.tool is not None:
            message = "A call of an offered tool was left in the reasoning."
            shown = shown_text(reply.reasoning, leak)
            yield Violation(_reasoning_at(reading), message, "a structured call", shown)


def _reasoning_at(reading: Reading) -> str:
    for part in parts(reading):
        for key in ("reasoning_content", "reasoning"):
            if isinstance(part.message, dict) and isinstance(part.message.get(key), str):
                return part.at(f"/{part.key}/{key}")
    return next(_thinking_at(reading), reading.reply.text_pointer)


def _thinking_at(reading: Reading) -> Iterator[str]:
    """Yield where a message says what it thinks: in a body, or a line of a stream."""
    roots = [(f"event[{event.number}]", event.json) for event in reading.events]
    for root, value in roots or [("", reading.body)]:
        message = value.get("message") if isinstance(value, dict) else None
        if object_of(message).get("thinking"):
            yield f"{root}/message/thinking"


def _call_in_reasoning(dialect: str, mode: Mode) -> Change:
    empty, thought = _REASONING[dialect]

    def moved(holder: JsonObject, member: str) -> None:
        if holder.get(member):
            holder[member], holder[thought] = empty, HERMES

    def blocking(body: JsonObject) -> None:
        for holder, member in texts(dialect, body):
            moved(holder, member)

    def streamed(stream: list[Frame]) -> list[Frame]:
        texts = [f for f in stream if _has_text(dialect, f)]
        found = find_text(dialect)(object_of(texts[0][1]))
        assert found is not None
        moved(*found)
        return [frame for frame in stream if frame not in texts[1:]]

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


def _has_text(dialect: str, frame: Frame) -> bool:
    found = find_text(dialect)(object_of(frame[1]))
    return found is not None and bool(found[0][found[1]])


def _beside_a_plan(body: JsonObject) -> None:
    object_of(body["message"])["content"] = [{"type": "text", "text": "<think>Paris.</think>"}]


#: Dialect -> what its text becomes when nothing is said, and its member for reasoning.
_REASONING: Mapping[str, tuple[Json, str]] = {
    "openai-chat": (None, "reasoning_content"),
    "ollama-chat": ("", "thinking"),
}

_THINKING_ALOUD = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-generate",
    "openai-chat",
    "ollama-chat",
    "openai-responses",
)

#: Dialects in which a server's parser was seen to leave a call in the reasoning.
_CALLING_IN_THOUGHT = ("openai-chat", "ollama-chat")

#: Dialects whose reference responder writes what was thought.
_THOUGHT_ALOUD = (
    "anthropic-messages",
    "bedrock-converse",
    "gemini-generate",
    "openai-chat",
    "ollama-chat",
)
_THOUGHT: Final = "The user greets me, so I greet back."
_TWICE: Final = Answer(text=f"{_THOUGHT} Hello.", reasoning=_THOUGHT)

RULE = Rule(
    id="TC508",
    name="reasoning-separate",
    severity={
        **dict.fromkeys((*_THINKING_ALOUD, "prompted"), Severity.WARNING),
        **dict.fromkeys(_CALLING_IN_THOUGHT, Severity.ERROR),
    },
    statement="Reasoning stands in its own field: no `<think>` in the content of a turn with "
    "calls (a warning), but where it is quoted or the request asks for it, and no call of an offered tool left in the reasoning of a turn that "
    "has neither calls nor content (which is grave), no text that has the whole reasoning in it "
    "once more, or begins with the analysis of gpt-oss, whose channels lost their tokens, and no tags "
    "around it in that field (warnings).",
    why="A call in the reasoning is invisible to the client and is not run; reasoning in the "
    "content is only shown, and goes back.",
    breaks="A call in the reasoning is run by none that was tried: eight clients end the turn, pydantic-ai and instructor raise. Reasoning in the content they only show, and "
    "pydantic-ai and LiteLLM take it out.",
    workaround="Cut the text at `</think>` before it is shown.",
    check=_reasoning_separate,
    mutations=(
        *mutations_for(
            "mixed_content",
            text("<think>Paris.</think>I will look that up."),
            # What Cohere says beside calls is its plan.
            tuple(name for name in _THINKING_ALOUD if name != "cohere-v2"),
        ),
        Mutation(
            "cohere-v2", Mode.BLOCKING, "mixed_content", edit.body(_beside_a_plan), "beside a plan"
        ),
        *mutations_for(
            "single_call",
            written(
                "<think>\nParis.\n</think>\n\n"
                '{"tool_name":"get_weather","arguments":{"location":"Paris","days":2}}'
            ),
            ("prompted",),
        ),
        *mutations_for(
            "plain_text", _call_in_reasoning, _CALLING_IN_THOUGHT, fault="a call in the reasoning"
        ),
        *mutations_for(
            "plain_text",
            answered(_TWICE),
            _THOUGHT_ALOUD,
            fault="the reasoning in the text as well",
        ),
        *mutations_for(
            "plain_text",
            text(f"analysis{_THOUGHT}assistantfinalHello."),
            _THINKING_ALOUD,
            fault="the channels of gpt-oss",
        ),
        *mutations_for(
            "plain_text",
            answered(Answer(text="Hello.", reasoning="<think>Paris.</think>")),
            # Gemini tells thoughts where they are asked for.
            tuple(name for name in _THOUGHT_ALOUD if name != "gemini-generate"),
            fault="tags in the reasoning",
        ),
    ),
    shim=Shim("split_reasoning", (("at", "</think>"),)),
    cases="""
LM Studio 0.3.17-18 | parallel calls broken in stream; <think> in content | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/759 | issue closed 2025-07 (also #723)
oMLX 0.6 | an answer cut inside its thinking has the thinking once more as text | https://github.com/jundot/omlx/issues/2457 | issue open 2026-08
macprovider (gpt-oss) | content begins with "analysis" and has "assistantfinal" before the answer | https://github.com/Augustas11/macprovider/issues/743 | issue closed 2026-07
LightLLM | function call inside reasoning content | https://github.com/ModelTC/LightLLM/issues/1158 | PR merged
""",
)
