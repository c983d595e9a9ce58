"""TC002: failure-needs-status."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import CHAT_ENVELOPES, EVERY_FORMAT
from toolwire.rules.mutate.edit import body, put, remove, status
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import chunks
from toolwire.rules.views.error_under_success import is_error_under_success
from toolwire.rules.views.torn import is_torn

#: What documents of OpenAI's chat completions say that they are.
_COMPLETIONS: Final = ("chat.completion", "chat.completion.chunk")


def _failure_needs_status(reading: Reading) -> Iterator[Violation]:
    if reading.exchange.response.status >= 400:
        return
    error = reading.reply.error
    if error is not None:
        if is_error_under_success(reading):
            yield Violation(
                error.pointer,
                "An error body came with a status of success.",
                "a status of 400 or above",
                reading.exchange.response.status,
            )
        return
    pointer = _empty_answer(reading)
    if pointer is not None and not is_torn(reading):
        message, names = _what_it_is(reading)
        yield Violation(pointer, message, "a reply", names)


def _what_it_is(reading: Reading) -> tuple[str, list[Json]]:
    """Return what is said of an answer without a reply; and its members, where these show what it is."""
    members = load_dialect(reading.dialect).wire.reply_members or ()
    first = next((chunk for _, chunk in chunks(reading)), {})
    answer = reading.body if isinstance(reading.body, dict) else first
    message, shown = "The answer holds neither a reply nor an error.", bool(members)
    if members and answer.get("object") in _COMPLETIONS:
        message = (
            "The answer holds neither a reply nor an error: it is a chat completion of OpenAI's."
        )
    elif any(not object_of(one).keys().isdisjoint(members) for one in answer.values()):
        message = "The answer holds neither a reply nor an error: the reply stands in an object within it."
    else:
        shown = False
    return message, [*answer] if shown else []


def _no_choice(reading: Reading) -> str | None:
    if reading.mode is Mode.BLOCKING:
        value = reading.body
        return "/choices" if isinstance(value, dict) and value.get("choices") == [] else None
    found = chunks(reading)
    empty = found and not any(chunk.get("choices") != [] for _, chunk in found)
    return f"event[{found[-1][0]}]/choices" if empty else None


def _nothing_filled(reading: Reading, members: tuple[str, ...]) -> str | None:
    # Gemini's blocked prompt has no candidates by design; `promptFeedback` says so.
    if reading.mode is Mode.STREAMING:
        answers, root = [chunk for _, chunk in chunks(reading)], "event[0]"
    else:
        answers, root = [reading.body] if isinstance(reading.body, dict) else [], ""
    filled = any(answer.get(member) for answer in answers for member in members)
    return f"{root}/{members[0]}" if answers and not filled else None


def _empty_answer(reading: Reading) -> str | None:
    """Return the pointer of what an answer lacks that holds no reply; None for a reply.

    An Anthropic message may be empty: the model can end its turn without a word.
    """
    wire, value = load_dialect(reading.dialect).wire, reading.body
    members = wire.reply_members
    if members is None:
        return _no_choice(reading)
    if wire.reply_filled:
        return _nothing_filled(reading, members)
    if reading.mode is Mode.STREAMING or not isinstance(value, dict):
        return None
    return None if any(key in value for key in members) else f"/{members[0]}"


#: Member of a blocking body -> a body without it holds neither a reply nor an error.
_EMPTIED: Mapping[str, str] = {
    "bedrock-converse": "output",
    "cohere-v1": "text",
    "cohere-v2": "message",
    "gemini-generate": "candidates",
    "ollama-chat": "message",
    "openai-responses": "output",
}


def _without(member: str) -> Callable[[JsonObject], None]:
    return lambda value: remove(value, (member,))


def _wrapped(value: JsonObject) -> None:
    whole = dict(value)
    value.clear()
    value["response"] = whole


def _of_openai(value: JsonObject) -> None:
    value.clear()
    value.update({"id": "x", "object": "chat.completion", "choices": []})


RULE = Rule(
    id="TC002",
    name="failure-needs-status",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.ERROR),
    statement=(
        "A failed generation is not reported under a status of success: no error body with "
        "status 200, and no answer that holds neither a reply nor an error (choices [], no "
        "candidates and no prompt feedback, no message or output). An error event after the "
        "first bytes of a stream is another matter, and so is a Responses object that says "
        "`failed`."
    ),
    why="The client reads a success without content: a silent empty answer.",
    breaks=(
        "openai-python, LangChain and pydantic-ai (IndexError, TypeError), the Vercel AI SDK "
        "(AI_InvalidResponseDataError), boto3 (KeyError), ollama-python (ValidationError); "
        "rocketmq-dashboard, OmniRoute."
    ),
    workaround="Treat a success without choices, candidates or content as a failed request.",
    check=_failure_needs_status,
    always=True,
    mutations=(
        *(Mutation(d, Mode.BLOCKING, "refused", status(200), "status") for d in EVERY_FORMAT),
        *(
            Mutation(
                dialect,
                Mode.BLOCKING,
                "plain_text",
                body(lambda value: put(value, ("choices",), [])),
                "choices []",
            )
            for dialect in CHAT_ENVELOPES
        ),
        *(
            Mutation(d, Mode.BLOCKING, "plain_text", body(_without(member)), f"no {member}")
            for d, member in _EMPTIED.items()
        ),
        *(
            Mutation("gemini-generate", Mode.BLOCKING, "plain_text", body(change), fault)
            for change, fault in ((_wrapped, "wrapped"), (_of_openai, "of OpenAI's"))
        ),
    ),
    shim=Shim("treat_as_failed"),
    cases="""
various | error envelope inside HTTP 200 SSE ignored | https://github.com/apache/rocketmq-dashboard/issues/2178 | issue closed 2026-08
upstreams | HTTP 200 with choices [] or output [] | https://github.com/diegosouzapw/OmniRoute/issues/4942 | PR merged 2026-06
""",
)
