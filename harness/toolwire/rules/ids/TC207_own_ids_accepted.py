"""TC207: own-ids-accepted."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import WITH_IDS
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Subject, Violation
from toolwire.rules.views.probe_answer import answered


def _own_ids(reading: Reading) -> Iterator[Violation]:
    error, conversation = reading.reply.error, reading.conversation
    if reading.ok or error is None or conversation is None:
        return
    if any(_names_the_id(error.message, call) for call in conversation.calls()):
        message = "An id that the server gave a call is refused when it comes back."
        yield Violation(error.pointer, message, "an answer", reading.exchange.response.status)


def _names_the_id(message: str, call: ToolCall) -> bool:
    """Return whether a refusal speaks of a call's id, and does not quote the whole call for another reason."""
    known, name = call.id or "", call.name or ""
    # Ids of some servers begin with the name.
    quotes = bool(name) and name in message.replace(known, "")
    return bool(known) and known in message and not quotes


def _naming_the_id(name: str, mode: Mode) -> Change:
    def refusing(exchange: Exchange) -> Answer:
        conversation = load_dialect(name).decode(exchange).conversation
        assert conversation is not None
        problem = f"The tool call id {conversation.calls()[0].id} is not valid."
        return Answer(refusal=Refusal(400, "invalid_request", problem))

    return answered(refusing)(name, mode)


RULE = Rule(
    id="TC207",
    name="own-ids-accepted",
    severity=dict.fromkeys(WITH_IDS, Severity.ERROR),
    statement=(
        "A server takes the ids it gave its calls when they come back in the history. Judged on a "
        "refusal whose text names such an id, and not the tool as well: who quotes a whole call may "
        "mean anything in it."
    ),
    why="The second turn fails every time: a parser makes ids that the template refuses.",
    breaks=(
        "Every agent loop that was tried ends at its second request, after the tool ran: "
        "openai-node's runTools, the tool runners of anthropic-python and anthropic-node, "
        "openai-agents, LangChain, pydantic-ai, llama_index and the Vercel AI SDK raise the "
        "refusal. Seen with vLLM's and oMLX's Mistral templates (vllm#9019, omlx#1997)."
    ),
    workaround="Replace the ids in call and result alike before the history goes back.",
    check=_own_ids,
    subject=Subject.PROBE,
    always=True,
    needs_request=True,
    mutations=mutations_for("round_trip", _naming_the_id),
    cases="""
oMLX (Mistral tokenizer) | server issues call_<8hex> then answers HTTP 500 when that id is replayed | https://github.com/jundot/omlx/issues/1997 | PR open 2026-06 (#1995)
vLLM (mistral parser) | parser generated ids that its own template rejects | https://github.com/vllm-project/vllm/issues/9019 | fixed by #9020 merged 2024-10
""",
)
