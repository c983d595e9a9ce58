"""TC522: thoughts-come-in-every-turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import place_of, whole
from toolwire.rules.views.probe_answer import answered

#: A reply: whether it has calls, and whether thoughts came with it.
_Turn = tuple[bool, bool]
#: Fewer may be a model that thinks now and then.
_FEWEST: Final = 3


def _turns(reading: Reading) -> tuple[_Turn, ...]:
    """Return the replies to words of the user, the one that was given last; () where no thoughts are wanted."""
    conversation = reading.conversation
    if conversation is None or not conversation.thinks or not whole(reading):
        return ()
    messages = [object_of(one) for one in items_of(object_of(reading.request).get("messages"))]
    if not messages or messages[-1].get("role") != "user":
        return ()
    pairs = pairwise(messages)
    before = (_told(reply) for said, reply in pairs if _answers(said, reply))
    reply = reading.reply
    last = bool(reply.tool_calls), bool((reply.reasoning or "").strip())
    return (*before, last) if reply.tool_calls or reply.text else ()


def _answers(said: JsonObject, reply: JsonObject) -> bool:
    return said.get("role") == "user" and reply.get("role") == "assistant"


def _told(message: JsonObject) -> _Turn:
    thoughts = message.get("thinking")
    return bool(message.get("tool_calls")), isinstance(thoughts, str) and bool(thoughts.strip())


def _could(reading: Reading) -> bool:
    """Return whether there are replies of both kinds, and some thoughts."""
    turns = _turns(reading)
    kinds = {calls for calls, _ in turns}
    return len(turns) >= _FEWEST and len(kinds) == len((True, False)) and any(t for _, t in turns)


def _come(reading: Reading) -> Iterator[Violation]:
    if not _could(reading):
        return
    turns = set(_turns(reading))
    # Each kind of reply is of one mind, and the two are not of the same.
    if turns in ({(True, True), (False, False)}, {(True, False), (False, True)}):
        where, other = ("beside calls", "in words alone")
        if (True, True) in turns:
            where, other = other, where
        message = f"Thoughts come with replies {other} and not with those {where}."
        yield Violation(place_of(reading), message, "thoughts in both", "in one kind of reply")


_THOUGHT: Final = "Look."


def _of_calls_alone(name: str, mode: Mode) -> Change:
    """Answer with thoughts beside a call, as an earlier call was, and words in between were not."""

    def thought_out(exchange: Exchange) -> Answer:
        calls = wanted_value(load_dialect(name).decode(exchange))
        return Answer(calls=tuple(calls), reasoning=_THOUGHT, turn=1)

    answer = answered(thought_out)(name, mode)

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        body = object_of(parse(exchange.request.body))
        first, called, *before, words, last = items_of(body["messages"])
        thoughts: JsonObject = {"thinking": _THOUGHT, **object_of(called)}
        said: JsonObject = {"role": "user", "content": "And?"}
        messages: list[Json] = [first, thoughts, *before, said, words, last]
        asked: JsonObject = {"think": True, **body, "messages": messages}
        return answer(replace(exchange, request=replace(exchange.request, body=dump(asked))))

    return apply


RULE = Rule(
    id="TC522",
    name="thoughts-come-in-every-turn",
    severity={"ollama-chat": Severity.WARNING},
    statement=(
        "Where `think` asks for thoughts, they come in `thinking` beside calls as they do in "
        "replies without any. A model need not think each time: that in each conversation of a run "
        "they come with one kind of reply, and never with the other before and behind it, is the "
        "server's doing. `toolwire verify` asks for both in turn."
    ),
    why=(
        "An agent that shows what the model thinks shows nothing where it acts, and has no thoughts "
        "to send back with the results; the model then forgets why it called."
    ),
    breaks="agents over ollama-python and LangChain's ChatOllama that keep `thinking` with the calls of a history",
    workaround="Ask without tools where the thoughts are wanted.",
    source=Source(
        "docs",
        "Ollama, tool calling: with think the message has thinking beside tool_calls; thinking: the field holds the "
        "reasoning trace while content holds the answer",
        "https://docs.ollama.com/capabilities/thinking",
        "2026-11-29",
    ),
    check=_come,
    subject=Subject.CONVERSATION,
    needs_request=True,
    variance=Variance("conversations with thoughts and both kinds of replies", _could),
    mutations=mutations_for("asked_again", _of_calls_alone),
    cases="""
Ollama (Granite 3.3) | no thoughts where tools are offered | https://github.com/ollama/ollama/issues/10338 | issue open 2025-04
""",
)
