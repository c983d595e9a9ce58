"""TC115: known-tool-name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import PlannedCall, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import ChoiceMode, Json
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.choice.choices import NAMING, choice
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for, named
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Variance, Violation
from toolwire.rules.stop.termination import UNEXPECTED
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.cut_names import (
    all_behind_prefixes,
    last_of_joined,
    spelled_otherwise,
    whole_name,
)
from toolwire.rules.views.dialect_paths import name_at
from toolwire.rules.views.request_definitions import client_calls, is_function, loaded

_SHOWN = 50
#: A tool that Command R's template writes into every prompt, whose call says that no tool is needed: parsers of
#: it leave that out (https://github.com/ollama/ollama/issues/14970), and no model makes the name up.
_NO_TOOL: Final = frozenset({"directly-answer", "directly_answer"})
#: Members of requests that name something of the server's own, which may hold tools: Gemini's
#: cache, OpenAI's stored prompts and conversations (where a search may have loaded some),
#: Bedrock's prompt management.
_KEPT: Final = frozenset(
    {"cachedContent", "conversation", "previous_response_id", "promptVariables"}
)
#: Those that do where they are objects: a stored prompt, and an agent of Foundry's.
_STORES: Final = ("agent", "agent_reference", "prompt")


def _known_tool_name(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or reading.reply.stop == UNEXPECTED:
        return
    names = {tool.name for tool in conversation.tools}
    unknown = [
        (call, call.name) for call in client_calls(reading) if call.name and call.name not in names
    ]
    if not unknown:
        return
    if (not names and _offers(reading.request)) or _kept_elsewhere(reading.request):
        return
    served = load_dialect(reading.dialect).wire.served
    if served is not None and served.nameless(object_of(reading.request)):
        return
    # Prefixes of several calls, which the prompt writes out, are TC149's.
    several = len(wanted_value(reading)) > 1 and all_behind_prefixes(reading)
    if _is_demanded(reading) or several:
        return
    offered: list[Json] = [*sorted(names)[:_SHOWN]]
    for call, name in unknown:
        # A piece of the name that was to be called, and several run together, are TC116's.
        known = whole_name(reading, name) is not None
        known = known or last_of_joined(reading, name) is not None
        # One that is spelled otherwise is TC148's.
        known = known or spelled_otherwise(reading, name) is not None
        if not known and name not in loaded(reading):
            pointer = name_at(reading, call)
            made_up = name not in _NO_TOOL
            message = "The called tool was not offered."
            if not made_up:
                message = (
                    "A call came that says that no tool is needed, of a tool of the template's own."
                )
            yield Violation(pointer, message, offered, name[:200], variance=made_up)


def _is_demanded(reading: Reading) -> bool:
    """Return whether a tool of the client's was demanded by its name: any other name is TC602's."""
    mode, name = choice(reading)
    named = mode is ChoiceMode.NAMED and is_function(reading, name)
    return named and reading.dialect in NAMING


def _due(reading: Reading) -> bool:
    return has_call(reading) and not _is_demanded(reading)


def _kept_elsewhere(request: Json) -> bool:
    """Return whether tools may be kept on the server: in a cache, a prompt, an agent or a conversation."""
    sent = object_of(request)
    kept = not _KEPT.isdisjoint(sent) and any(sent.get(member) for member in _KEPT)
    return kept or any(isinstance(sent.get(member), dict) for member in _STORES)


def _offers(request: Json) -> bool:
    sent = object_of(request)
    return bool(sent.get("tools") or sent.get("functions"))


def _misnamed(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [replace(call, name="get_wether") for call in calls]


RULE = Rule(
    id="TC115",
    name="known-tool-name",
    severity=dict.fromkeys((*EVERYWHERE, "chatml"), Severity.WARNING),
    statement=(
        "The called name equals, byte for byte, the name of a tool in the request. Nothing is said "
        "where the request offers a tool with names of its own (Gemini's computer use), and where "
        "the reply itself says that the call was not expected. Where a tool was demanded by its "
        "name, TC602 tells of any other."
    ),
    why=(
        "A loop that looks the tool up fails; and a name that was never offered may be a tool "
        "internal to the server that leaked. A model may invent names, so this is a warning."
    ),
    breaks="OpenHands, erato (stuck chats), naive tool loops",
    workaround="Answer an unknown name with an error result instead of raising.",
    source=Source(
        "docs",
        "Anthropic, tool use: invalid tool name; public threads, see the cases",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-21",
    ),
    check=_known_tool_name,
    needs_calls=True,
    needs_request=True,
    variance=Variance("replies with a call of no tool demanded by name", _due, partly=True),
    mutations=(
        *mutations_for("single_call", named("get_wether"), EVERYWHERE),
        *mutations_for(
            "single_call", named("directly-answer"), ("cohere-v1", "cohere-v2"), fault="no tool"
        ),
        *mutations_for("spelt_alone", again(_misnamed), ("chatml",)),
    ),
    shim=Shim("unknown_name_is_error_result"),
    cases="""
Ollama (Command R) | a parser of its calls filters the pseudo-tool directly-answer | https://github.com/ollama/ollama/issues/14970 | PR open 2026-03
LocalAI 4.3 | tool call JSON in content as well; server-internal `answer` tool called though client did not define it | https://github.com/mudler/LocalAI/issues/10052 | issue closed 2026-05
Ollama | tool not in list returned | https://github.com/ollama/ollama/issues/8294 | issue closed 2025-01
Qwen3.5 via OpenRouter | name "toolbox.web.answer" not defined | https://github.com/QwenLM/Qwen3.8/issues/15 | issue closed 2026-02
Anthropic Sonnet | undefined tool called | https://github.com/OpenHands/OpenHands/issues/5111 | issue closed 2024-11
Llama 3.1 405B on Fireworks | "brary search" not offered | https://github.com/ogx-ai/ogx/issues/124 | issue closed (stale) 2024-09
Azure OpenAI | calls although no tools configured | https://github.com/EratoLab/erato/issues/169 | issue closed 2025-06
""",
)
