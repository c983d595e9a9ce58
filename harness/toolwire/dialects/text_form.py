"""The schema that a request wants the text of its answer to fit, or that it is to be JSON, and
where that stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonMode:
    """How a request says that a text has to be JSON, of whatever schema.

    Attributes:
        path: steps from the body to the word that says so.
        word: that word.
        any_value: whether a text that is any JSON will do; else it is an object.
        everywhere: whether all who document the format have it so: then mere words show that
            nothing was made of it.
    """

    path: tuple[str, ...]
    word: str
    any_value: bool = False
    everywhere: bool = False

    @property
    def members(self) -> JsonObject:
        """Return the members of a body that say so."""
        said: Json = self.word
        for step in reversed(self.path):
            said = {step: said}
        return said if isinstance(said, dict) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """Where a request says which schema a text has to fit.

    Attributes:
        path: steps from the body to the schema.
        asking: a schema -> the members of a body that want it.
        several: an answer may hold several messages, whose texts fit it each (gpt-4o told one twice).
        strict_at: steps to what makes the schema binding; () where it is so by itself.
        remark: member and word of a message that is said on the way to the answer, and need not fit.
        any_json: how a request wants JSON of whatever schema; None where it cannot.
        apart: no tools can be offered beside either, as the vendor documents.
        told: a response tells the schema at the same steps, and so that it was taken.
        kind: word that a response has where JSON's word stands, and so tells the same without a
            schema; "" for none.
    """

    path: tuple[str, ...]
    asking: Callable[[JsonObject], JsonObject]
    several: bool = False
    strict_at: tuple[str, ...] = ()
    remark: tuple[str, str] | None = None
    told: bool = False
    kind: str = ""
    any_json: JsonMode | None = None
    apart: bool = False

    def schema(self, body: JsonObject) -> JsonObject | None:
        """Return the schema of an object that a request wants; None where it wants none."""
        schema = at(body, self.path)
        return schema if isinstance(schema, dict) and schema.get("type") == "object" else None

    def json_mode(self, body: JsonObject) -> JsonMode | None:
        """Return how a request that wants no schema wants JSON; None where it does not."""
        mode = self.any_json
        if mode is None or self.schema(body) is not None:
            return None
        return mode if at(body, mode.path) == mode.word else None

    def is_taken(self, told: JsonObject) -> bool:
        """Return whether a response says that its text has a schema, or is JSON."""
        if self.schema(told) is not None or self.json_mode(told) is not None:
            return True
        mode = self.any_json
        return mode is not None and bool(self.kind) and at(told, mode.path) == self.kind

    def is_binding(self, body: JsonObject) -> bool:
        """Return whether a request has the schema followed to the letter."""
        return not self.strict_at or at(body, self.strict_at) is True
