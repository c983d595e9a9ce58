"""How a value is written in another form that says the same.

A form knows nothing of a dialect: whether its schema gives that form at a place is asked there
(`toolwire.rules.mutate.alternatives`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.document_edit import rebuilt, respelled
from toolwire.rules.mutate.document_place import Path

#: An object and one of its members, which it need not have -> the same with the member in another
#: form; None where that form has no word for it.
_Rewrite: TypeAlias = "Callable[[JsonObject, str], JsonObject | None]"
LEFT_OUT: Final = "left_out"
NULL: Final = "null"
RESPELLED: Final = "respelled"
OTHER_CASE: Final = "other_case"
SAID: Final = "said"
#: Each of several tools in an object of its own.
APART: Final = "apart"
#: The same with parts of two formats.
IN_PARTS: Final = "in_parts"
INPUT_IN_PARTS: Final = "input_in_parts"
SEVERAL_PARTS: Final = frozenset({IN_PARTS, INPUT_IN_PARTS})
#: Forms in which a text stands in parts.
PARTS: Final = frozenset({"text_part", "output_text_part", "input_text_part", *SEVERAL_PARTS})


@dataclass(frozen=True, slots=True)
class OtherForm:
    """Another form of a member.

    Attributes:
        rewrite: writes it.
        said: how a message tells of it, behind the place.
    """

    rewrite: _Rewrite
    said: str

    def applied(self, document: Json, path: Path, word: Json = None) -> Json:
        """Return a document with the member at a path in this form; None where it has none.

        Args:
            document: what is changed.
            path: to the member.
            word: what stands there then; None where the form makes it of what stands there.
        """
        name = path[-1]
        assert isinstance(name, str)
        return rebuilt(document, path, lambda holder: self._written(object_of(holder), name, word))

    def _written(self, holder: JsonObject, name: str, word: Json) -> Json:
        return self.rewrite(holder, name) if word is None else {**holder, name: word}


def _value(change: Callable[[Json], Json]) -> _Rewrite:
    """Make a form of a value alone; `change` returns None where the form has no word for it."""

    def rewrite(holder: JsonObject, name: str) -> JsonObject | None:
        new = change(holder[name]) if name in holder else None
        return None if new is None else {**holder, name: new}

    return rewrite


def _part(kind: str) -> _Rewrite:
    return _value(lambda text: [{"type": kind, "text": text}] if isinstance(text, str) else None)


def _several(kind: str) -> _Rewrite:
    return _value(lambda value: in_parts(value, kind))


def in_parts(value: Json, kind: str) -> list[Json] | None:
    """Return a text, or the only part of a list, as parts: the first word, the rest, and the last word.

    Who reads the first part alone, or the last, has next to nothing of the text.
    """
    one = {"type": kind, "text": value} if isinstance(value, str) else object_of(_alone(value))
    text = one.get("text")
    first, mark, rest = text.partition(" ") if isinstance(text, str) else ("", "", "")
    between, blank, last = rest.rpartition(" ")
    texts = [text for text in (first + mark, between + blank, last) if text.strip()]
    return [{**one, "text": text} for text in texts] if len(texts) > 1 else None


def _text(value: Json) -> Json:
    """Return the text of a list's only part, or of the only message or document in it."""
    if not isinstance(value, list) or len(value) != 1:
        return None
    only = object_of(value[0])
    data = object_of(object_of(only.get("document")).get("data"))
    text = only.get("text", only.get("content", data.get("content") if len(data) == 1 else None))
    return text if isinstance(text, str) else None


def _alone(value: Json) -> Json:
    return value[0] if isinstance(value, list) and len(value) == 1 else None


def _as_json(value: Json) -> Json:
    return dump(value).decode() if isinstance(value, dict) else None


def _listed(value: Json) -> Json:
    return [value] if isinstance(value, str) else None


def _renamed(holder: JsonObject, name: str) -> JsonObject | None:
    if name not in holder:
        return None
    return {respelled(key) if key == name else key: value for key, value in holder.items()}


def _cased(value: Json) -> Json:
    if not isinstance(value, str):
        return None
    return value.lower() if value != value.lower() else value.upper()


def _nulled(holder: JsonObject, name: str) -> JsonObject | None:
    return None if name in holder and holder[name] is None else {**holder, name: None}


def _without(holder: JsonObject, name: str) -> JsonObject | None:
    return {k: v for k, v in holder.items() if k != name} if name in holder else None


def _apart(value: Json) -> Json:
    """Return the only element of a list, which holds a list and no more, as one for each of what it holds."""
    members = list(object_of(_alone(value)).items())
    if len(members) != 1:
        return None
    ((name, held),) = members
    several = isinstance(held, list) and len(held) > 1
    return [{name: [one]} for one in held] if several and isinstance(held, list) else None


def _in_json_schema(holder: JsonObject, name: str) -> JsonObject | None:
    """Return a tool with its parameters where Gemini's format has a JSON Schema."""
    if name != "parameters" or not isinstance(holder.get(name), dict):
        return None
    return {"parametersJsonSchema" if key == name else key: one for key, one in holder.items()}


def _message(role: str) -> _Rewrite:
    """Make a form of a system prompt beside the turns: the first of these, of a role."""

    def rewrite(holder: JsonObject, name: str) -> JsonObject | None:
        text, turns = holder.get(name), holder.get("input")
        if name != "instructions" or not isinstance(text, str) or not isinstance(turns, list):
            return None
        left = {key: value for key, value in holder.items() if key != name}
        return {**left, "input": [{"role": role, "content": text}, *turns]}

    return rewrite


#: Form -> how it is written; first what changes a value, then what changes its name; last what no one place tells.
FORMS: Final[Mapping[str, OtherForm]] = MappingProxyType(
    {
        "text_part": OtherForm(_part("text"), "as a list of one text part"),
        "output_text_part": OtherForm(_part("output_text"), "as a list of one text part"),
        "input_text_part": OtherForm(_part("input_text"), "as a list of one text part"),
        "text": OtherForm(_value(_text), "as a text"),
        "json": OtherForm(_value(_as_json), "as the JSON of the object in a text"),
        "in_list": OtherForm(_value(_listed), "as a list of one"),
        "alone": OtherForm(_value(_alone), "without the list around it"),
        "system_message": OtherForm(_message("system"), "as a message of the system"),
        "developer_message": OtherForm(_message("developer"), "as a message of the developer"),
        OTHER_CASE: OtherForm(_value(_cased), "in the other case"),
        SAID: OtherForm(lambda _holder, _name: None, "said, though it need not be"),
        NULL: OtherForm(_nulled, "as null"),
        LEFT_OUT: OtherForm(_without, "left out"),
        RESPELLED: OtherForm(_renamed, "in snake_case or camelCase, the other of the two"),
        "json_schema": OtherForm(_in_json_schema, "as parametersJsonSchema"),
        APART: OtherForm(_value(_apart), "as a list of one object for each tool"),
        IN_PARTS: OtherForm(_several("text"), "as a list of several text parts"),
        INPUT_IN_PARTS: OtherForm(_several("input_text"), "as a list of several text parts"),
    }
)
