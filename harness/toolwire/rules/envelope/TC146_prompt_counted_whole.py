"""TC146: prompt-counted-whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    UserTurn,
)
from toolwire.model.reply import Reply
from toolwire.rules.groups import COUNTING
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import asked_in, in_dialect
from toolwire.rules.mutate.prompt_counts import recounted
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.latin_words import SHORTEST, WORDS_OF_A_TOKEN
from toolwire.rules.views.pair_reply import written
from toolwire.rules.views.prompt_words import ENOUGH, words_of_tools, words_said
from toolwire.rules.views.token_counts import counts_at, prompt_tokens

#: Where it is not known whether what a cache had is counted, they are held to what is new.
_JUDGED: Final = (*COUNTING, "chatml", "cohere-v1", "cohere-v2", "ollama-chat")
#: A member of tools that are kept back until the model looks for them (Anthropic, OpenAI).
_KEPT_BACK: Final = b'"defer_loading"'
#: So many are read anew of a prompt that a cache has whole: a model has to read one to write the next.
_READ_ANEW: Final = 1
#: How members begin that let a server leave a part of the history out (Responses, Anthropic, OpenRouter).
_CUTTING: Final = ("truncat", "context_management", "transforms", "compact")
#: The plugin that does so, by its id; `enabled` switches it off (OpenRouter, Message Transforms).
_CUTTING_PLUGIN: Final = "context-compression"
#: Values of such members by which it may not.
_KEEPING: Final[tuple[Json, ...]] = (None, "disabled", "off", "none", False, [])
#: Type of a block or an item in which a server summed up what stands before it, which it then drops
#: (Anthropic, compaction: "drops all message blocks prior to the compaction block"; Responses).
_SUMMED: Final = "compaction"


def _counted_whole(reading: Reading) -> Iterator[Violation]:
    asked, request = reading.conversation, reading.exchange.request
    # Most requests are too short for so many words, whatever they say.
    if asked is None or request is None or len(request.body) < ENOUGH * SHORTEST:
        return
    usage = reading.reply.usage
    if usage is None or usage.input is None or _is_room(request.body, usage.input):
        return
    counted = prompt_tokens(reading)
    # That none is counted is TC124's.
    if not counted or asked.continued or not reading.ok:
        return
    if _is_room(request.body, counted):
        return
    known = _counts_cached(reading)
    if not known and counted <= _READ_ANEW:
        return
    words = words_said(asked if known else _new(asked))
    if known and _KEPT_BACK not in request.body:
        words += words_of_tools(asked)
    least = words // WORDS_OF_A_TOKEN
    if words >= ENOUGH and counted < least and not _may_be_cut(reading.request):
        message = (
            "Fewer tokens are counted of the prompt than its words take: a part was not counted, or "
            "not read."
        )
        severity = None
        if counted <= _READ_ANEW and load_dialect(reading.dialect).wire.counts_cached:
            message = (
                "A single token is counted of a prompt of many words: what a cache had is left out, or "
                "nothing of it is counted."
            )
        elif _is_of_the_answer(reading.reply, counted) and (usage.output or 0) >= least:
            message = "The tokens of the answer are told as the prompt's, and the reverse."
            # Beside a whole reply it is TC147's.
            severity = Severity.INFO if reading.mode is Mode.STREAMING else None
        yield Violation(counts_at(reading), message, f"at least {least}", counted, severity)


def _is_of_the_answer(reply: Reply, counted: int) -> bool:
    """Return whether an answer is long enough for a count of its prompt, and not for its own."""
    said = len(reply.text or "") + sum(map(len, written(reply)))
    made = reply.usage.output if reply.usage is not None else None
    return not reply.reasoning and counted <= said < (made or 0)


def _is_room(body: bytes, counted: int) -> bool:
    """Return whether so many tokens have room for all words that so many bytes can hold."""
    return len(body) < counted * WORDS_OF_A_TOKEN * SHORTEST


def _counts_cached(reading: Reading) -> bool:
    """Return whether an answer counts what a cache had, as far as its format and its own time tell."""
    since = load_dialect(reading.dialect).wire.counts_cached
    if not since:
        return since is not None
    first = next((event.json for event in reading.events), reading.body)
    told = first.get("created_at") if isinstance(first, dict) else None
    return isinstance(told, str) and told[:4].isdigit() and told[: len(since)] >= since


def _may_be_cut(request: Json) -> bool:
    """Return whether a request asks that what does not fit is left out, or sends a summary of it back."""
    members = object_of(request)
    asked = any(name.startswith(_CUTTING) and members[name] not in _KEEPING for name in members)
    asked = asked or any(map(_cuts, map(object_of, items_of(members.get("plugins")))))
    turns = [turn for value in members.values() for turn in map(object_of, items_of(value))]
    blocks = [block for turn in turns for block in map(object_of, items_of(turn.get("content")))]
    return asked or any(one.get("type") == _SUMMED for one in (*turns, *blocks))


def _cuts(plugin: JsonObject) -> bool:
    return plugin.get("id") == _CUTTING_PLUGIN and plugin.get("enabled") is not False


def _new(asked: Conversation) -> Conversation:
    """Return what was said since the last answer, which no cache can have; nor tools, which stand before it."""
    turns = [*asked.turns]
    answered = (place for place, turn in enumerate(turns) if isinstance(turn, AssistantTurn))
    return replace(asked, system=None, turns=tuple(turns[max(answered, default=-1) + 1 :]))


@in_dialect
def _question(name: str, body: JsonObject) -> None:
    """Have the user say more in the first message than it takes to be judged."""
    form = load_dialect(name).wire.request
    assert form is not None
    more = "The weather is fine today. " * ENOUGH
    prompt = body.get("prompt")
    if isinstance(prompt, str):
        said = next(one.text for one in asked_in(name, body).turns if isinstance(one, UserTurn))
        body["prompt"] = prompt.replace(said, f"{more}{said}", 1)
        return
    # Where the words of the user stand beside the history they have no message.
    first = body if form.parts is None else items_of(body[form.parts.history])[0]
    message = object_of(first)
    for member in ("content", "message", "parts"):
        told = message.get(member)
        if isinstance(told, str):
            message[member] = more + told
        for part in map(object_of, items_of(told)):
            part["text"] = f"{more}{part['text']}"


RULE = Rule(
    id="TC146",
    name="prompt-counted-whole",
    subject=Subject.CONVERSATION,
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "An answer counts no fewer tokens of its prompt, with those that a cache had, than half the "
        "words that the system prompt, the turns, the arguments and the results have in Latin "
        "letters. Judged of 600 words or more, of tools what they and their parameters say and the "
        "names of members of those, where the request does not ask for a shorter history, and has "
        "no summary of it (compaction); of Cohere's, and of Ollama's of before 2026-07, of those since "
        "the last answer, unless a single token is counted: a cache had the whole prompt, which was "
        "asked before. "
        "`toolwire verify` puts a long text in each of these places, one a request, and asks "
        "Anthropic's `count_tokens` for the same. Of a format whose servers keep answers it says so many "
        "words first and goes on from there by the id of the answer: all that was said before is counted "
        "with what is new. It also asks a short request with an image among "
        "the user's words, and with the same in a tool result: where a format has them there, more "
        "is counted than of the request without; and, of Anthropic's format and of Ollama's, whose models "
        "may drop them (an info), the result of a call with the thoughts before it and without."
    ),
    why=(
        "A part of the conversation never reached the model: a gateway that knows a text in one "
        "place only, or a server that cuts what is longer than its context and tells nobody. Or it "
        "was not counted, and an agent that goes by the count never shortens its history."
    ),
    breaks="agents that compact a history by what the last answer counted",
    workaround="Count the tokens of a prompt by a tokenizer, and compare.",
    source=Source(
        "docs",
        "Anthropic: total input tokens are the sum of input_tokens, cache_creation_input_tokens and "
        "cache_read_input_tokens; OpenAI: prompt_tokens are the tokens in the prompt, and even with "
        "previous_response_id all previous input tokens are billed as input tokens (conversation state, "
        "2026-12-01; each of 18 recorded answers that go on counts more than the one before it)",
        "https://platform.claude.com/docs/en/api/messages/create",
        "2026-11-28",
    ),
    check=_counted_whole,
    needs_request=True,
    question=_question,
    mutations=(
        *mutations_for("single_call", lambda _name, mode: recounted(mode, lambda _: 9)),
        *(
            Mutation("ollama-chat", mode, "single_call", recounted(mode, lambda _: 1), "a token")
            for mode in Mode
        ),
    ),
    cases="""
