"""Reference pages out of JSON Schemas: a fenced block that names one becomes its tables.

````
```{schema} harness/toolwire/schemas/suite.schema.json
```
````

The block is replaced before the page is read, so that headings, links and the search know what is
in it. A member without a description ends the build.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT: Final = Path(__file__).resolve().parents[2]
BLOCK: Final = re.compile(r"^```\{schema\} (\S+)\n```$", re.MULTILINE)
#: Where a schema has further schemas whose members are members of the same value.
SAME_VALUE: Final = ("then", "else", "allOf", "anyOf", "oneOf")
KINDS: Final = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "object": "object",
    "string": "text",
}
BOUNDS: Final = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "above {}",
    "exclusiveMaximum": "below {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} entries",
    "maxItems": "at most {} entries",
    "minProperties": "at least {} members",
}


class SchemaReferenceError(Exception):
    """A schema that cannot be shown: which, and what is missing."""


@dataclass(frozen=True, slots=True)
class Member:
    """A row of a table: the path below the value, what it may be, and what it means."""

    path: str
    kind: str
    required: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class Reader:
    """One schema document, with the id that its sections have on the page."""

    document: Mapping[str, Any]
    anchor: str

    def definition(self, reference: str) -> tuple[str, Mapping[str, Any]]:
        """Return the name and the schema that a `$ref` within the document means."""
        name = reference.removeprefix("#/$defs/")
        return name, self.document["$defs"][name]

    def sections(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the document itself, named '', and each definition that has members."""
        yield "", self.document
        for name, schema in self.document.get("$defs", {}).items():
            if has_members(schema):
                yield name, schema

    def members(self, schema: Mapping[str, Any], prefix: str = "") -> Iterator[Member]:
        """Yield the members of a value and of the values in it, each once, in the schema's order."""
        told: set[str] = set()
        for part in same_value(schema):
            required = set(part.get("required", ()))
            for name, value in part.get("properties", {}).items():
                path = f"{prefix}{name}"
                if not isinstance(value, dict) or "description" not in value or path in told:
                    continue
                told.add(path)
                yield Member(path, self.kind(value), name in required, value["description"])
                yield from self.below(value, path)
            yield from self.of_any_name(part, prefix)

    def of_any_name(self, schema: Mapping[str, Any], prefix: str) -> Iterator[Member]:
        """Yield the row of members whose names are the writer's own, and what is in them."""
        value = schema.get("additionalProperties")
        if isinstance(value, dict) and prefix:
            path = f"{prefix}NAME"
            yield Member(
                path, self.kind(value), required=False, meaning=value.get("description", "")
            )
            yield from self.below(value, path)

    def below(self, schema: Mapping[str, Any], path: str) -> Iterator[Member]:
        """Yield the members of an inner value; one that a `$ref` means has a section of its own."""
        if "items" in schema:
            yield from self.below(schema["items"], f"{path}[]")
        elif has_members(schema) or isinstance(schema.get("additionalProperties"), dict):
            yield from self.members(schema, f"{path}.")

    def kind(self, schema: Mapping[str, Any]) -> str:
        """Return in words what a value may be."""
        if "$ref" in schema:
            name, meant = self.definition(schema["$ref"])
            if has_members(meant):
                return f"[{name}](#{self.anchor}-{name.lower()})"
            # Its form in words is better than its pattern.
            form = meant.get("description", "")
            return f"{plain(meant)}: {form}" if form and "pattern" in meant else self.kind(meant)
        words = next(filter(None, (self.listed(schema), self.chosen(schema), plain(schema))))
        said = [*(text.format(schema[key]) for key, text in BOUNDS.items() if wanted(schema, key))]
        if "pattern" in schema and "enum" not in schema:
            said.append(f"matches `{shown(schema['pattern'])}`")
        if "default" in schema:
            said.append(f"default `{json.dumps(schema['default'])}`")
        return "; ".join([words, *said])

    def listed(self, schema: Mapping[str, Any]) -> str:
        """Return what the entries of a list are, '' where the value is no list."""
        if "items" not in schema:
            return ""
        return f"list of: {self.kind(schema['items'])}"

    def chosen(self, schema: Mapping[str, Any]) -> str:
        """Return the words that a value can be, or its alternatives; '' where there are none."""
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            return " or ".join(f"`{json.dumps(word)}`" for word in schema["enum"])
        several = [
            part for key in ("oneOf", "anyOf") for part in schema.get(key, ()) if typed(part)
        ]
        several += [schema[key] for key in ("then", "else") if typed(schema.get(key, {}))]
        if "type" in schema and not isinstance(schema["type"], list) and "allOf" not in schema:
            return ""
        several += [part for part in schema.get("allOf", ()) if typed(part)]
        return ", or ".join(dict.fromkeys(self.kind(part) for part in several))


