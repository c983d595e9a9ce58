"""TC001: error-body-shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.errors.failure import JUDGED
from toolwire.rules.mutate.edit import body, remove
from toolwire.rules.rule import Mutation, Rule, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHAT_ENVELOPES,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)
from toolwire.rules.views.excerpt import kind_of

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

_FLAT = frozenset({BEDROCK, COHERE_V1, COHERE_V2, OLLAMA})

_OPENAI = frozenset({*CHAT_ENVELOPES, RESPONSES})

_OPENAI_REST = ("type", "param", "code")

_AWS_NAMES = ("__type", "code")


def _error_body_shape(reading: Reading) -> Iterator[Violation]:
    if reading.exchange.response.status < 400:
        return
    value = _unwrapped(reading)
    if not isinstance(value, dict):
        yield Violation("", "The error body is not a JSON object.", "object", kind_of(value))
        return
    if reading.dialect in _FLAT:
        yield from _members(reading.dialect, value, "")
        yield from _unnamed(reading, value)
        return
    if reading.dialect == ANTHROPIC and value.get("type") != "error":
        yield Violation(
            "/type", 'The error body is not marked "error".', "error", value.get("type")
        )
    error = value.get("error")
    if isinstance(error, dict):
        yield from _members(reading.dialect, error, "/error")
    else:
        yield Violation("/error", "There is no error object.", "object", kind_of(error))


def _unwrapped(reading: Reading) -> object:
    # A Gemini stream without alt=sse is a JSON array, so its errors stand in an array too.
    value = reading.body
    request = reading.exchange.request
    if not isinstance(value, list) or len(value) != 1 or reading.dialect != GEMINI:
        return value
    streams = request is not None and ":streamGenerateContent" in request.url
    return value[0] if streams and request and "alt=sse" not in request.url else value


def _members(dialect: str, error: JsonObject, at: str) -> Iterator[Violation]:
    for key, kind in _MEMBERS[dialect].items():
        value = error.get(key)
        if dialect == BEDROCK and value is None:
            # The parser of AWS's SDKs takes either spelling.
            value = error.get("Message")
        if not isinstance(value, kind) or value in ("", True, False):
            message = "The error object lacks a member its type requires."
            yield Violation(f"{at}/{key}", message, kind_of(kind()), value)
    missing: list[Json] = [key for key in _OPENAI_REST if key not in error]
    if dialect in _OPENAI and missing:
        yield Violation(
            at,
            "The error object lacks keys of the published type.",
            list(_OPENAI_REST),
            {"missing": missing},
            Severity.INFO,
        )


def _unnamed(reading: Reading, value: JsonObject) -> Iterator[Violation]:
    """Yield that an AWS error does not name its exception, where headers were kept."""
    response = reading.exchange.response
    if reading.dialect != BEDROCK or not response.headers:
        return
    if response.header("x-amzn-errortype") is None and not any(k in value for k in _AWS_NAMES):
        message = "The error does not name its exception."
        yield Violation("header[x-amzn-errortype]", message, "a name", None, Severity.INFO)


def _plain_error(error: JsonObject) -> None:
    error["error"] = "The request is not valid."


def _no_message(value: JsonObject) -> None:
    remove(value, ("error", "message"))


def _list_message(value: JsonObject) -> None:
    key = "error" if "error" in value else "message"
    value[key] = [{"msg": "The request is not valid."}]


def _wrapped(value: JsonObject) -> None:
    reported = value.pop("message", None) or value.pop("error", None)
    value["error"] = {"message": reported}


RULE = Rule(
    id="TC001",
    name="error-body-shape",
    severity={**dict.fromkeys(JUDGED, Severity.ERROR), COHERE_V1: Severity.WARNING},
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
        "2026-11-21",
    ),
    check=_error_body_shape,
    on_error=True,
    mutations=(
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in JUDGED
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
    shim=Shim("read_flat_error"),
    cases="""
Mistral | "turn1_0" rejected; flat error body with code "3280" | https://github.com/nearai/ironclaw/issues/1241 | issue closed 2026-03
Gemini OpenAI-compat | assistant content "" with tool_calls -> "empty text parameter"; error body is an array | https://github.com/langroid/langroid/issues/821 | issue closed 2025-04
OpenAgents gateway | text parts rejected; finish tool_calls without tool_calls; error is a bare string | https://github.com/OpenAgentsInc/openagents/issues/6233 | issue closed 2026-06
Gemini OpenAI-compat | same; error body array | https://github.com/Gitlawb/openclaude/issues/76 | issue closed 2026-04
""",
)