CLIProxyAPI | count_tokens tells 48 tokens of a request that takes 728: system prompt and tools are not counted | https://github.com/router-for-me/CLIProxyAPI/issues/679 | issue closed 2025-12
codebuddy2api | count_tokens tells 0 of every request | https://github.com/ShouZhuo0413/codebuddy2api/issues/12 | issue closed 2026-09
opencode-llm-proxy | a system prompt that is a list of blocks is dropped | https://github.com/KochC/opencode-llm-proxy/issues/46 | issue open 2026-04
CLIProxyAPI | a system prompt that is a string is dropped | https://github.com/router-for-me/CLIProxyAPI/issues/1994 | issue closed
Ollama | members of a parameter that is an object are removed from the prompt without a word | https://github.com/ollama/ollama/issues/13472 | issue open 2025-12
claudex | text beside a tool_result is dropped | https://github.com/StringKe/claudex/issues/8 | issue open 2026-07
Ollama | 16,387 tokens were read of a prompt of 160,689, with HTTP 200 and no word of it | https://github.com/ollama/ollama/issues/3839 | issue open 2026-07
Ollama 0.32.9 | of five models some refuse a prompt that does not fit, others read 2,050 tokens of it | https://github.com/ollama/ollama/issues/17889 | issue closed 2026-08
llama.cpp | tools are dropped without a word; the prompt's tokens with and without tell of it | https://github.com/ggml-org/llama.cpp/issues/27129 | issue open 2026-08
CommandCode's gateway | text parts beside calls never reach the model | https://github.com/CommandCodeAI/command-code/issues/807 | issue closed 2026-09
CCR (claude-code-router) 3.0.21 | images among the user's words are dropped, with HTTP 200 | https://github.com/musistudio/claude-code-router/issues/1678 | issue open 2026-08
Envoy AI Gateway | image blocks of the user are dropped without a word on the way to Chat Completions | https://github.com/envoyproxy/ai-gateway/issues/2098 | issue closed 2026-05
LiteLLM | images in tool results are not passed on to OpenAI's models, and are to Anthropic's | https://github.com/BerriAI/litellm/issues/20403 | issue closed 2026-02
""",
)
