"""TC206: id-mistral."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.ids.id_form import LETTERS, is_mistral, of_model, with_call_id
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import id_at

_MISTRAL_LENGTH = 9


def _id_mistral(reading: Reading) -> Iterator[Violation]:
    if not reading.reply.tool_calls or not is_mistral(reading):
        return
    for call, known in with_call_id(reading):
        if len(known) != _MISTRAL_LENGTH or not LETTERS.issuperset(known):
            message = "The id is not one a Mistral model's template accepts."
            yield Violation(id_at(reading, call), message, "^[a-zA-Z0-9]{9}$", known[:200])


RULE = Rule(
    id="TC206",
    name="id-mistral",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "Ids of a Mistral model are nine letters or digits, whoever serves it; the model is taken "
        "from the response. Ollama, Groq, OpenRouter and Together give others, and take them back."
    ),
    why=(
        "Mistral's API and the model's own template refuse any other id: 400 or 500 on the next "
        "turn, where the server asks either."
    ),
    breaks=(
        "LangChain (langchain#24668, #29021), opencode, avante.nvim, gptel and magentic, "
        "whose next request is refused; oMLX and vLLM with their own ids."
    ),
    workaround="Map ids to nine characters in call and result alike.",
    source=Source(
        "api-error",
        "Mistral API, code 3280: must be a-z, A-Z, 0-9, with a length of 9",
        "",
        "2026-11-21",
    ),
    check=_id_mistral,
    needs_calls=True,
    needs_ids=True,
    mutations=of_model("openai-chat", "mistral-small-2603"),
    shim=Shim("map_id", (("characters", "A-Za-z0-9"), ("longest", 9), ("shortest", 9))),
    cases="""
Mistral | id must match [a-zA-Z0-9]{9} | https://github.com/avante-corp/avante.nvim/issues/2951 | PR merged 2026-02
Mistral | id with call_ prefix rejected | https://github.com/anomalyco/opencode/issues/1680 | issue closed 2025-08
Mistral | second and later calls rejected | https://github.com/karthink/gptel/issues/1203 | issue open 2026-01
Mistral | 29-char ids rejected | https://github.com/jackmpcollins/magentic/issues/276 | issue closed 2024-07 (v0.28.1 shortened ids)
oMLX (Mistral tokenizer) | server issues call_<8hex> then answers HTTP 500 when that id is replayed | https://github.com/jundot/omlx/issues/1997 | PR open 2026-06 (#1995)
Mistral | "turn1_0" rejected; flat error body with code "3280" | https://github.com/nearai/ironclaw/issues/1241 | issue closed 2026-03
Mistral | client renumbered ids to avoid duplicates across providers and broke the 9-char rule | https://github.com/editor-code-assistant/eca/issues/233 | issue closed 2025-12
vLLM (mistral parser) | parser generated ids that its own template rejects | https://github.com/vllm-project/vllm/issues/9019 | fixed by #9020 merged 2024-10
""",
)
