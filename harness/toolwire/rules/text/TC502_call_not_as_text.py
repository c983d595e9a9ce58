"""TC502: call-not-as-text."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for, text
from toolwire.rules.rule import Reading, Rule, Severity, Violation
from toolwire.rules.text.content import ARGUMENTS, HERMES, owned, shown_text
from toolwire.rules.views.markup import Owner
from toolwire.rules.views.quoting import is_shown


def _call_not_as_text(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not reply.text or reply.tool_calls:
        return
    leak = owned(reading, Owner.CALL)
    if leak is not None:
        message = "A call of an offered tool stands in the text and there is no structured call."
        shown = shown_text(reply.text, leak)
        # What is quoted between words is what a model says of a call, or of the format.
        milder = Severity.INFO if is_shown(reply.text, leak.at) else None
        yield Violation(reply.text_pointer, message, f"no {leak.family} markup", shown, milder)


RULE = Rule(
    id="TC502",
    name="call-not-as-text",
    severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
    statement="A call the model makes comes as a structured call, not as text. Judged where "
    "the text has a whole call in the markup of a tool-call format, or is JSON with a name and "
    "arguments, and the tool it names was offered; not where the request contains such markup "
    "itself; one in a code span or a fence, with words before and behind it, is information.",
    why="Nothing is run, and the user sees the markup.",
    breaks=(
        "Every client that was tried hands the call on as text and runs nothing; threads tell it of "
        "Claude Code, hermes-agent, LiteLLM, google/adk-python."
    ),
    workaround="Set the server's tool-call parser to the model's own format.",
    check=_call_not_as_text,
    needs_markup=True,
    needs_request=True,
    mutations=(
        *mutations_for("plain_text", text(HERMES), fault="Hermes markup"),
        *mutations_for(
            "plain_text",
            text(f'{{"name":"get_weather","parameters":{ARGUMENTS}}}'),
            fault="bare JSON",
        ),
        *mutations_for(
            "plain_text",
            text(f'```json\n{{"functionCall":{{"name":"get_weather","args":{ARGUMENTS}}}}}\n```'),
            fault="Google's JSON",
        ),
        *mutations_for(
            "plain_text", text(f"[TOOL_CALLS]get_weather[ARGS]{ARGUMENTS}"), fault="Mistral markup"
        ),
        *mutations_for(
            "plain_text",
            text("```tool_code\nprint(default_api.get_weather(location='Paris'))\n```"),
            fault="Gemini's code",
        ),
    ),
    cases="""
Ollama (Hermes-3) | tool call as text with several tools + long prompt | https://github.com/NVIDIA/NemoClaw/issues/2731 | issue open 2026-04
Hermes-4 via API | tags missing open tag or bare JSON in content | https://github.com/NousResearch/hermes-agent/issues/742 | PR closed 2026-03
Kimi K2 via LiteLLM | raw tools as text | https://github.com/BerriAI/litellm/issues/12679 | issue closed (stale) 2025-07
vLLM Responses | tool call XML streamed as response.output_text.delta | https://github.com/vllm-project/vllm/issues/36435 | issue open 2026-03
vLLM Responses | same | https://github.com/vllm-project/vllm/issues/29725 | issue open 2025-11
SGLang (GLM-5) | parser not configured -> raw <arg_key> in content | https://github.com/sgl-project/sglang/issues/19925 | PR closed 2026-03
DeepSeek-V3 via LiteLLM | tokens in content, name outside JSON | https://github.com/google/adk-python/issues/5654 | PR closed 2026-05 (#5024)
vLLM (Llama-4-Scout) | JSON output vs pythonic parser -> call stays in content | https://github.com/vllm-project/vllm/issues/46863 | issue open 2026-06
Rapid-MLX (Mistral) | hermes parser configured for Mistral format, 6/6 leaks | https://github.com/raullenchai/Rapid-MLX/issues/1071 | issue closed 2026-07
LM Studio 0.3.29 | no tool_calls when stream true | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1066 | issue closed 2025-10
LM Studio (Qwen3-Coder) | stream gives XML text, non-stream gives tool_calls | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1071 | issue closed 2025-10
llama.cpp (Qwen3.6) | raw XML at end of stream, "Failed to parse input" error | https://github.com/agentscope-ai/QwenPaw/issues/3560 | issue closed 2026-04
Fireworks (LiteLLM) | tool call embedded in content; finish stop | https://github.com/BerriAI/litellm/issues/33037 | PR open 2026-07 (#33036)
GPUStack (llama-box, Qwen3) | non-stream: thinking and tool call in one content, parse failure; stream works | https://github.com/gpustack/gpustack/issues/2054 | issue closed 2025-05
""",
)
