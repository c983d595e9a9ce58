"""What the wires of OpenAI's formats have in common: paths, lists of models, what need not be.

The list of models is after openai 3.52.0 `types/model.py`, read 2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import EVERY, exempt
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.wire import Bill, ErrorShape, Models, SchemaLimits
from toolwire.model.conversation import JsonObject

_CREATED: Final = 1763683200
#: A pattern of what clients put before the paths.
ROOTS: Final = "(?:/v1|/openai/v1|/openai/deployments/[^/]+)?"
#: Members that all chunks of a stream have alike.
CHUNK_MEMBERS: Final = frozenset({"created", "id", "model", "object"})
_FORM: Final = ListForm("data", "id")

#: Members of OpenAI's usage that need not be there.
DETAILS: Final = (
    "/usage/completion_tokens_details /usage/completion_tokens_details/... "
    "/usage/prompt_tokens_details /usage/prompt_tokens_details/..."
)
#: Members that Chat Completions need not have, in a body or a chunk.
AROUND: Final = (
    "/choices/*/logprobs /choices/*/message/annotations /choices/*/message/refusal "
    "/choices/*/delta/refusal /service_tier /system_fingerprint /usage"
)
LAST_DELTA: Final = exempt(
    "the delta of the chunk that ends a choice is empty", EVERY, "chunk(end)/choices/*/delta"
)


def listed(rank: int) -> Models:
    """Return how models are listed, for a dialect of that rank."""
    return Models(path="/v1/models", rank=rank, form=_FORM, body=_body)


def _body(model: str) -> JsonObject:
    return {
        "object": "list",
        "data": [{"id": model, "object": "model", "created": _CREATED, "owned_by": "toolwire"}],
    }


#: The error body of all of OpenAI's formats.
ERROR: Final = ErrorShape(
    at="error",
    members={"message": str},
    usual=("type", "param", "code"),
    also={},
    typed=False,
    in_array=False,
    name=None,
)
#: The counts of Chat Completions.
BILL: Final = Bill(
    path=("usage",),
    total="total_tokens",
    parts=("prompt_tokens", "completion_tokens"),
    beside=(),
)
#: What OpenAI takes in no schema of a tool.
SCHEMAS: Final = SchemaLimits(
    top=("anyOf", "oneOf", "allOf", "enum", "not"),
    items=True,
    strict=frozenset(
        {"allOf", "dependentRequired", "dependentSchemas", "else", "if", "not", "oneOf", "then"}
    ),
    whole=True,
)
