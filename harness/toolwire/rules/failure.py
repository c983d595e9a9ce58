"""Rules about failures: the shape of an error, and failures that call themselves a success."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chat import chunks
from toolwire.rules.edit import body, put, remove, status
from toolwire.rules.excerpt import kind_of
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHAT_ENVELOPES,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    EVERYWHERE,
    GEMINI,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)

__all__ = ["RULES"]

_READ = "2026-11-21"

#: Dialect -> members of the error object that must be there, and their types. The object
#: stands in `error`; of the flat formats it is the body itself.
_MEMBERS: Mapping[str, Mapping[str, type]] = {
    ANTHROPIC: {"type": str, "message": str},
    BEDROCK: {"message": str},
    CHAT: {"message": str},
    CHATML: {"message": str},
    COHERE_V1: {"message": str},
    COHERE_V2: {"message": str},
    GEMINI: {"code": int, "message": str, "status": str},
    OLLAMA: {"error": str},
    PROMPTED: {"message": str},
    RESPONSES: {"message": str},
}
_JUDGED = (*EVERYWHERE, CHATML, PROMPTED)
_FLAT = frozenset({BEDROCK, COHERE_V1, COHERE_V2, OLLAMA})
_OPENAI = frozenset({*CHAT_ENVELOPES, RESPONSES})
_OPENAI_REST = ("type", "param", "code")
_AWS_NAMES = ("__type", "code")


def _error_body_shape(reading: Reading) -> Iterator[Flaw]:
    if reading.exchange.response.status < 400:
        return
    value = _unwrapped(reading)
    if not isinstance(value, dict):
        yield Flaw("", "The error body is not a JSON object.", "object", kind_of(value))
        return
    if reading.dialect in _FLAT:
        yield from _members(reading.dialect, value, "")
        yield from _unnamed(reading, value)
        return
    if reading.dialect == ANTHROPIC and value.get("type") != "error":
        yield Flaw("/type", 'The error body is not marked "error".', "error", value.get("type"))
    error = value.get("error")
    if isinstance(error, dict):
        yield from _members(reading.dialect, error, "/error")
    else:
        yield Flaw("/error", "There is no error object.", "object", kind_of(error))


def _unwrapped(reading: Reading) -> object:
    # A Gemini stream without alt=sse is a JSON array, so its errors stand in an array too.
    value = reading.body
    request = reading.exchange.request
    if not isinstance(value, list) or len(value) != 1 or reading.dialect != GEMINI:
        return value
    streams = request is not None and ":streamGenerateContent" in request.url
    return value[0] if streams and request and "alt=sse" not in request.url else value


def _members(dialect: str, error: JsonObject, at: str) -> Iterator[Flaw]:
    for key, kind in _MEMBERS[dialect].items():
        value = error.get(key)
        if dialect == BEDROCK and value is None:
            # The parser of AWS's SDKs takes either spelling.
            value = error.get("Message")
        if not isinstance(value, kind) or value in ("", True, False):
            message = "The error object lacks a member its type requires."
            yield Flaw(f"{at}/{key}", message, kind_of(kind()), value)
    missing: list[Json] = [key for key in _OPENAI_REST if key not in error]
    if dialect in _OPENAI and missing:
        yield Flaw(
            at,
            "The error object lacks keys of the published type.",
            list(_OPENAI_REST),
            {"missing": missing},
            Severity.INFO,
        )


def _unnamed(reading: Reading, value: JsonObject) -> Iterator[Flaw]:
    """Yield that an AWS error does not name its exception, where headers were kept."""
    response = reading.exchange.response
    if reading.dialect != BEDROCK or not response.headers:
        return
    if response.header("x-amzn-errortype") is None and not any(k in value for k in _AWS_NAMES):
        message = "The error does not name its exception."
        yield Flaw("header[x-amzn-errortype]", message, "a name", None, Severity.INFO)


def _failure_needs_status(reading: Reading) -> Iterator[Flaw]:
    if reading.exchange.response.status >= 400:
        return
    error = reading.reply.error
    if error is not None:
        # After 200 a stream has no other way to tell of a failure than an event.
        if reading.mode is Mode.BLOCKING and not _is_failed_response(reading):
            yield Flaw(
                error.pointer,
                "An error body came with a status of success.",
                "a status of 400 or above",
                reading.exchange.response.status,
            )
        return
    pointer = _EMPTY_ANSWER[reading.dialect](reading)
    if pointer is not None:
        yield Flaw(pointer, "The answer holds neither a reply nor an error.", "a reply", [])


def _is_failed_response(reading: Reading) -> bool:
    """Return whether a body is a response object that failed, which is no error body."""
    value = reading.body
    return (
        reading.dialect == RESPONSES and isinstance(value, dict) and value.get("status") == "failed"
    )


def _no_choice(reading: Reading) -> str | None:
    if reading.mode is Mode.BLOCKING:
        value = reading.body
        return "/choices" if isinstance(value, dict) and value.get("choices") == [] else None
    found = chunks(reading)
    empty = found and not any(chunk.get("choices") != [] for _, chunk in found)
    return f"event[{found[-1][0]}]/choices" if empty else None


def _no_candidate(reading: Reading) -> str | None:
    # A blocked prompt has no candidates by design; `promptFeedback` says so.
    if reading.mode is Mode.STREAMING:
        answers = [chunk for _, chunk in chunks(reading)]
        pointer = "event[0]/candidates"
    else:
        answers = [reading.body] if isinstance(reading.body, dict) else []
        pointer = "/candidates"
    told = any(a.get("candidates") or a.get("promptFeedback") for a in answers)
    return pointer if answers and not told else None


def _lacks(*members: str) -> Callable[[Reading], str | None]:
    """Make a check that a body has one of these members, and names the first if it has not."""

    def check(reading: Reading) -> str | None:
        value = reading.body
        if reading.mode is Mode.STREAMING or not isinstance(value, dict):
            return None
        return None if any(key in value for key in members) else f"/{members[0]}"

    return check


_EMPTY_ANSWER: Mapping[str, Callable[[Reading], str | None]] = {
    # An Anthropic message may be empty: the model can end its turn without a word.
    ANTHROPIC: lambda _: None,
    BEDROCK: _lacks("output"),
    CHAT: _no_choice,
    CHATML: _no_choice,
    COHERE_V1: _lacks("text", "tool_calls"),
    COHERE_V2: _lacks("message"),
    GEMINI: _no_candidate,
    OLLAMA: _lacks("message"),
    PROMPTED: _no_choice,
    RESPONSES: _lacks("output"),
}


def _plain_error(error: JsonObject) -> None:
    error["error"] = "The request is not valid."


def _no_message(value: JsonObject) -> None:
    remove(value, ("error", "message"))


def _list_message(value: JsonObject) -> None:
    key = "error" if "error" in value else "message"
    value[key] = [{"msg": "The request is not valid."}]


def _wrapped(value: JsonObject) -> None:
    told = value.pop("message", None) or value.pop("error", None)
    value["error"] = {"message": told}


#: Member of a blocking body -> a body without it holds neither a reply nor an error.
_EMPTIED: Mapping[str, str] = {
    BEDROCK: "output",
    COHERE_V1: "text",
    COHERE_V2: "message",
    GEMINI: "candidates",
    OLLAMA: "message",
    RESPONSES: "output",
}


def _without(member: str) -> Callable[[JsonObject], None]:
    return lambda value: remove(value, (member,))


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC001",
        name="error-body-shape",
        severity={**dict.fromkeys(_JUDGED, Severity.ERROR), COHERE_V1: Severity.WARNING},
        statement=(
            "An answer with a status of 400 or above carries the dialect's JSON error object: "
            "OpenAI {error: {message, type, param, code}}, Anthropic {type: error, error: {type, "
            "message}}, Gemini {error: {code, message, status}}, Cohere and Bedrock {message}, "
            "Ollama {error: text}. A key of OpenAI's object that is left out beside a message, "
            "and a Bedrock error that does not name its exception, are reported as info."
        ),
        why=(
            "SDKs build their typed error from this object; an array, a flat body or a bare "
            "string becomes an unknown error without text, and retry logic cannot tell causes."
        ),
        breaks=(
            "openai-python and LangChain are left with `Error code: 400`, the Vercel AI SDK with "
            "`Bad Request`, boto3 with an empty message, ollama-js with the status; langroid, "
            "openclaude, ironclaw. Of Cohere's v1 every client that was tried keeps the whole body, "
            "so it is a warning there."
        ),
        workaround="Read flat bodies, one-element arrays and a string `error` beside the object.",
        source=Source(
            "spec",
            "Error types of openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, cohere 7.3.1, "
            "botocore 1.44.5 and ollama's docs/api/errors.mdx; recorded error bodies",
            "https://platform.claude.com/docs/en/api/errors",
            _READ,
        ),
        check=_error_body_shape,
        on_error=True,
        mutations=(
            *(
                Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
                for dialect in _JUDGED
                if dialect not in _FLAT
                for change, fault in (
                    (_plain_error, "error is a string"),
                    (_no_message, "no message"),
                )
            ),
            *(
                Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
                for dialect in sorted(_FLAT)
                for change, fault in (
                    (_list_message, "message is a list"),
                    (_wrapped, "OpenAI's shape"),
                )
            ),
        ),
    ),
    Rule(
        id="TC002",
        name="failure-needs-status",
        severity=dict.fromkeys(_JUDGED, Severity.ERROR),
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
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_failure_needs_status,
        always=True,
        mutations=(
            *(Mutation(d, Mode.BLOCKING, "refused", status(200), "status") for d in _JUDGED),
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
        ),
    ),
)
