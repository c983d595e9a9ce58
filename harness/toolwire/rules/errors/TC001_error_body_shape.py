"""TC001: error-body-shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, cast

from toolwire.dialects import load_dialect
from toolwire.dialects.error_shape import ErrorShape
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import body, put, remove
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.error_sender import Sender, has_members, passed_on, sender_of
from toolwire.rules.views.excerpt import around, kind_of

#: How traces of Python, Node, Java and Go begin the lines of their calls.
_TRACE: Final = re.compile(
    r"Traceback \(most recent call last\)|^\s+at [\w.$<> ]{1,80}\([^()\n]{1,200}:\d+\)|^goroutine \d+ \[",
    re.MULTILINE,
)
#: What is said of an error that another than a server of the format wrote.
_TOLD: Final = {
    Sender.PROXY: ("A proxy answered with a page of its own.", "object", "a page"),
    Sender.DOOR: ("What stands before the API refused the key in a line.", "object", "a line"),
    Sender.SOMEBODY: (
        "Some vendors' own APIs answer errors so, and this may be one.",
        "object",
        "a form of some vendors' own",
    ),
}
_OTHER_TYPE: Final = "A key of the published type is of another type."
#: Characters of a message that is read as JSON.
_LONGEST: Final = 20_000
#: Formats whose error body is the object itself.
_FLAT = frozenset({"bedrock-converse", "cohere-v1", "cohere-v2", "ollama-chat"})


def _error_body_shape(reading: Reading) -> Iterator[Violation]:
    if reading.exchange.response.status < 400:
        return
    shape = load_dialect(reading.dialect).wire.error
    value = _unwrapped(reading, shape)
    sender = sender_of(reading, shape, cast("Json", value))
    if sender in _TOLD:
        yield Violation("", *_TOLD[sender], Severity.INFO)
    elif sender is Sender.SERVER:
        yield from _of_the_server(reading, shape, value)


def _of_the_server(reading: Reading, shape: ErrorShape, value: object) -> Iterator[Violation]:
    if not isinstance(value, dict):
        yield Violation("", "The error body is not a JSON object.", "object", kind_of(value))
        return
    if _wordless(reading, shape, value):
        message = "The error has a name and no words."
        # AWS may leave the words out in what somebody recorded of it; a server that is tried has some.
        imported = reading.exchange.evidence.level is EvidenceLevel.IMPORTED
        severity = Severity.INFO if imported else Severity.WARNING
        yield Violation("", message, "a message", None, severity)
        return
    if shape.at is None:
        yield from _members(shape, value, "")
        yield from _unnamed(reading, shape, value)
        return
    error = value.get(shape.at)
    if shape.typed and value.get("type") != "error":
        yield _unmarked(shape, value, object_of(error))
    if isinstance(error, dict):
        yield from _members(shape, error, f"/{shape.at}")
        yield from _foreign(shape, value, error)
    else:
        yield Violation(f"/{shape.at}", "There is no error object.", "object", kind_of(error))


def _wordless(reading: Reading, shape: ErrorShape, value: JsonObject) -> bool:
    """Return whether an error says nothing but its name, in a header.

    No exception of AWS's model has to have a message (botocore 1.44.5, service model bedrock-runtime).
    """
    response = reading.exchange.response
    if shape.name is None or not all(said is None for said in value.values()):
        return False
    return not response.headers or response.header(shape.name[0]) is not None


def _foreign(shape: ErrorShape, value: JsonObject, error: JsonObject) -> Iterator[Violation]:
    """Yield that an error is in another format's form, which has a mark that this one has not."""
    own = any(key in error for key in (*shape.usual, *shape.numbers) if key != "type")
    if not shape.typed and value.get("type") == "error" and not own:
        message = "The error body is marked as another format's errors are."
        yield Violation("/type", message, None, "error", Severity.WARNING)


