"""TC205: id-charset."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.id_form import HYPHENATED, PORTABLE
from toolwire.rules.ids.id_form import free
from toolwire.rules.mutate.faults import identified, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import call_paths, id_at


def _id_charset(reading: Reading) -> Iterator[Violation]:
    own = call_paths(reading.dialect).id_form
    # Where a format's own servers take any id, its history may move to Anthropic's.
    pattern, by = (HYPHENATED, PORTABLE.by) if own.pattern is None else (own.pattern, own.by)
    for call, known in free(reading):
        if pattern.fullmatch(known) is None:
            message = f"The id has a character that {by} refuses in a history."
            yield Violation(id_at(reading, call), message, f"^{pattern.pattern}$", known[:200])


#: Dialects whose own servers accept other ids in a history; a history may move on.
_ELSEWHERE = ("openai-chat", "cohere-v2", "ollama-chat", "openai-responses")

RULE = Rule(
    id="TC205",
    name="id-charset",
    severity={
        "anthropic-messages": Severity.ERROR,
        **dict.fromkeys(("bedrock-converse", *_ELSEWHERE), Severity.WARNING),
    },
    statement=(
        "Ids are made of letters, digits, underscore and hyphen; Bedrock's may have dots and "
        "colons too. Kimi K2 and Mistral models have forms of their own (TC208, TC206)."
    ),
    why="Anthropic refuses a history with any other id, so fallback chains break.",
    breaks=(
        "LangChain (langchain#37756), openai-agents (openai-agents-python#1147) and LiteLLM "
        "(litellm#21964, #31094), whose next request Anthropic refused; ClawRouter, screenpipe, "
        "bifrost, qwen-code, nanobot, picoclaw. Bedrock refuses other ids in a history too "
        "(maki#38), and no client was seen to break, so it is a warning there."
    ),
    workaround="Replace other characters in call and result alike before the history moves.",
    source=Source(
        "api-error",
        "Anthropic API: tool_use.id must match ^[a-zA-Z0-9_-]+$; botocore 1.44.5 ToolUseId",
        "",
        "2026-11-21",
    ),
    check=_id_charset,
    needs_calls=True,
    needs_ids=True,
    mutations=(
        *mutations_for(
            "single_call", identified("call.get_weather:0"), ("anthropic-messages", *_ELSEWHERE)
        ),
        *mutations_for("single_call", identified("call/get_weather"), ("bedrock-converse",)),
    ),
    shim=Shim("map_id", (("characters", "A-Za-z0-9_-"),)),
    cases="""
Anthropic | id with : . / @ rejected | https://github.com/BlockRunAI/ClawRouter/issues/17 | issue closed 2026-02
Anthropic | 117 events / 68 users | https://github.com/screenpipe/screenpipe/issues/3252 | PR merged 2026-05
Anthropic | functions.Bash:0 from Kimi replayed to Claude | https://github.com/maximhq/bifrost/issues/5097 | issue closed 2026-07
Anthropic via Vertex | live verified: bad chars and "" both 400 | https://github.com/QwenLM/qwen-code/issues/8160 | closed, fixed #8164 2026-07
Anthropic | ids from other providers | https://github.com/HKUDS/nanobot/issues/4356 | PR merged 2026-06
Bedrock | "" refused: must satisfy pattern [a-zA-Z0-9_.:-]+, at least 1 long | https://github.com/tontinton/maki/issues/38 | issue closed 2026-04
Anthropic | functions.web_fetch:0 | https://github.com/sipeed/picoclaw/issues/289 | PR closed 2026-02
""",
)
