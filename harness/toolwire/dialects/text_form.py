"""The schema that a request wants the text of its answer to fit, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolwire.io.pointer import at
from toolwire.model.conversation import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """Where a request says which schema a text has to fit.

    Attributes:
        path: steps from the body to the schema.
        asking: a schema -> the members of a body that want it.
        several: an answer may hold several messages, whose texts fit it each (gpt-4o told one twice).
        strict_at: steps to what makes the schema binding; () where it is so by itself.
        remark: member and word of a message that is said on the way to the answer, and need not fit.
        told: a response tells the schema at the same steps, and so that it was taken.
    """

    path: tuple[str, ...]
    asking: Callable[[JsonObject], JsonObject]
    several: bool = False
    strict_at: tuple[str, ...] = ()
    remark: tuple[str, str] | None = None
    told: bool = False

    def schema(self, body: JsonObject) -> JsonObject | None:
        """Return the schema of an object that a request wants; None where it wants none."""
        schema = at(body, self.path)
        return schema if isinstance(schema, dict) and schema.get("type") == "object" else None

    def is_binding(self, body: JsonObject) -> bool:
        """Return whether a request has the schema followed to the letter."""
        return not self.strict_at or at(body, self.strict_at) is True
