"""Text formats that models write tool calls in, and a server is to parse.

Decoders observe: what is whole is a call, what the text ended in is reported as truncated,
what cannot be read stays in the text, and nothing is repaired. No decoder takes more than
linear time and none raises, whatever the text.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.dialects.text_families import (
    deepseek,
    dsml,
    glm,
    kimi,
    llama_json,
    mistral,
    prompt_json,
    pythonic,
    qwen_xml,
)
from toolwire.dialects.text_families.family import (
    Decoded,
    MarkupProblem,
    ProblemKind,
    TextCall,
    TextFamily,
)
from toolwire.dialects.text_families.tagged import HERMES, LM_STUDIO
from toolwire.dialects.text_families.typed import with_types

__all__ = [
    "TEXT_FAMILIES",
    "Decoded",
    "MarkupProblem",
    "ProblemKind",
    "TextCall",
    "TextFamily",
    "with_types",
]

_FAMILIES = (
    dsml.FAMILY,
    deepseek.FAMILY,
    glm.FAMILY,
    TextFamily(
        "hermes",
        "Hermes, Qwen",
        (HERMES.opener, HERMES.closer),
        HERMES.decode,
        HERMES.encode,
    ),
    kimi.FAMILY,
    pythonic.FAMILY,
    llama_json.FAMILY,
    TextFamily(
        "lm-studio",
        "LM Studio's default prompt",
        (LM_STUDIO.opener, LM_STUDIO.closer),
        LM_STUDIO.decode,
        LM_STUDIO.encode,
    ),
    mistral.FAMILY,
    prompt_json.FAMILY,
    qwen_xml.FAMILY,
)

#: Family name -> family, in the order of the names.
TEXT_FAMILIES: Mapping[str, TextFamily] = {family.name: family for family in _FAMILIES}
