"""Probes of what a request demands of tools: choices, a stream, words that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from toolwire.dialects import DIALECTS, Answer, PlannedCall, dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.faults import Change, planted
from toolwire.rules.probe_answer import answered, refused, taken, turned_away
from toolwire.rules.probe_edit import Ask, misnamed, tool_names
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.scenarios import clean
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    GEMINI,
    PROMPTED,
    RESPONSES,
)

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_GUIDE: Final = "https://developers.openai.com/api/docs/guides/function-calling"
#: Formats with a tool choice. Ollama passes over it, Cohere's v1 has none.
_CHOOSING: Final = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI, RESPONSES)
#: Formats that a server can read the names of tools in: in a prompt they are words like others.
_NAMING: Final = tuple(name for name in DIALECTS if name != PROMPTED)
#: A word for a tool choice that no format has.
_FOREIGN: Final = "sometimes"


def _set_choice(value: Json) -> Ask:
    return lambda body: body.update({"tool_choice": value})


def _set_mode(config: JsonObject) -> Ask:
    return lambda body: body.update({"toolConfig": {"functionCallingConfig": config}})


def _set_aws_choice(body: JsonObject) -> None:
    object_of(body["toolConfig"])["toolChoice"] = {_FOREIGN: {}}


#: Dialect -> the change that chooses with a word the format does not have.
_FOREIGN_WORD: Final[Mapping[str, Ask]] = {
    ANTHROPIC: _set_choice({"type": _FOREIGN}),
    BEDROCK: _set_aws_choice,
    CHAT: _set_choice(_FOREIGN),
    COHERE_V2: _set_choice(_FOREIGN.upper()),
    GEMINI: _set_mode({"mode": _FOREIGN.upper()}),
    RESPONSES: _set_choice(_FOREIGN),
}


def _allow_in_chat(body: JsonObject) -> None:
    first: JsonObject = {"type": "function", "function": {"name": tool_names(CHAT, body)[0]}}
    allowed: JsonObject = {"mode": "required", "tools": [first]}
    body["tool_choice"] = {"type": "allowed_tools", "allowed_tools": allowed}


def _allow_in_responses(body: JsonObject) -> None:
    first: JsonObject = {"type": "function", "name": tool_names(RESPONSES, body)[0]}
    body["tool_choice"] = {"type": "allowed_tools", "mode": "required", "tools": [first]}


def _allow_in_gemini(body: JsonObject) -> None:
    names: list[Json] = [*tool_names(GEMINI, body)[:-1]]
    _set_mode({"mode": "ANY", "allowedFunctionNames": names})(body)


def _allow_several(body: JsonObject) -> None:
    object_of(body["tool_choice"])["disable_parallel_tool_use"] = False


#: Dialect -> the change that says "required" in the widest form there is; what is not here has
#: no wider form than the word itself.
_WIDEST: Final[Mapping[str, Ask]] = {
    ANTHROPIC: _allow_several,
    CHAT: _allow_in_chat,
    GEMINI: _allow_in_gemini,
    RESPONSES: _allow_in_responses,
}


def _names_in(tools: Json) -> list[Json]:
    found = [object_of(tool) for tool in items_of(tools)]
    return [object_of(tool.get("function")).get("name", tool.get("name")) for tool in found]


def _of_chat(request: JsonObject) -> list[Json]:
    choice = object_of(request.get("tool_choice"))
    return _names_in(object_of(choice.get("allowed_tools")).get("tools"))


def _of_responses(request: JsonObject) -> list[Json]:
    return _names_in(object_of(request.get("tool_choice")).get("tools"))


def _of_gemini(request: JsonObject) -> list[Json]:
    config = object_of(object_of(request.get("toolConfig")).get("functionCallingConfig"))
    return items_of(config.get("allowedFunctionNames"))


#: Dialect -> the names that a request's tool choice allows; [] where it does not say.
_ALLOWED: Final[Mapping[str, Callable[[JsonObject], list[Json]]]] = {
    CHAT: _of_chat,
    GEMINI: _of_gemini,
    RESPONSES: _of_responses,
}
_form_taken = taken("A form of the tool choice that the format has is refused.")


def _form_kept(reading: Reading) -> Iterator[Flaw]:
    yield from _form_taken(reading)
    read = _ALLOWED.get(reading.dialect)
    allowed = [] if read is None else read(object_of(reading.request))
    for call in reading.reply.tool_calls if allowed else ():
        if call.name not in allowed:
            message = "A tool was called that the tool choice does not allow."
            yield Flaw(call.pointer, message, allowed, call.name)
            return


_stream_taken = taken("A request for a stream that offers tools is refused.")


def _streamed(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    if asked is None or not asked.stream:
        return
    yield from _stream_taken(reading)
    if reading.ok and reading.mode is Mode.BLOCKING:
        message = "A stream was asked for and the answer came in one piece."
        yield Flaw("", message, "a stream", "one JSON body")


def _in_one_piece(name: str, _mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        whole = clean(dialect(name), "single_call", Mode.BLOCKING)
        return replace(exchange, response=whole.response)

    return apply


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC005",
        name="no-silent-ignore",
        severity=dict.fromkeys(_CHOOSING, Severity.WARNING),
        statement=(
            "A demand that a server cannot meet is refused with a status of 400 to 499, not passed "
            "over. Asked with a tool choice of a word that no format has. Demands that formats do "
            "have are judged on every answer: required, named and none by TC601 to TC603, one call "
            "at a time by TC652, strict by TC313, `functions` by TC052."
        ),
        why="What is passed over in silence runs the wrong tool, and no client can tell.",
        breaks="clients that demand a tool of llama.cpp or of a gateway that drops the member",
        workaround="Check each answer against what was demanded.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=refused("A tool choice that does not exist was passed over."),
        subject=Subject.PROBE,
        always=True,
        probing=_FOREIGN_WORD,
        mutations=planted("refused", answered(Answer(text="It is sunny.")), _CHOOSING),
    ),
    Rule(
        id="TC006",
        name="tools-with-stream",
        severity=dict.fromkeys(DIALECTS, Severity.ERROR),
        statement="A request with tools that asks for a stream is answered with one.",
        why="Most agents stream by default.",
        breaks="the Vercel AI SDK's streamText, LangChain's streaming agents, llm-llama-server",
        workaround="Switch streaming off where tools are offered.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_streamed,
        subject=Subject.PROBE,
        always=True,
        needs_request=True,
        mutations=(
            *planted(
                "single_call",
                turned_away(500, "Cannot use tools with stream"),
                DIALECTS,
                (Mode.STREAMING,),
                "refused",
            ),
            *planted("single_call", _in_one_piece, DIALECTS, (Mode.STREAMING,), "in one piece"),
        ),
    ),
    Rule(
        id="TC604",
        name="choice-forms-accepted",
        severity=dict.fromkeys(_CHOOSING, Severity.WARNING),
        statement=(
            "Each form of tool choice that the format documents is taken and kept. The probe asks "
            "for a call in the widest form there is: OpenAI's allowed_tools, Gemini's ANY with "
            "allowedFunctionNames, Anthropic's any with its switch for parallel calls, Bedrock's "
            "any, Cohere's REQUIRED. The plain words are asked by the suite tool_choice; words of "
            "another format are TC005's."
        ),
        why="Frameworks send these forms whatever server they talk to.",
        breaks="agent-framework, bifrost, hermes-agent",
        workaround="Offer only the tools that may be called, and send a plain word.",
        source=Source(
            "spec",
            "openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, botocore 1.44.5 and cohere "
            "7.3.1, types of the tool choice",
            _GUIDE,
            _READ,
        ),
        check=_form_kept,
        subject=Subject.PROBE,
        always=True,
        probing=_WIDEST,
        mutations=(
            *planted("required_choice", turned_away(), _CHOOSING, fault="refused"),
            *planted(
                "required_choice",
                answered(Answer(calls=(PlannedCall("get_time", {}),))),
                (CHAT, RESPONSES),
                fault="another tool",
            ),
        ),
    ),
    Rule(
        id="TC747",
        name="wrong-request-refused",
        severity=dict.fromkeys(_NAMING, Severity.WARNING),
        statement=(
            "A request that is wrong is refused with a status of 400 to 499. Asked with a choice of "
            "a tool that nobody offers, with a tool whose parameters are no object, and with a "
            "name of a tool that has a space in it."
        ),
        why=(
            "A mistake that is passed over stays in the client until the next server, or the next "
            "version, refuses it in production."
        ),
        breaks="clients that move on to OpenAI's, Anthropic's, Google's or AWS's API",
        workaround="Check requests before they are sent: `toolwire lint` judges them too.",
        source=Source(
            "spec",
            "OpenAI answers 400 invalid_request_error with param and a message: names of functions "
            "are letters, digits, underscores and dashes, parameters a JSON Schema object",
            _GUIDE,
            _READ,
        ),
        check=refused("A request that is wrong was answered."),
        subject=Subject.PROBE,
        always=True,
        probing={name: misnamed(name) for name in _NAMING},
        mutations=planted("refused", answered(Answer(text="It is sunny.")), _NAMING),
    ),
)
