"""TC743: history-ids-unique."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryPart
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import remove
from toolwire.rules.mutate.request_edit import asks, copied
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_runs import runs
from toolwire.rules.views.request_steps import request_form, steps


def _ids_unique(reading: Reading) -> Iterator[Violation]:
    yield from _calls_differ(reading)
    if request_form(reading.dialect).run_ends is None:
        yield from _items_differ(reading)
        return
    for run in runs(reading).runs:
        answered: set[str] = set()
        for result in run.results:
            if result.id is not None and result.id in answered:
                yield _twice(result, "Two results name one call.")
            elif result.id is not None:
                answered.add(result.id)


def _calls_differ(reading: Reading) -> Iterator[Violation]:
    seen: dict[str, int] = {}
    # What an id that an earlier turn had is, where only a turn's own ids have to differ.
    again = None if request_form(reading.dialect).ids_across else _across(reading)
    for number, step in enumerate(steps(reading)):
        for call in step.calls:
            # An empty id is no id: what issued it is at fault, and TC201 says so.
            if not call.id:
                continue
            if call.id in seen:
                milder = None if seen[call.id] == number else again
                yield _twice(call, "Two calls of the history share one id.", milder)
            else:
                seen[call.id] = number


def _across(reading: Reading) -> Severity:
    """Return how much an id means that is used again in a later turn: nothing, once answered."""
    return Severity.INFO if reading.ok else Severity.WARNING


def _items_differ(reading: Reading) -> Iterator[Violation]:
    seen: set[str] = set()
    for step in steps(reading):
        # Other items are not about tools; xAI gives two reasoning items of a response one id.
        known = step.value.get("id") if step.calls else None
        if not isinstance(known, str):
            continue
        if known in seen:
            message = "Two items of the input share one id."
            yield Violation(f"{step.pointer}/id", message, "an id of its own", known[:200])
        seen.add(known)


def _twice(part: HistoryPart, message: str, severity: Severity | None = None) -> Violation:
    return Violation(part.pointer, message, "an id of its own", (part.id or "")[:200], severity)


def _chat_twice(value: JsonObject) -> None:
    copied(value, ("messages", 1, "tool_calls"), (0,))
    copied(value, ("messages",), (2,))


def _blocks_twice(value: JsonObject) -> None:
    copied(value, ("messages", 1, "content"), (0,))
    copied(value, ("messages", 2, "content"), (0,))


def _results_twice(value: JsonObject) -> None:
    copied(value, ("messages",), (2,))


def _result_blocks_twice(value: JsonObject) -> None:
    copied(value, ("messages", 2, "content"), (0,))


def _turns_twice(value: JsonObject) -> None:
    copied(value, ("messages",), (1, 2))


def _items_twice(value: JsonObject) -> None:
    copied(value, ("input",), (1, 2))
    for item in items_of(value["input"])[3:]:
        object_of(item).pop("call_id")
        object_of(item)["call_id"] = "call_other"


def _calls_twice(value: JsonObject) -> None:
    copied(value, ("input",), (1, 2))
    remove(value, ("input", 3, "id"))


RULE = Rule(
    id="TC743",
    name="history-ids-unique",
    severity=dict.fromkeys(
        ("anthropic-messages", "bedrock-converse", "openai-chat", "cohere-v2", "openai-responses"),
        Severity.ERROR,
    ),
    statement=(
        "Every call of a history has an id of its own and one result; the items of Responses calls "
        "have ids of their own too. Where only the ids of one turn have to differ, an id used again "
        "in a later turn is a warning, and info where the server answered."
    ),
    why=(
        "The request is refused, and clients that pair by id alone lose a result. A server "
        "that gives ids twice (TC202, TC203) is often the reason: the client has to rename."
    ),
    breaks=(
        "The API answers 400: tool_use ids must be unique (Anthropic, over the whole "
        "history); Duplicate value for 'tool_call_id' (OpenAI); blocks contain duplicate "
        "Ids (Bedrock); cannot have duplicate tool ids (Cohere); Duplicate item found "
        "(OpenAI Responses)"
    ),
    workaround="Give the later call another id, and its result with it.",
    source=Source(
        "api-error",
        "error texts of Anthropic (claude-code#28515, litellm#23510), OpenAI (agno#5116, "
        "vercel/ai#13307), Bedrock (litellm#20047, Cyber-AutoAgent-ng#72), Cohere's list of "
        "errors; an id used again over turns was answered by OpenRouter in 3 of 3 "
        "recordings",
        "https://github.com/BerriAI/litellm/issues/20047",
        "2026-11-21",
    ),
    check=_ids_unique,
    needs_history=True,
    mutations=(
        *asks(
            "round_trip",
            {
                "anthropic-messages": _blocks_twice,
                "bedrock-converse": _blocks_twice,
                "openai-chat": _chat_twice,
                "cohere-v2": _chat_twice,
                "openai-responses": _calls_twice,
            },
            "two calls",
        ),
        *asks(
            "round_trip",
            {
                "anthropic-messages": _result_blocks_twice,
                "bedrock-converse": _result_blocks_twice,
                "openai-chat": _results_twice,
                "cohere-v2": _results_twice,
            },
            "two results",
        ),
        *asks("round_trip", {"openai-chat": _turns_twice, "cohere-v2": _turns_twice}, "two turns"),
        *asks("round_trip", {"openai-responses": _items_twice}, "two items"),
    ),
    subject=Subject.REQUEST,
    compares_ids=True,
)