def same_value(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and those within it that speak of the same value."""
    yield schema
    for key in SAME_VALUE:
        inner = schema.get(key, ())
        for part in inner if isinstance(inner, list) else (inner,):
            if isinstance(part, dict):
                yield from same_value(part)


def has_members(schema: Mapping[str, Any]) -> bool:
    """Say whether a value has members with names of ours."""
    return any("properties" in part for part in same_value(schema))


def typed(schema: Mapping[str, Any]) -> bool:
    """Say whether a schema tells what a value is, and not only what must be there."""
    return any(key in schema for key in ("type", "enum", "const", "$ref", "items"))


def wanted(schema: Mapping[str, Any], key: str) -> bool:
    """Say whether a bound is worth a word: that a text is not empty is not."""
    return key in schema and not (
        key.startswith("min") and schema[key] in (0, 1) and key != "minimum"
    )


def plain(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words."""
    types = schema.get("type", [])
    names = [types] if isinstance(types, str) else types
    return " or ".join(KINDS.get(name, name) for name in names) or "any JSON"


def shown(pattern: str) -> str:
    """Return a pattern as readers know it: for the end of a text ours have a longer word than `$`."""
    return pattern.replace(r"(?![\s\S])", "$").replace("|", r"\|")


def undescribed(document: Mapping[str, Any]) -> list[str]:
    """Return the JSON pointers of all members without a description."""
    return sorted(_undescribed(document, "", frozenset()))


def _undescribed(schema: Mapping[str, Any], where: str, known: frozenset[str]) -> Iterator[str]:
    # What a branch says of a member that stands outside of it is a bound, and no member.
    for name, value in schema.get("properties", {}).items():
        if name not in known and not _described(value):
            yield f"{where}/properties/{name}"
    for place, name, inner in _inner(schema):
        if place == "$defs" and has_members(inner) and "description" not in inner:
            yield f"{where}/{name}"
        same = (
            known | frozenset(schema.get("properties", ()))
            if place in SAME_VALUE
            else frozenset[str]()
        )
        yield from _undescribed(inner, f"{where}/{name}", same)


def _inner(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the schemas in a schema: the word that they stand at, the pointer from there, the schema."""
    for key in ("properties", "$defs"):
        yield from (
            (key, f"{key}/{name}", value)
            for name, value in schema.get(key, {}).items()
            if isinstance(value, dict)
        )
    for key in ("items", "additionalProperties", "then", "else"):
        if isinstance(schema.get(key), dict):
            yield key, key, schema[key]
    for key in ("allOf", "anyOf", "oneOf"):
        yield from (
            (key, f"{key}/{number}", part)
            for number, part in enumerate(schema.get(key, ()))
            if isinstance(part, dict)
        )


def _described(value: object) -> bool:
    """Say whether a member tells what it means; `false`, which forbids it, has nothing to tell."""
    return value is False or (isinstance(value, dict) and "description" in value)


def cell(text: str) -> str:
    """Return text as it can stand in a cell of a Markdown table."""
    return " ".join(text.split()).replace("<", "&lt;")


def markdown(document: Mapping[str, Any], anchor: str) -> str:
    """Return the tables of a schema; `anchor` begins the ids of its sections.

    Raises:
        SchemaReferenceError: where a member has no description.
    """
    if missing := undescribed(document):
        raise SchemaReferenceError(f"no description at {', '.join(missing)}")
    reader, lines = Reader(document, anchor), []
    for name, schema in reader.sections():
        if name:
            lines += [f"({anchor}-{name.lower()})=", "", f"### {name}", ""]
        lines += [schema["description"], ""]
        rows = list(reader.members(schema))
        if rows:
            lines += ["| member | what it means, and what it may be |", "|---|---|"]
        for row in rows:
            needed = " (required)" if row.required else ""
            meaning = f"{cell(row.meaning)}<br>" if row.meaning else ""
            lines.append(f"| `{row.path}`{needed} | {meaning}<small>{cell(row.kind)}</small> |")
        lines.append("")
    return "\n".join(lines)


def replaced(page: str) -> str:
    """Return a page with the tables of the schemas that its blocks name."""

    def tables(found: re.Match[str]) -> str:
        path = ROOT / found[1]
        document = json.loads(path.read_text(encoding="utf-8"))
        try:
            return markdown(document, path.name.removesuffix(".schema.json"))
        except SchemaReferenceError as error:
            raise SchemaReferenceError(f"{found[1]}: {error}") from None

    return BLOCK.sub(tables, page)


def read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the blocks of a page that Sphinx is about to read, and note what it depends on."""
    for path in BLOCK.findall(source[0]):
        app.env.note_dependency(str(ROOT / path), docname=docname)
    source[0] = replaced(source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
