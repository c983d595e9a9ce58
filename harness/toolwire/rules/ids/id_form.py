"""Rules about the form of call ids: what other providers, or the model itself, accept."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.groups import WITH_IDS
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.rule import Mutation

LETTERS = frozenset(string.ascii_letters + string.digits)

PORTABLE = LETTERS | {"_", "-"}

BASE64 = LETTERS | {"+", "/", "="}

SIGNATURE = 24


def model(reading: Reading) -> str:
    """Return the model name of the response without a vendor's prefix, in small letters."""
    return (reading.reply.model or "").rpartition("/")[2].lower()


def is_mistral(reading: Reading) -> bool:
    """Return whether a model of Mistral answered in a format in which its ids are its own."""
    paths = load_dialect(reading.dialect).wire.calls
    return paths is not None and model(reading).startswith(paths.own_ids)


def is_kimi(reading: Reading) -> bool:
    """Return whether Kimi K2 answered."""
    return model(reading).startswith("kimi-k2")


def with_call_id(reading: Reading) -> Iterator[tuple[ToolCall, str]]:
    """Yield the calls that have an id, with it."""
    return ((call, call.id) for call in reading.reply.tool_calls if call.id)


def free(reading: Reading) -> Iterator[tuple[ToolCall, str]]:
    """Yield the calls whose ids no narrower rule judges: TC206, TC208 and TC212 do."""
    if not reading.reply.tool_calls or is_mistral(reading) or is_kimi(reading):
        return iter(())
    return ((call, known) for call, known in with_call_id(reading) if not carries(known))


def carries(known: str) -> bool:
    """Return whether an id holds JSON, or ends in `__` and base64 as long as a signature."""
    if "{" in known:
        return True
    _, mark, tail = known.rpartition("__")
    return (
        bool(mark)
        and len(tail) >= SIGNATURE
        and BASE64.issuperset(tail)
        and not tail.islower()
        and not tail.isupper()
    )


def of_model(dialect: str, name: str) -> tuple[Mutation, ...]:
    """Make mutations that say another model answered, whose ids have a form of their own."""

    def in_body(value: JsonObject) -> None:
        value["model"] = name

    def in_stream(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict):
                object_of(payload)["model"] = name

    changes: tuple[tuple[Mode, Callable[[Exchange], Exchange]], ...] = (
        (Mode.BLOCKING, body(in_body)),
        (Mode.STREAMING, frames(in_stream)),
    )
    return tuple(Mutation(dialect, mode, "single_call", change) for mode, change in changes)


ERROR = dict.fromkeys(WITH_IDS, Severity.ERROR)