def _unmarked(shape: ErrorShape, value: JsonObject, error: JsonObject) -> Violation:
    """Return that an error is not marked as one.

    What stands before Anthropic's API answers so where a country or a browser is refused, with a kind
    that the API itself does not have (`forbidden`; anthropics/claude-quickstarts#32,
    anthropics/claude-code#1613).
    """
    message = 'The error body is not marked "error".'
    kind = error.get(shape.word or "")
    own = isinstance(kind, str) and kind in shape.kinds
    if "type" in value or own or not has_members(error, shape.members):
        return Violation("/type", message, "error", value.get("type"))
    if passed_on(shape, value):
        message = "The error is passed on as another format has it."
        return Violation("/type", message, "error", None, Severity.WARNING)
    return Violation("/type", message, "error", None, Severity.INFO)


def _unwrapped(reading: Reading, shape: ErrorShape) -> object:
    value = reading.body
    request = reading.exchange.request
    if not isinstance(value, list) or len(value) != 1 or not shape.in_array:
        return value
    url = "" if request is None else request.url
    streams = ":streamGenerateContent" in url and "alt=sse" not in url
    return value[0] if streams or not url else value  # the address alone asks for a stream


def _members(shape: ErrorShape, error: JsonObject, at: str) -> Iterator[Violation]:
    for key, kind in shape.members.items():
        value = error.get(key)
        if value is None and key in shape.also:
            value = error.get(shape.also[key])
        if not isinstance(value, kind) or value in ("", True, False):
            message = "The error object lacks a member its type requires."
            if kind_of(value) not in (kind_of(kind()), "null"):
                message = _OTHER_TYPE
            yield Violation(f"{at}/{key}", message, kind_of(kind()), value)
        elif isinstance(value, str) and (trace := _TRACE.search(value)) is not None:
            message = "The error shows the code of the server."
            shown = around(value, trace.start(), 1)
            yield Violation(f"{at}/{key}", message, "what is wrong", shown, Severity.WARNING)
        elif isinstance(value, str) and _is_a_body(value):
            message = "The message of the error is the body of another error, as a text."
            yield Violation(f"{at}/{key}", message, "what is wrong", value[:200], Severity.WARNING)
    for key in shape.usual:
        if not isinstance(error.get(key), str | None):
            message = _OTHER_TYPE
            actual = kind_of(error[key])
            # OpenRouter, vLLM, llama.cpp and LocalAI have the status there, and say so in their documents.
            mild = key == "code" and type(error[key]) is int
            severity = Severity.INFO if mild else Severity.WARNING
            yield Violation(f"{at}/{key}", message, "string or null", actual, severity)
    yield from _kept(shape, error, at)
    missing: list[Json] = [key for key in shape.usual if key not in error]
    if missing:
        yield Violation(
            at,
            "The error object lacks keys of the published type.",
            list(shape.usual),
            {"missing": missing},
            Severity.INFO,
        )


def _kept(shape: ErrorShape, error: JsonObject, at: str) -> Iterator[Violation]:
    """Yield the members that may be left out and are of another type, or hold no objects."""
    for key, kind in shape.kept.items():
        told = error.get(key)
        objects = all(isinstance(one, dict) for one in told) if isinstance(told, list) else True
        if not isinstance(told, kind | None) or not objects:
            message, wanted = _OTHER_TYPE, kind_of(kind())
            yield Violation(f"{at}/{key}", message, wanted, kind_of(told), Severity.WARNING)


def _is_a_body(message: str) -> bool:
    """Return whether a message is a JSON object that holds an error."""
    if not message.startswith('{"') or len(message) > _LONGEST:
        return False
    try:
        return "error" in object_of(parse(message))
    except JsonError:
        return False


def _unnamed(reading: Reading, shape: ErrorShape, value: JsonObject) -> Iterator[Violation]:
    """Yield that an error does not name its exception, where headers were kept."""
    response = reading.exchange.response
    if shape.name is None or not response.headers:
        return
    header, members = shape.name
    if response.header(header) is None and not any(key in value for key in members):
        message = "The error does not name its exception."
        # Recorders keep some headers; a server that is tried has all that it sends.
        imported = reading.exchange.evidence.level is EvidenceLevel.IMPORTED
        severity = Severity.INFO if imported else Severity.WARNING
        yield Violation(f"header[{header}]", message, "a name", None, severity)


