"""What Google refuses is told from what it takes."""

from __future__ import annotations

import pytest

from toolwire.dialects.gemini_generate.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.known_refusal import found_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

URL = "http://127.0.0.1/v1beta/models/gemini-3-pro:generateContent"
VERTEX = (
    "http://127.0.0.1/v1/projects/p/locations/global/publishers/google/models/{}:generateContent"
)


def found(url: str = URL, **members: Json) -> set[str]:
    """Return what is wrong with a request that has some members."""
    body: JsonObject = dict(members)
    return {one.id for one in found_in(Request("POST", url, (), dump(body)), KNOWN_REFUSALS)}


def of_schema(schema: JsonObject, member: str = "parameters") -> set[str]:
    """Return what is wrong with a request whose function has some parameters."""
    return found(tools=[{"functionDeclarations": [{"name": "f", member: schema}]}])


def test_the_model_of_nobody_is_found_in_any_address() -> None:
    """Of AI Studio, of Vertex, and not where a path names no model."""
    unknown = {one for one in KNOWN_REFUSALS if one.id == "unknown_model"}
    (known,) = unknown
    for url in (URL, VERTEX.format("gemini-3-pro")):
        wrong = known.wrong(Request("POST", url, (), b"{}"))
        assert wrong is not None
        assert wrong.url == url.replace("gemini-3-pro", "no-such-model")
        assert found(wrong.url) == {"unknown_model"}
    assert known.wrong(Request("POST", "http://127.0.0.1/generate", (), b"{}")) is None


def test_a_mode_needs_functions_or_contents_that_are_kept() -> None:
    """Tools that the service runs may stand beside it, and a cache may have some."""
    calling: JsonObject = {"functionCallingConfig": {"mode": "ANY"}}
    assert found(toolConfig=calling) == {"mode_without_functions"}
    assert found(tool_config={"function_calling_config": {"mode": "any"}}) == {
        "mode_without_functions"
    }
    assert found(toolConfig=calling, tools=[{"googleSearch": {}}]) == set()
    assert found(toolConfig=calling, cachedContent="cachedContents/1") == set()
    assert found(toolConfig={"functionCallingConfig": {"mode": "NONE"}}) == set()


@pytest.mark.parametrize(("mode", "wrong"), [("AUTO", True), ("ANY", False), ("VALIDATED", False)])
def test_names_go_with_a_mode_that_can_be_limited(mode: str, *, wrong: bool) -> None:
    """None is nothing."""
    for names in (["f"], []):
        config: JsonObject = {"mode": mode, "allowedFunctionNames": list[Json](names)}
        seen = found(toolConfig={"functionCallingConfig": config}, tools=[])
        assert seen == ({"names_with_auto"} if wrong and names else set())


def test_schemas_are_looked_into_and_json_schema_is_not() -> None:
    """What is wrong deep in Google's own schema is right in `parametersJsonSchema`."""
    inner: JsonObject = {"type": "object", "properties": {"a": {"type": "string", "const": "x"}}}
    schemas: list[JsonObject] = [inner, {"type": "array", "items": inner}, {"anyOf": [inner]}]
    for schema in schemas:
        assert of_schema(schema) == {"constant"}
        assert of_schema(schema, "parametersJsonSchema") == set()


def test_a_property_may_be_called_like_a_keyword() -> None:
    """Names of properties are no keywords."""
    text: JsonObject = {"type": "string"}
    schema: JsonObject = {"type": "object", "properties": {"const": text, "$schema": text}}
    assert of_schema({**schema, "required": ["const"]}) == set()
    assert of_schema({**schema, "required": ["other"]}) == {"required_undefined"}


def test_both_alphabets_of_base64_are_taken() -> None:
    """Filled up or not, with ends of lines; an address is none."""
    for data in ("iVBORw0KGgo=", "iVBORw0KGgo", "a-_b", "a+/b", "iVBO\nRw0K", ""):
        part: JsonObject = {"inlineData": {"mimeType": "image/png", "data": data}}
        assert found(contents=[{"parts": [part]}]) == set()
    part = {"inline_data": {"data": "https://a.example/b.png"}}
    assert found(contents=[{"parts": [part]}]) == {"image_as_address"}


def test_a_list_says_of_what_and_an_enum_has_texts() -> None:
    """In capitals, too."""
    assert of_schema({"type": "ARRAY"}) == {"list_of_nothing"}
    assert of_schema({"type": "ARRAY", "items": {"type": "STRING"}}) == set()
    assert of_schema({"type": "STRING", "enum": ["1"]}) == set()
    assert of_schema({"type": "STRING", "enum": ["1", 2]}) == {"enum_of_numbers"}


def test_a_content_has_parts() -> None:
    """A content without the member is another's."""
    assert found(contents=[{"role": "user", "parts": []}]) == {"empty_parts"}
    assert found(contents=[{"role": "user"}]) == set()
