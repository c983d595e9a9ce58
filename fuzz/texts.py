"""Texts that are hostile somewhere: in a page, on a terminal, in a parser, as a schema."""

from __future__ import annotations

from random import Random
from typing import Final

from fuzz.item import KEY
from toolwire.model.conversation import Json

#: A tag that must reach no page as a tag.
MARKUP: Final = "<script>fuzz(1)</script>"

#: Short texts, most of them wrong wherever they stand.
TEXTS: Final = (
    "", " ", "\n", "\r", "\t", "\0", "\x1b[2J\x1b]0;fuzz\x07", "\x9b31m", "\u202e", "\ufeff", "\u2028",
    "\ufffe", "😀", "é", "e\u0301", "null", "true", "NaN", "{}", "[]", "{", "}", '"', "\\", "\\u", "\\ud800",
    '{"a":1}', '{"a":1}{"a":2}', '{"a":', "{'a': 1}", '"{}"', "[1,2", "undefined", "None", "-", "1e999", "0x10",
    MARKUP, "<img src=x onerror=fuzz(1)>", "'\"><svg/onload=fuzz(1)>", "]]>", "-->", "{{7*7}}", "{% raw %}", "${x}",
    "|a|b|", "`x`", "[x](javascript:fuzz(1))", "=1+1", "@x", "..", "../../etc/passwd", "/", "a/b", "C:\\x", "%00",
    "http://[::1", "https://fuzz.invalid/?key=1#x", "file:///etc/passwd", "//fuzz.invalid", "http://a:b@c:99999/",
    "<tool_call>", "</tool_call>", '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>',
    "[TOOL_CALLS]", '[TOOL_CALLS][{"name":"get_weather"', "<|python_tag|>", "<function=get_weather>",
    "<|im_end|>", "<|channel|>commentary to=functions.get_weather<|message|>{}<|call|>", "<think>", "</think>",
    "<｜tool▁calls▁begin｜>", "```json\n{}\n```", "Action: get_weather\nAction Input: {}", "functools[", '<invoke name="',
    "tool_calls", "stop", "end_turn", "length", "tool_use", "function", "STOP", "MALFORMED_FUNCTION_CALL",
    "data: [DONE]", "data:", "event: error", "[DONE]", "call_1", "get_weather", "get_time", "reference-model",
    "2026-11-21T00:00:00Z", "2026-99-99", "9999-12-31", "0", "-1", "18446744073709551616", "1" * 30,
    'get_weather({"location":"Paris"})', 'Say "x"', "<city>", "Think", "TC304", "traffic", "traffic.x",
    "openai", "openai.x/y", "__proto__", "constructor", "$ref", "@PLANTED@",
)  # fmt: skip

