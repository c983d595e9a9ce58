"""Rules about call ids: there, and told apart within a response and a conversation."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.faults import Change, alike, changed, identified, planted, without
from toolwire.rules.native import function_calls
from toolwire.rules.places import Place
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import BEDROCK, COHERE_V2, GEMINI, OLLAMA, WITH_IDS, id_at

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_ERROR = dict.fromkeys(WITH_IDS, Severity.ERROR)


def _id_non_empty(reading: Reading) -> Iterator[Flaw]:
    for call in reading.reply.tool_calls:
        if not call.id and call.kind != "legacy":
            message = "The call has no id."
            yield Flaw(id_at(reading, call), message, "non-empty string", call.id)


def _id_unique_in_response(reading: Reading) -> Iterator[Flaw]:
    calls = reading.reply.tool_calls
    if len(calls) < 2:
        return
    seen: set[str] = set()
    for call in calls:
        if call.id and call.id in seen:
            message = "Two calls share one id."
            yield Flaw(id_at(reading, call), message, "an id of its own", call.id)
        elif call.id:
            seen.add(call.id)


def _id_unique_in_conversation(reading: Reading) -> Iterator[Flaw]:
    calls = reading.reply.tool_calls
    if not calls or reading.asked is None:
        return
    used = {call.id for call in reading.asked.calls()}
    for call in calls:
        if call.id and call.id in used:
            message = "The id was used by an earlier call of the conversation."
            yield Flaw(id_at(reading, call), message, "an id of its own", call.id)


def _gemini_ids(reading: Reading) -> Iterator[Flaw]:
    seen: set[str] = set()
    for pointer, call in function_calls(reading):
        identity = call.get("id") if isinstance(call, dict) else None
        if identity is None or (isinstance(call, dict) and "willContinue" in call):
            continue
        if not isinstance(identity, str) or not identity:
            message = "The id is not a non-empty string."
            yield Flaw(f"{pointer}/id", message, "non-empty string, or absent", identity)
        elif identity in seen:
            yield Flaw(f"{pointer}/id", "Two calls share one id.", "an id of its own", identity)
        else:
            seen.add(identity)


def _reuse(name: str, mode: Mode) -> Change:
    """Give the first call of the reply the id of the first call of the history."""

    def apply(exchange: Exchange) -> Exchange:
        asked = dialect(name).decode(exchange).asked
        assert asked is not None
        return identified(asked.calls()[0].id)(name, mode)(exchange)

    return apply


def _shared(_dialect: str, where: Place) -> None:
    for call in edit.function_calls(where):
        call["id"] = "fc-1"


def _empty(_dialect: str, where: Place) -> None:
    edit.function_calls(where)[0]["id"] = ""


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC201",
        name="id-non-empty",
        severity=_ERROR,
        statement="Every call has an id that is a non-empty string, after a stream is assembled.",
        why=(
            "Results cannot be matched to calls; clients de-duplicate empty ids and lose messages."
        ),
        breaks=(
            "openai-agents refuses to run the call, LangChain (TypeError), pydantic-ai and the "
            "Vercel AI SDK fail on an absent id, LiteLLM loses the call of a stream; camel, agno, "
            "llama_index (Gemini's OpenAI route)."
        ),
        workaround="Give the call an id of your own before it enters the history.",
        source=Source(
            "spec",
            "the id is required in the call types of openai 3.52.0, anthropic 2.11.0, botocore "
            "1.44.5 and cohere 7.3.1",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_id_non_empty,
        needs_calls=True,
        mutations=(
            *planted("single_call", identified(""), WITH_IDS, fault="empty"),
            *planted("single_call", without("id"), WITH_IDS, fault="left out"),
        ),
    ),
    Rule(
        id="TC202",
        name="id-unique-in-response",
        severity={**_ERROR, OLLAMA: Severity.WARNING},
        statement="The ids of the calls of one response differ, where calls have ids.",
        why=(
            "Results are kept by id: one of two calls stays unanswered and the next request is "
            "refused, or the tool runs twice."
        ),
        breaks=(
            "openai-agents and pydantic-ai refuse the turn, the Vercel AI SDK gives both calls "
            "the arguments of the first, openai-python's Responses stream raises; crush, "
            "oh-my-pi."
        ),
        workaround="Rename the later call before it enters the history, and its result with it.",
        source=_OBSERVED,
        check=_id_unique_in_response,
        needs_calls=True,
        needs_ids=True,
        mutations=planted("parallel_calls", alike, (*WITH_IDS, OLLAMA)),
    ),
    Rule(
        id="TC203",
        name="id-unique-in-conversation",
        severity={**_ERROR, BEDROCK: Severity.WARNING, COHERE_V2: Severity.WARNING},
        statement="A response does not use an id again that a call of the request's history has.",
        why="Clients that guard against running a call twice stall; those that do not, run twice.",
        breaks=(
            "openai-agents refuses the turn (a completed call id used again), Claude Code calls "
            "for ever (NVIDIA-NeMo/Switchyard#502); qwen-code, crush, oh-my-pi. Over Bedrock and "
            "Cohere every loop that was tried goes on, so it is a warning there."
        ),
        workaround="Key calls by turn and id, not by id alone.",
        source=_OBSERVED,
        check=_id_unique_in_conversation,
        needs_calls=True,
        subject=Subject.CONVERSATION,
        needs_request=True,
        needs_ids=True,
        mutations=planted("second_call", _reuse, WITH_IDS),
    ),
    Rule(
        id="TC211",
        name="gemini-id-echo",
        severity={GEMINI: Severity.WARNING},
        statement=(
            "When a functionCall has an id, it is a non-empty string that no other call of the "
            "response has, so that functionResponse.id can echo it."
        ),
        why="Parallel calls of one function cannot be told apart otherwise.",
        breaks="hermes-agent and other clients that key on the id",
        workaround="Match results to calls by position.",
        source=Source(
            "spec",
            "google-genai 3.4.0 types: FunctionCall.id, FunctionResponse.id",
            "https://ai.google.dev/gemini-api/docs/function-calling",
            _READ,
        ),
        check=_gemini_ids,
        needs_ids=True,
        mutations=(
            *planted("parallel_calls", changed(_shared), (GEMINI,), fault="shared id"),
            *planted("single_call", changed(_empty), (GEMINI,), fault="empty id"),
        ),
    ),
)