def _plain_error(error: JsonObject) -> None:
    error["error"] = "The request is not valid."


def _no_message(value: JsonObject) -> None:
    remove(value, ("error", "message"))


def _trace(value: JsonObject) -> None:
    error = value["error"]
    assert isinstance(error, dict)
    error["message"] = 'Traceback (most recent call last):\n  File "serve.py", line 7, in answer'


def _body_as_text(value: JsonObject) -> None:
    put(value, ("error", "message"), '{"error": {"message": "The request is not valid."}}')


def _list_message(value: JsonObject) -> None:
    key = "error" if "error" in value else "message"
    value[key] = [{"msg": "The request is not valid."}]


def _numbered_type(value: JsonObject) -> None:
    put(value, ("error", "type"), 7)


def _numbered_code(value: JsonObject) -> None:
    put(value, ("error", "code"), 400)


def _passed_on(value: JsonObject) -> None:
    """Have the error as a gateway gets it from a server of OpenAI's format, with that one's word."""
    error = value["error"]
    assert isinstance(error, dict)
    error.update({"type": "BadRequestError", "param": None, "code": 400})
    remove(value, ("type",))


def _wrapped(value: JsonObject) -> None:
    reported = value.pop("message", None) or value.pop("error", None)
    value["error"] = {"message": reported}


RULE = Rule(
    id="TC001",
    name="error-body-shape",
    severity={**dict.fromkeys(EVERY_FORMAT, Severity.ERROR), "cohere-v1": Severity.WARNING},
    statement=(
        "An answer with a status of 400 or above carries the dialect's JSON error object: OpenAI "
        "{error: {message, type, param, code}}, Anthropic {type: error, error: {type, message}}, "
        "Gemini {error: {code, message, status}}, Cohere and Bedrock {message}, Ollama {error: "
        "text}. Clouds that serve others' models, and vendors whose form is known (Mistral, NVIDIA "
        "and others), answer in their own. Information: such a form from another public address in "
        "somebody's recording, a proxy's page of HTML or line of text, a gateway's empty body, an "
        "error of a kind that Anthropic's API does not have, without its mark, a key of OpenAI's "
        "object left out beside a message, a whole number as its code. Warnings: a key of another "
        "type, keys of OpenAI's errors that a gateway passes on, a Bedrock error of a tried server "
        "that names no exception, a trace of the server's code in the message, the whole body of "
        "another error as the message, Anthropic's mark around an error without a key of OpenAI's."
    ),
    why=(
        "SDKs build their typed error from this object; an array, a flat body or a bare "
        "string becomes an unknown error without text, and retry logic tells no causes."
    ),
    breaks=(
        "openai-python and LangChain are left with `Error code: 400`, the Vercel AI SDK with `Bad "
        "Request`, boto3 with an empty message, or with the code `400` where no exception is named, "
        "ollama-js with the status; langroid, openclaude, ironclaw. Of Cohere's v1 every client "
        "that was tried keeps the whole body: a warning there."
    ),
    workaround="Read flat bodies, one-element arrays and a string `error` beside the object.",
    source=Source(
        "spec",
        "Error types of openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, cohere 7.3.1, "
        "botocore 1.44.5 and ollama's docs/api/errors.mdx; recorded error bodies, among them 14 of "
        "InvokeModel with Claude, all {message} (2025-09 and 2025-10)",
        "https://platform.claude.com/docs/en/api/errors",
        "2026-11-21",
    ),
    check=_error_body_shape,
    on_error=True,
    mutations=(
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in EVERY_FORMAT
            if dialect not in _FLAT
            for change, fault in (
                (_plain_error, "error is a string"),
                (_no_message, "no message"),
                (_trace, "a trace"),
                (_body_as_text, "a body in the message"),
            )
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in ("chatml", "openai-chat", "openai-responses", "prompted")
            for change, fault in (
                (_numbered_type, "type is a number"),
                (_numbered_code, "code is a number"),
            )
        ),
        Mutation("anthropic-messages", Mode.BLOCKING, "refused", body(_passed_on), "passed on"),
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
