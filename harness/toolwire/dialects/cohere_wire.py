"""What the formats of both generations of Cohere's API share."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.neutral import END, NeutralMember, member
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.dialects.wire import Models, NameForm
from toolwire.model.conversation import JsonObject

_FORM: Final = ListForm(
    "models", "name", query="page_size=1000", cursor="page_token", mark="next_page_token"
)


def text_form(schema_at: str) -> TextForm:
    """Return how a request wants JSON: "guaranteed to be a valid JSON object", and not beside tools.

    After docs.cohere.com/docs/structured-outputs and cohere-python's types of both generations, read 2026-11-30.

    Args:
        schema_at: the member of `response_format` that has the schema.
    """
    return TextForm(
        path=("response_format", schema_at),
        asking=lambda schema: {"response_format": {"type": "json_object", schema_at: schema}},
        any_json=JsonMode(path=("response_format", "type"), word="json_object", everywhere=True),
        apart=True,
    )


def listed(rank: int) -> Models:
    """Return how models are listed, for a dialect of that rank."""
    return Models(path="/v1/models", rank=rank, form=_FORM, body=_body)


def _body(model: str) -> JsonObject:
    return {
        "models": [
            {
                "name": model,
                "is_deprecated": False,
                "endpoints": ["chat"],
                "finetuned": False,
                "context_length": 128000,
                "features": ["tools"],
            }
        ]
    }


#: Members of a request that change nothing. Not `safety_mode`: its document says that it cannot be set
#: beside tools.
NEUTRAL_MEMBERS: Final[tuple[NeutralMember, ...]] = (
    member("temperature", value=0.3),
    member("max_tokens", value=1024),
    member("p", value=0.75),
    member("k", value=0),
    member("seed", value=42),
    member("frequency_penalty", value=0),
    member("presence_penalty", value=0),
    member("stop_sequences", value=[END]),
)


ERROR: Final = ErrorShape(
    at=None,
    members={"message": str},
    usual=(),
    also={},
    typed=False,
    in_array=False,
    name=None,
    word=None,
    kinds={},
    numbers=(),
    kept={"id": str},
)
NAMES: Final = NameForm(
    pattern=re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*", re.ASCII), limit=None, older=None
)
#: Stop reasons of both generations.
STOPS: Final = frozenset({"COMPLETE", "STOP_SEQUENCE", "MAX_TOKENS", "ERROR", "TIMEOUT"})
#: What Command models write around the words that they cite: `<co: 0,2>` and `</co: 0,2>`, and the newer
#: ones `<co>` and `</co: 0:[1,2]>`. A mark alone may be spoken of; so may two with blanks inside.
CITED: Final = re.compile(
    r"<co(?:: ?[0-9,]{1,40})?>(?=\S)[^<>]{1,2000}(?<=\S)</co: ?[0-9][0-9,:\[\] ]{0,80}>"
)
