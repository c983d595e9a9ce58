"""TC501: no-duplicate-leak."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.faults import mutations_for, text
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.text.content import ARGUMENTS, HERMES, owned, shown_text
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.markup import Owner


def _no_duplicate(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not reply.text or not reply.tool_calls:
        return
    leak = owned(reading, Owner.COPY)
    if leak is not None:
        message = "The text beside the calls contains markup of a call."
        shown = shown_text(reply.text, leak)
        yield Violation(reply.text_pointer, message, f"no {leak.family} markup", shown)
    elif _is_copy(reading):
        message = "The text beside the calls is a copy of a call's arguments."
        yield Violation(reply.text_pointer, message, "no copy", around(reply.text, 0, 80))


def _is_copy(reading: Reading) -> bool:
    text = (reading.reply.text or "").strip()
    if not text.startswith("{"):
        return False
    try:
        value = parse(text)
    except (JsonError, UnicodeError):
        return False
    return bool(value) and any(value == call.arguments for call in reading.reply.tool_calls)


#: Dialects in which text can stand beside calls; Cohere's v2 says it as its plan, and a copy as content.
_BESIDE = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "cohere-v1",
    "gemini-generate",
    "ollama-chat",
    "openai-responses",
)


def _content_beside(body: JsonObject) -> None:
    copied = (
        '[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"location": "Paris"}}]'
    )
    object_of(body["message"])["content"] = [{"type": "text", "text": copied}]


RULE = Rule(
    id="TC501",
    name="no-duplicate-leak",
    severity=dict.fromkeys((*_BESIDE, "cohere-v2"), Severity.WARNING),
    statement="When there are structured calls, the text holds no copy of them: no markup "
    "of a tool-call text format, no JSON of the call, no bare arguments. JSON amid sentences, "
    "with words before and behind it, is what a model says that thinks aloud.",
    why="The markup is shown to users and goes back into the context, where the model "
    "learns to repeat it.",
    breaks="Chat interfaces over MTPLX, Rapid-MLX, DeepSeek on Bedrock, LocalAI. Every client "
    "that was tried runs the call once and only shows the copy.",
    workaround="Do not show the text of such a turn; keep it in the history as it came.",
    check=_no_duplicate,
    needs_calls=True,
    needs_markup=True,
    mutations=(
        *mutations_for("mixed_content", text(HERMES), _BESIDE, fault="markup"),
        *mutations_for("mixed_content", text(ARGUMENTS), _BESIDE, fault="arguments"),
        Mutation("cohere-v2", Mode.BLOCKING, "mixed_content", body(_content_beside), "a list"),
    ),
    shim=Shim("hide_text_beside_calls"),
    cases="""
MTPLX | argument values duplicated into delta.content in streaming only | https://github.com/youssofal/MTPLX/issues/249 | issue closed 2026-08
Rapid-MLX (Qwen3-Coder, hermes parser) | "<function" (stream) or "<tool_call>" (non-stream) left in content beside correct tool_calls | https://github.com/raullenchai/Rapid-MLX/issues/448 | issue closed 2026-05
DeepSeek V3.2 on Bedrock | opening DSML marker left at end of text in 11/12 and 6/6 turns | https://github.com/stdapi-ai/stdapi.ai/issues/182 | issue closed 2026-08; cites vllm#36654, sglang#14695
LocalAI 4.3 | tool call JSON in content as well; server-internal `answer` tool called though client did not define it | https://github.com/mudler/LocalAI/issues/10052 | issue closed 2026-05
""",
)
