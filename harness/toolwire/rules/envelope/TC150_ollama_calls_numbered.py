"""TC150: ollama-calls-numbered."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.count import count_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.told_again import calls_again


def _numbered(reading: Reading) -> Iterator[Violation]:
    whole = [("", reading.body)] if isinstance(reading.body, dict) else []
    streamed = [(f"event[{e.number}]", e.json) for e in reading.events if isinstance(e.json, dict)]
    used: dict[int, JsonObject] = {}
    again = dict(calls_again(reading))
    for root, document in whole or streamed:
        for place, call in enumerate(_calls(document)):
            index = count_of(object_of(call.get("function")).get("index"))
            # A call in parts under one id is TC202's and TC929's.
            if index is None or f"{root}/message/tool_calls/{place}" in again:
                continue
            # A call that came twice is TC929's and TC657's.
            if used.get(index, call) != call:
                pointer = f"{root}/message/tool_calls/{place}/function/index"
                message = "Two calls of an answer have one index."
                yield Violation(pointer, message, "an index of its own", index)
                return
            used[index] = call


def _calls(document: Json) -> Iterator[JsonObject]:
    message = object_of(object_of(document).get("message"))
    yield from (object_of(one) for one in items_of(message.get("tool_calls")))


def _all_first(document: Json) -> None:
    for call in _calls(document):
        object_of(call["function"])["index"] = 0


RULE = Rule(
    id="TC150",
    name="ollama-calls-numbered",
    severity={"ollama-chat": Severity.WARNING},
    statement="Of several calls of an answer each has an index of its own, also where a stream tells them one by one.",
    why="A gateway that hands the calls on under their indexes, as OpenAI's format wants them, joins two into one.",
    breaks="gateways from Ollama's format to OpenAI's that keep the index",
    workaround="Number the calls as they come.",
    source=Source(
        "docs",
        "ollama/ollama, api/types.go: ToolCallFunction.Index; server/routes.go counts it up for each call",
        "https://github.com/ollama/ollama/blob/main/api/types.go",
        "2026-11-28",
    ),
    check=_numbered,
    mutations=(
        Mutation("ollama-chat", Mode.BLOCKING, "parallel_calls", edit.body(_all_first)),
        Mutation("ollama-chat", Mode.STREAMING, "parallel_calls", edit.payloads(_all_first)),
    ),
    cases="""
Ollama 0.20 | all calls of a streamed answer have index 0, and so have those of its OpenAI route | https://github.com/ollama/ollama/issues/15457 | issue closed 2026
LiteLLM, ollama_chat | index 0 for each call: clients join the arguments of two into one text that is no JSON | https://github.com/BerriAI/litellm/issues/33678 | issue open 2026-07
""",
)
