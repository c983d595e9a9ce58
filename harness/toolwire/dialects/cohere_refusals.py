"""What Cohere refuses in both of its formats, for their tables of known refusals."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.found_wrong import outside
from toolwire.dialects.known_refusal import KnownRefusal, cut_json, unknown_model
from toolwire.dialects.wrong_body import Path, put, refused
from toolwire.io.json_text import items_of
from toolwire.model.topic import Topic

#: The list of errors of its API, of whatever version.
ERRORS: Final = "https://docs.cohere.com/reference/errors"
_NAMES: Final = (
    "Valid names contain only the characters a-z, A-Z, 0-9, _ and must not begin with a digit."
)
_MOST_ENDS: Final = 5
#: What a sampler is asked for, the least and the most of it, something above, and what the references of both
#: versions say; of `p` nobody was seen to be refused for 1.
_RANGES: Final = (
    ("frequency_penalty", 0, 1, 1.5, "min value of 0.0, max value of 1.0"),
    ("k", 0, 500, 900, "min value of 0, max value of 500"),
    ("p", 0, 1, 1.5, "min value of 0.01, max value of 0.99"),
)

CUT_JSON: Final = cut_json("invalid json syntax: invalid character in string literal", ERRORS)
NO_SUCH_MODEL: Final = unknown_model(
    "model 'xyz' not found, make sure the correct model ID was used and that you have access to the model.",
    ERRORS,
)
NEGATIVE_LIMIT: Final = refused(
    "negative_limit",
    "a max_tokens below 0",
    put(("max_tokens",), -1),
    said="invalid request: max_tokens cannot be less than 0.",
    source=ERRORS,
    is_wrong=outside("max_tokens", 0, float("inf")),
)


def too_many_ends(source: str) -> KnownRefusal:
    """Return that more words end a text than are allowed; `source` is a version's reference."""
    return refused(
        "too_many_ends",
        "more than 5 stop_sequences",
        put(("stop_sequences",), ["one", "two", "three", "four", "five", "six"]),
        said="invalid request: too many stop sequences provided, maximum is 5, received 6.",
        source=source,
        is_wrong=lambda body: len(items_of(body.get("stop_sequences"))) > _MOST_ENDS,
    )


def out_of_range(source: str) -> tuple[KnownRefusal, ...]:
    """Return that more is asked of a sampler than there is; `source` is a version's reference."""
    return tuple(
        refused(
            f"high_{name}",
            f"a {name} above {most}",
            put((name,), above),
            said=f"{name}: {said}",
            source=source,
            is_wrong=outside(name, least, most),
        )
        for name, least, most, above, said in _RANGES
    )


def misnamed(name: Path) -> tuple[KnownRefusal, ...]:
    """Return that a tool has a name that is none; `name` is where it stands."""
    return tuple(
        refused(
            f"{kind}_name",
            f"a tool whose name {has}",
            put(name, other),
            topic=Topic.TOOLS,
            said=_NAMES,
            source="https://docs.cohere.com/v1/reference/chat",
        )
        for kind, has, other in (
            ("dashed", "has a dash", "get-weather"),
            ("digit", "begins with a digit", "9_weather"),
        )
    )
