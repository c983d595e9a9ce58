"""What OpenAI refuses in Chat Completions though the request type has no word for it."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.known_refusal import KnownRefusal, cut_json, in_body, of_body, unknown_model
from toolwire.model.conversation import JsonObject


def _without_tools(body: JsonObject) -> JsonObject:
    return {**{key: body[key] for key in body if key != "tools"}, "tool_choice": "auto"}


KNOWN_REFUSALS: Final = (
    cut_json(
        said="We could not parse the JSON body of your request.",
        source="https://github.com/openai/openai-python/issues/1677",
        read="2026-11-29",
    ),
    unknown_model(
        said="The model `no-such-model` does not exist or you do not have access to it. (model_not_found)",
        source="https://platform.openai.com/docs/guides/error-codes",
        read="2026-11-29",
    ),
    KnownRefusal(
        id="choice_without_tools",
        what="a tool_choice and no tools",
        wrong=of_body(_without_tools),
        is_wrong=in_body(lambda body: "tools" not in body and body.get("tool_choice") is not None),
        said="Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        source="https://github.com/BerriAI/litellm/issues/6770",
        read="2026-11-29",
    ),
)
