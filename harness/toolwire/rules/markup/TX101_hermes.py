"""TX101: hermes."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.markup.markup_rules import LOST, WRITTEN, broken, leaks, of_form
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import ARGUMENTS, written
from toolwire.rules.rule import Reading, Rule, Severity, Violation


def _hermes(reading: Reading) -> Iterator[Violation]:
    if load_dialect(reading.dialect).in_words:
        yield from of_form(reading, "a call between both of its tags")
    else:
        yield from broken("hermes", reading)


RULE = Rule(
    id="TX101",
    name="hermes",
    severity=dict.fromkeys((*EVERYWHERE, "chatml"), Severity.ERROR),
    statement="A call of Hermes or Qwen is `<tool_call>`, one JSON object with name and "
    "arguments, `</tool_call>`: both tags, one object. Judged where the text is the protocol, "
    "and where such markup of an offered tool was left in the text of a structured reply.",
    why="Parsers of the format take nothing else; the call is not run.",
    breaks=f"{LOST} Parsers: hermes-agent (#742), the Hermes parsers of vLLM and OVMS.",
    workaround="Read a lone object with name and arguments as a call.",
    check=_hermes,
    needs_markup=True,
    needs_request=True,
    variance=WRITTEN,
    mutations=(
        *leaks("hermes"),
        *mutations_for(
            "plain_text",
            written(f'{{"name":"get_weather","arguments":{ARGUMENTS}}}'),
            ("chatml",),
            fault="no tags",
        ),
    ),
    cases="""
vLLM 0.6.5 (hermes) | stream omits arguments for {} while non-stream has them | https://github.com/vllm-project/vllm/issues/11392 | issue closed (stale) 2024-12
vLLM (Qwen3 hermes) | later deltas carry id null; id-keyed merge splits call in two | https://github.com/vllm-project/vllm/issues/19056 | issue open 2025-06
Ollama (Hermes-3) | tool call as text with several tools + long prompt | https://github.com/NVIDIA/NemoClaw/issues/2731 | issue open 2026-04
OVMS (Hermes 3 parser) | invalid JSON in streamed arguments | https://github.com/openvinotoolkit/model_server/issues/3838 | issue closed 2025-12
Hermes-4 via API | tags missing open tag or bare JSON in content | https://github.com/NousResearch/hermes-agent/issues/742 | PR closed 2026-03
""",
)
