"""TC604: choice-forms-accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.choice.probe_choice import (
    CHOOSING,
    GUIDE,
    READ,
    allow_in_chat,
    allow_in_gemini,
    allow_in_responses,
)
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import Ask, tool_names
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.cut_names import behind_prefix
from toolwire.rules.views.probe_answer import answered, taken, turned_away
from toolwire.rules.views.request_definitions import chosen_names


def _allow_in_chat(body: JsonObject) -> None:
    allow_in_chat(body, tool_names("openai-chat", body)[:1])


def _allow_in_responses(body: JsonObject) -> None:
    allow_in_responses(body, tool_names("openai-responses", body)[:1])


def _allow_in_gemini(body: JsonObject) -> None:
    allow_in_gemini(body, tool_names("gemini-generate", body)[:-1])


def _allow_several(body: JsonObject) -> None:
    object_of(body["tool_choice"])["disable_parallel_tool_use"] = False


#: Dialect -> the change that says "required" in the widest form there is; what is not here has
#: no wider form than the word itself.
_WIDEST: Final[Mapping[str, Ask]] = {
    "anthropic-messages": _allow_several,
    "openai-chat": _allow_in_chat,
    "gemini-generate": _allow_in_gemini,
    "openai-responses": _allow_in_responses,
}


_form_taken = taken("A form of the tool choice that the format has is refused.")


def _form_kept(reading: Reading) -> Iterator[Violation]:
    yield from _form_taken(reading)
    allowed = [name for _, name in chosen_names(reading)]
    for call in reading.reply.tool_calls if allowed else ():
        # A name that has something before it is TC115's.
        if call.name and call.name not in allowed and not behind_prefix(reading, call.name):
            message = "A tool was called that the tool choice does not allow."
            yield Violation(call.pointer, message, allowed, call.name)
            return


RULE = Rule(
    id="TC604",
    name="choice-forms-accepted",
    severity=dict.fromkeys(CHOOSING, Severity.WARNING),
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
        GUIDE,
        READ,
    ),
    check=_form_kept,
    subject=Subject.PROBE,
    always=True,
    probing=_WIDEST,
    mutations=(
        *mutations_for("required_choice", turned_away(), fault="refused"),
        *mutations_for(
            "required_choice",
            answered(Answer(calls=(PlannedCall("get_time", {}),))),
            ("openai-chat", "openai-responses"),
            fault="another tool",
        ),
    ),
    cases="""
Bedrock | toolChoice union auto/any/tool; no none member | https://github.com/ankit373/hydra/issues/971 | issue open 2026-09 (from API reference)
Cohere v2 | tool_choice only REQUIRED/NONE, no named; finish_reason COMPLETE/TOOL_CALL/ERROR/TIMEOUT | https://github.com/ankit373/hydra/issues/976 | issue open 2026-09
DeepSeek | forced tool_choice rejected while thinking | https://github.com/maximhq/bifrost/issues/5177 | PR merged 2026-07 (docs)
DeepSeek Anthropic | tool_choice auto/any rejected | https://github.com/NousResearch/hermes-agent/issues/43947 | PR open 2026-06 (#16748)
OpenAI / Gemini | allowed_tools tool choice form | https://github.com/microsoft/agent-framework/issues/5322 | PR merged 2026
""",
)
