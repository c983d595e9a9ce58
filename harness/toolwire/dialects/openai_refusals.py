"""What OpenAI refuses in each of its formats, for their tables of known refusals."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.known_refusal import WrongBody, cut_json, unknown_model
from toolwire.dialects.wrong_body import Path, alone, changed, dropped, put, refused, then
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json

CUT_JSON: Final = cut_json(
    said="We could not parse the JSON body of your request.",
    source="https://github.com/openai/openai-python/issues/1677",
)

#: In Chat Completions.
NO_SUCH_MODEL: Final = unknown_model(
    said="The model `no-such-model` does not exist or you do not have access to it. (model_not_found)",
    source="https://platform.openai.com/docs/guides/error-codes",
)
#: Servers that take a number in quotes for one do not take a word.
WORDED_LIMIT: Final = refused(
    "worded_limit",
    "max_tokens with a word",
    put(("max_tokens",), "many"),
    said="Invalid type for 'max_tokens': expected an integer, but got a string instead.",
    source="https://github.com/diffbot/code-gpt-docs/issues/273",
    is_wrong=lambda body: isinstance(body.get("max_tokens"), str),
    read="2026-11-30",
)


def strict_and_open(tool: Path) -> WrongBody:
    """Return what makes a tool strict whose schema does not forbid other properties."""
    schema = (*tool, "parameters")
    return then(
        _strict(tool), dropped(schema, "additionalProperties"), changed(schema, _all_required)
    )


def strict_and_optional(tool: Path) -> WrongBody:
    """Return what makes a tool strict whose schema does not require each property."""
    return then(_strict(tool), put((*tool, "parameters", "additionalProperties"), value=False))


def _strict(tool: Path) -> WrongBody:
    return then(alone(("tools",)), put((*tool, "strict"), value=True))


def _all_required(schema: Json) -> Json:
    return {**object_of(schema), "required": [*object_of(object_of(schema).get("properties"))]}