#: Values as JSON text, most of which no encoder writes.
RAW: Final = (
    b"NaN", b"-Infinity", b"Infinity", b"1e400", b"-1e400", b"1e-400", b"-0", b"-0.0", b"0.1e1", b"1E5", b"00", b"01",
    b"18446744073709551616", b"-9223372036854775809", b"1" * 60, b"9" * 5000, b"0." + b"1" * 400, b"1e308", b"+1", b".5",
    b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\ud83d\\ude00"', b'"\\u0000"', b'"\\u001b[31m"', b'"\\x41"', b'"a\tb"',
    b"'a'", b"nul", b"nulll", b"TRUE", b"undefined", b"", b",", b"{", b"]", b'{"a":1,"a":2}', b'{"":{}}', b'{"a":1,}',
    b"[1,]", b"/*x*/1", b"1//x", b'"\xff\xfe"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b"\xef\xbb\xbf1", b'"\0"',
)  # fmt: skip

#: Names of members of all formats.
WORDS: Final = (
    "id", "type", "name", "arguments", "input", "function", "function_call", "tool_calls", "tool_call_id", "call_id",
    "index", "delta", "choices", "message", "content", "text", "role", "finish_reason", "stop_reason", "usage",
    "prompt_tokens", "completion_tokens", "input_tokens", "output_tokens", "total_tokens", "model", "object", "created",
    "error", "code", "param", "status", "output", "item", "item_id", "output_index", "content_index", "sequence_number",
    "response", "parts", "candidates", "functionCall", "functionResponse", "args", "partialArgs", "jsonPath", "willContinue",
    "thoughtSignature", "thought", "reasoning", "reasoning_content", "thinking", "signature", "stopReason", "toolUse",
    "toolUseId", "toolResult", "messageStop", "contentBlockDelta", "contentBlockIndex", "contentBlock", "partial_json",
    "content_block", "done", "done_reason", "event_type", "tool_plan", "parameters", "properties", "required", "items",
    "enum", "strict", "tools", "tool_choice", "messages", "system", "contents", "toolConfig", "stream", "stream_options",
    "parallel_tool_calls", "functions", "prompt", "chat_history", "tool_results", "finishReason", "usageMetadata",
    "logprobs", "refusal", "annotations", "additionalProperties", "$ref", "$defs", "anyOf", "format", "pattern", "const",
)  # fmt: skip


def _nested(levels: int) -> Json:
    schema: Json = "string"
    for _ in range(levels):
        schema = [schema]
    return schema


def _deep(levels: int) -> Json:
    schema: Json = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    return schema


#: Parameter schemas of tools that cost something or mean nothing.
SCHEMAS: Final[tuple[Json, ...]] = (
    {"$ref": "#"}, {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    {"$ref": "http://127.0.0.1:9/x"}, {"$ref": "file:///etc/passwd"}, {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    {"$ref": "%"}, {"$id": "http://[::1", "type": "object"}, {"$schema": "http://fuzz.invalid/"}, {"$dynamicRef": "#a"},
    {"type": _nested(300)}, {"type": _nested(40)}, {"type": ["string", ["array"]]}, {"type": []}, {"type": {}}, {"type": 3},
    {"type": "object", "properties": {"location": {"type": "string", "pattern": "(a+)+$"}}},
    {"type": "object", "properties": {"location": {"pattern": "(?=(a*)*)b\\1"}}}, {"pattern": "["}, {"pattern": "a{99999}"},
    {"pattern": "(a{1000}){1000}"}, {"patternProperties": {"(x+x+)+y": {}}}, {"multipleOf": 0}, {"multipleOf": 1e-300},
    {"minLength": -1}, {"minLength": 1e400}, {"maximum": "x"}, {"enum": []}, {"enum": [[], {}, None, 1, 1.0, True]},
    {"enum": list(range(3000))}, {"const": {"a": [1]}}, {"allOf": [{"$ref": "#"}] * 50}, {"oneOf": [{}] * 300}, {"not": {"$ref": "#"}},
    {"required": "location"}, {"required": [1, None]}, {"properties": []}, {"properties": {"a": 3}}, {"items": [{}, 3]},
    {"additionalProperties": {"$ref": "#"}}, {"format": "regex"}, {"if": {}, "then": {"$ref": "#"}}, True, False, None, [], 3, "x",
    _deep(60), _deep(300), {"unevaluatedProperties": False, "$ref": "#/$defs/x"}, {"dependentSchemas": {"a": {"$ref": "#"}}},
    {"$defs": {f"a{n}": {"anyOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(24)}, "$ref": "#/$defs/a0"},
)  # fmt: skip

_NUMBERS: Final[tuple[Json, ...]] = (
    0, 1, -1, 2, 3, 7, 200, 255, 4096, 2**31, 2**53, -(2**63), 2**63, 2**64 - 1, 0.0, -0.0, 0.5, 1.0, 1e16, 1e300, -1e-9,
)  # fmt: skip


def number(rng: Random) -> Json:
    """Return a number, mostly one at a limit."""
    return rng.choice(_NUMBERS)


def text(rng: Random) -> str:
    """Return a text of the table, sometimes two, sometimes the planted key."""
    found = rng.choice(TEXTS)
    if found == "@PLANTED@":
        return KEY
    return found + rng.choice(TEXTS).replace("@PLANTED@", KEY) if rng.random() < 0.2 else found


#: What opens and what closes, in the many languages that are searched for in a text.
_OPENINGS: Final = (
    ("x({", "}"), ('get_weather({"a":', "})"), ('{"a":', "}"), ("[", "]"), ("<tool_call>", "</tool_call>"), ("<tool_call>{", "}"),
    ("<function=a>", "</function>"), ("<think>", "</think>"), ("[TOOL_CALLS]", "]"), ("<|python_tag|>", "<|eom_id|>"), ("```", "\n"),
    ("<", ">"), ("\\", '"'), ("\\u00", "1"), ("Action: a\nAction Input: {", "}"), ("<|channel|>", "<|message|>"), ("functools[", "]"),
    ('Say "', '"'), ('<invoke name="a">', "</invoke>"), ("a", "!"), (" ", "\n"), ("\n", "}"), ("%7", "B"), ("&#", ";"), ("sk-", "a"),
    ("eyJ", "."), ("a.", "@"), ("<city>", ""), ("=", "&"), ("data: ", "\n"), ("\u200b", "a"), ("-", "-----"), ("Bearer ", " "), ("//", "@"),
)  # fmt: skip


def grown(rng: Random, piece: bytes, most: int) -> bytes:
    """Repeat a piece up to some size: what takes time beyond all measure shows there."""
    return piece * max(2, rng.choice((most // 50, most // 5, most)) // max(1, len(piece)))


def long_text(rng: Random, most: int = 120_000) -> str:
    """Return a long text of openings, and mostly of as many closings."""
    opening, closing = rng.choice(_OPENINGS)
    times = rng.choice((most // 60, most // 8, most)) // max(1, len(opening) + len(closing))
    how = rng.random()
    if how < 0.5:
        return opening * times + closing * times
    if how < 0.7:
        return opening * times + closing
    return (opening + closing) * times if how < 0.85 else opening + closing * times
