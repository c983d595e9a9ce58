"""Probes of a history's messages: the forms in which a conversation that is right comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import DIALECTS, Answer, Refusal, dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.faults import Change, planted
from toolwire.rules.probe_answer import answered, taken, turned_away
from toolwire.rules.probe_edit import Ask, words_after
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import ANTHROPIC, BEDROCK, CHAT, GEMINI, OLLAMA, RESPONSES, WITH_IDS

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_OBSERVED: Final = Source("observed", "Public threads, see the cases", "", _READ)
_CONTENT: Final = Source(
    "spec",
    "openai 3.52.0 types, assistant message: content is optional, may be null, and is required "
    "only where there are no calls",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)
_LATER: Final = 'Say "Noted." and nothing else.'
_WITH_WORDS_AFTER: Final = (ANTHROPIC, BEDROCK, CHAT, GEMINI, OLLAMA, RESPONSES)


def _own_ids(reading: Reading) -> Iterator[Flaw]:
    error, asked = reading.reply.error, reading.asked
    if reading.ok or error is None or asked is None:
        return
    if any(call.id and call.id in error.message for call in asked.calls()):
        message = "An id that the server gave a call is refused when it comes back."
        yield Flaw(error.pointer, message, "an answer", reading.exchange.response.status)


def _naming_the_id(name: str, mode: Mode) -> Change:
    def refusing(exchange: Exchange) -> Answer:
        asked = dialect(name).decode(exchange).asked
        assert asked is not None
        problem = f"The tool call id {asked.calls()[0].id} is not valid."
        return Answer(refusal=Refusal(400, "invalid_request", problem))

    return answered(refusing)(name, mode)


def _calling_message(change: Callable[[JsonObject], object]) -> Ask:
    """Make a change of the last assistant message that has calls."""

    def ask(body: JsonObject) -> None:
        said = [object_of(message) for message in items_of(body["messages"])]
        change(next(message for message in reversed(said) if "tool_calls" in message))

    return ask


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC207",
        name="own-ids-accepted",
        severity=dict.fromkeys(WITH_IDS, Severity.ERROR),
        statement=(
            "A server takes the ids it gave its calls when they come back in the history. Judged "
            "on a refusal whose text names such an id."
        ),
        why="The second turn fails every time: a parser makes ids that the template refuses.",
        breaks=(
            "Every agent loop that was tried ends at its second request, after the tool ran: "
            "openai-node's runTools, the tool runners of anthropic-python and anthropic-node, "
            "openai-agents, LangChain, pydantic-ai, llama_index and the Vercel AI SDK raise the "
            "refusal. Seen with vLLM's and oMLX's Mistral templates (vllm#9019, omlx#1997)."
        ),
        workaround="Replace the ids in call and result alike before the history goes back.",
        source=_OBSERVED,
        check=_own_ids,
        subject=Subject.PROBE,
        always=True,
        needs_request=True,
        mutations=planted("round_trip", _naming_the_id, WITH_IDS),
    ),
    Rule(
        id="TC701",
        name="replay-own-message",
        severity=dict.fromkeys(DIALECTS, Severity.ERROR),
        statement=(
            "The assistant message, sent back exactly as it came, with a result for each of its "
            "calls, is taken."
        ),
        why="It is the loop that every agent runs.",
        breaks="every agent framework: LangChain, pydantic-ai and the Vercel AI SDK send it back",
        workaround="",
        source=_OBSERVED,
        check=taken("The server refuses its own message and the results of its calls."),
        subject=Subject.PROBE,
        always=True,
        mutations=planted("round_trip", turned_away(), DIALECTS),
    ),
    Rule(
        id="TC702",
        name="accept-null-content",
        severity={CHAT: Severity.ERROR},
        statement="An assistant message with calls and `content: null` is taken in the history.",
        why="It is how OpenAI itself sends such a message, so most clients send it back so.",
        breaks="openai-python users that send `message` back as it came",
        workaround="Send an empty string where the server needs text.",
        source=_CONTENT,
        check=taken("A history with `content: null` beside calls is refused."),
        subject=Subject.PROBE,
        always=True,
        probing={CHAT: _calling_message(lambda said: said.update(content=None))},
        mutations=planted("round_trip", turned_away()),
    ),
    Rule(
        id="TC703",
        name="accept-empty-content",
        severity={CHAT: Severity.WARNING},
        statement=(
            "An assistant message with calls and an empty `content` is taken in the history. "
            "Reports conflict: Bedrock's OpenAI route did refuse it; DeepSeek, said to, does not."
        ),
        why="Many clients write an empty string where there was no text.",
        breaks="clients that keep text as a string",
        workaround="Send null, or leave `content` out.",
        source=_OBSERVED,
        check=taken("A history with an empty `content` beside calls is refused."),
        subject=Subject.PROBE,
        always=True,
        probing={CHAT: _calling_message(lambda said: said.update(content=""))},
        mutations=planted("round_trip", turned_away()),
    ),
    Rule(
        id="TC704",
        name="accept-absent-content",
        severity={CHAT: Severity.WARNING},
        statement="An assistant message with calls and no `content` is taken in the history.",
        why="Serialisers leave empty members out; strict parsers then answer 400 or 422.",
        breaks="pydantic-ai (TGI), langchain4j (llama.cpp), extended_openai_conversation",
        workaround="Send `content: null`.",
        source=_CONTENT,
        check=taken("A history without `content` beside calls is refused."),
        subject=Subject.PROBE,
        always=True,
        probing={CHAT: _calling_message(lambda said: said.pop("content", None))},
        mutations=planted("round_trip", turned_away()),
    ),
    Rule(
        id="TC711",
        name="user-after-tool",
        severity={
            **dict.fromkeys(_WITH_WORDS_AFTER, Severity.WARNING),
            CHAT: Severity.ERROR,
        },
        statement=(
            "Words of the user directly after the results are taken: as the next message, with "
            "Anthropic and Bedrock behind the results in the same one. Mistral's API refuses them "
            "(\"Unexpected role 'user' after role 'tool'\", code 3230), which is documented in its "
            "provider file as a fact of that API."
        ),
        why="A tool that was cancelled leaves such a history; refused, the session is stuck.",
        breaks="crush, zed, avante.nvim and litellm (Mistral's templates), over Chat Completions",
        workaround="Put an assistant message between the results and the user's words.",
        source=Source(
            "api-error",
            "Mistral's error text in public threads; OpenAI takes the same history; Anthropic's "
            "guide puts the user's words after the results",
            "https://github.com/avante-corp/avante.nvim/pull/2695",
            _READ,
        ),
        check=taken("Words of the user directly after the results are refused."),
        subject=Subject.PROBE,
        always=True,
        probing={name: words_after(name, _LATER) for name in _WITH_WORDS_AFTER},
        mutations=planted("round_trip", turned_away(), _WITH_WORDS_AFTER),
    ),
)
