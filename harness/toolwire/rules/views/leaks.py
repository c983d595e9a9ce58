"""Tool-call markup and control tokens that were left in text.

`FAMILIES` is a table of the text formats models are trained to call tools in; a server
that offers a tool-calling API is to parse them. A marker finds the markup; where the format
has a decoder (`toolwire.dialects.text_families`) that says which tool the markup calls, whole
or broken, else a tool's name near the marker does.

A family whose broken markup has a rule of its own (`FORM_RULES`) is told apart here: whole
calls, broken ones, and ones that the text ends in.

Nothing is reported that the request itself contains (the user asked about it, a tool
returned it, a prompt demands it) or that stands in a code span, where it is being quoted.
Formats read 2026-11-21 from the cases of the rule catalogue, section TX, and the chat
templates they name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.text_families import TEXT_FAMILIES, Decoded, ProblemKind
from toolwire.dialects.text_families.scan import Scan
from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.conversation import Json
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.quoting import Quotes, in_prose, is_wrapped


@dataclass(frozen=True, slots=True)
class Family:
    """A text format of tool calls.

    Attributes:
        name: short name; title: whose models write it.
        markers: strings of which one is enough to know it.
        control: the markers are single tokens of the tokenizer, never plain text.
        arguments: whether a marker inside arguments is a fault too.
        decode: reads the calls of a text; None where only the markers are known.
    """

    name: str
    title: str
    markers: tuple[str, ...]
    control: bool = False
    arguments: bool = True
    decode: Callable[[str], Decoded] | None = None


class MarkupState(StrEnum):
    """How much of a call the markup is: all of it, or broken, or cut off by the text's end."""

    WHOLE = "whole"
    BROKEN = "broken"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Leak:
    """Markup found in a text.

    Attributes:
        family: name of the family; `control-token` or `bare-json` where there is none.
        marker: the text found; hostile where it is a control token or JSON.
        at: its offset in the text.
        tool: the offered tool the markup calls; None when it calls none.
        control: it is a control token.
        state: how much of a call it is; `whole` where the format has no decoder.
        reason: what is wrong with a call that is not whole, in one sentence.
    """

    family: str
    marker: str
    at: int
    tool: str | None = None
    control: bool = False
    state: MarkupState = MarkupState.WHOLE
    reason: str = ""


def _decoded(name: str) -> Family:
    family = TEXT_FAMILIES[name]
    return Family(name, family.title, family.markers, family.control, decode=family.decode)


FAMILIES: tuple[Family, ...] = (
    _decoded("qwen-xml"),
    _decoded("mistral"),
    _decoded("deepseek-v3"),
    _decoded("deepseek-dsml"),
    _decoded("kimi"),
    _decoded("glm"),
    _decoded("llama3-json"),
    _decoded("llama-pythonic"),
    Family("harmony", "gpt-oss", ("<|channel|>", "<|call|>"), control=True),
    _decoded("lm-studio"),
    Family("invoke-xml", "Claude", ("<function_calls>", "<invoke name=", "</invoke>")),
    Family("minimax", "MiniMax M2", ("<minimax:tool_call>",)),
    # Last: other families wrap their own markup in these tags.
    _decoded("hermes"),
    Family("gemini-code", "Gemini", ("default_api.",), arguments=False),
)

#: Family -> the rule about its form, which names broken markup; a whole call is TC502's.
FORM_RULES: Final[Mapping[str, str]] = {
    "hermes": "TX101",
    "llama3-json": "TX102",
    "llama-pythonic": "TX103",
    "mistral": "TX104",
    "deepseek-v3": "TX105",
    "deepseek-dsml": "TX106",
    "qwen-xml": "TX107",
    "glm": "TX108",
    "kimi": "TX109",
}
#: Family -> another one whose calls stand between the same tags.
_SAME_TAGS: Final[Mapping[str, str]] = {"hermes": "glm"}

_MARKERS: Final = tuple((marker, family) for family in FAMILIES for marker in family.markers)
IN_ARGUMENTS: Final = tuple(pair for pair in _MARKERS if pair[1].arguments)

# Without one of these no marker can be there: four quick searches for ordinary text.
_SIGNS: Final = ("<", "[", "\uff5c", "{")
_CODE_SIGN: Final = "default_api."
#: How a text begins that is a call as Gemma was trained to write it.
_FENCE: Final = "```tool_code"

_TOKENS: Final = re.compile(
    r"<\|[A-Za-z0-9_]{1,40}\|>|<\uff5c[^\uff5c<>\n]{1,40}\uff5c>|\[/?INST\]|\[/?TOOL_RESULTS\]|<(?:start|end)_of_turn>|<[BE]OS_TOKEN>"
)
_TOKEN_SIGNS: Final = ("<|", "<\uff5c", "INST]", "RESULTS]", "of_turn>", "OS_TOKEN>", "</s>", "<s>")
_MOST_HEARD: Final = 256
_NEAR: Final = 4_000
_CANDIDATES: Final = 8
_LONGEST_JSON: Final = 20_000
_LONGEST_MARKUP: Final = 100_000
_PYTHONIC: Final = TEXT_FAMILIES["llama-pythonic"].decode
_NAME_KEYS: Final = ('"name"', '"tool_name"')
#: What requests say that want JSON: OpenAI's formats, Gemini's, Anthropic's, Ollama's.
_JSON_ASKED: Final = (
    '"json_schema"',
    '"json_object"',
    '"application/json"',
    '"output_format"',
    '"format":"json"',
)
_ARGUMENT_KEYS: Final = ("arguments", "parameters", "args", "input")

#: Whether the request contains a string.
Heard = Callable[[str], bool]


@memoize
def heard_in(reading: Reading) -> Heard:
    """Return a test of whether the request contains a string, in any JSON spelling.

    A string at which the request asks the server to stop is not heard: the text ends before it,
    whatever a prompt made of turns has in it. Each look goes through the whole request. After `_MOST_HEARD` different strings nobody
    looks any more, and a string counts as heard: what was not looked for is not reported.
    """
    text: str | None = None
    known: dict[str, bool] = dict.fromkeys(_JSON_ASKED, True) if wants_schema(reading) else {}

    def heard(marker: str) -> bool:
        nonlocal text
        if text is None:
            text = _dumped(reading.request)
        if marker in known:
            return known[marker]
        if len(known) >= _MOST_HEARD:
            return True
        said = marker in text or _dumped(marker)[1:-1] in text
        found = known[marker] = said and not _stops_at(reading.request, marker)
        return found

    return heard


def wants_schema(reading: Reading) -> bool:
    """Return whether the request wants a text that fits a schema of its own."""
    form = load_dialect(reading.dialect).wire.request
    wanted = None if form is None else form.text_form
    return wanted is not None and wanted.schema(object_of(reading.request)) is not None


def _stops_at(request: Json, marker: str) -> bool:
    stop = request.get("stop") if isinstance(request, dict) else None
    return marker == stop or (isinstance(stop, list) and marker in stop)


def _dumped(value: Json) -> str:
    try:
        return dump(value).decode()
    except (JsonError, UnicodeError):
        return ""


def may_hold_markup(text: str) -> bool:
    """Return whether a text has a sign of markup, whole or cut; False is certain."""
    for sign in _SIGNS:
        if sign in text:
            return True
    return _CODE_SIGN in text or _FENCE in text


def markup_in(text: str, names: Collection[str], heard: Heard) -> Leak | None:
    """Return the first tool-call markup of a text; its `tool` says which name it calls."""
    for sign in _SIGNS:
        if sign in text:
            return marker_in(text, _MARKERS, names, heard) or call_in(text, names, heard)
    if _CODE_SIGN in text and (found := marker_in(text, _MARKERS, names, heard)) is not None:
        return found
    return call_in(text, names, heard) if _FENCE in text else None


def marker_in(
    text: str, markers: tuple[tuple[str, Family], ...], names: Collection[str], heard: Heard
) -> Leak | None:
    """Return the first of some markers in a text; its `tool` says which name it calls."""
    for marker, family in markers:
        if marker in text:
            at = text.index(marker)
            if not quoted(text, at) and not heard(marker):
                return _read(family, marker, text, at, names)
    return None


def _read(family: Family, marker: str, text: str, at: int, names: Collection[str]) -> Leak:
    """Say which offered tool the markup at an offset calls, and how much of a call it is."""
    near, known = text[max(at - _NEAR, 0) : at + _NEAR], frozenset(names)
    state, reason = MarkupState.WHOLE, ""
    tool: str | None
    if family.decode is None:
        tool = _near(near, names)
    else:
        piece = text[max(at - _NEAR, 0) : at + _LONGEST_MARKUP]
        decoded = family.decode(piece)
        # Markup that is torn out of its call names no tool.
        called = decoded.names()
        tool = next((n for n in called if n in known), None) if called else _near(near, names)
        state, reason = _state(decoded, tool)
        other = _SAME_TAGS.get(family.name)
        if state is not MarkupState.WHOLE and other is not None:
            found = TEXT_FAMILIES[other].decode(piece)
            whole = next((c.name for c in found.calls if c.name in known), None)
            if whole is not None and not found.problems:
                return Leak(other, marker, at, whole, family.control)
    return Leak(family.name, marker, at, tool, family.control, state, reason)


def _near(text: str, names: Collection[str]) -> str | None:
    return next((name for name in names if name and name in text), None)


def _state(decoded: Decoded, tool: str | None) -> tuple[MarkupState, str]:
    """Return how much of a call of that tool was read, and what is wrong with it."""
    looked_at = (p for p in decoded.problems if p.kind is not ProblemKind.UNREAD)
    problems = [p for p in looked_at if p.name in (tool, None)]
    at_fault = {p.at for p in problems}
    if any(call.name == tool and call.start not in at_fault for call in decoded.calls):
        return MarkupState.WHOLE, ""
    if not problems:
        return MarkupState.BROKEN, "The markup is torn from its call."
    first = problems[0]
    return (
        MarkupState.CUT if first.kind is ProblemKind.TRUNCATED else MarkupState.BROKEN
    ), first.reason


def control_in(text: str, heard: Heard) -> Leak | None:
    """Return the first control token of a text: chat template, turn or reserved tokens."""
    for sign in _TOKEN_SIGNS:
        if sign in text:
            break
    else:
        return None
    quotes = Quotes(text)
    for found in _TOKENS.finditer(text):
        spoken_of = quotes.holds(found.start()) or is_wrapped(text, *found.span())
        spoken_of = spoken_of or in_prose(text, *found.span())
        if not spoken_of and not heard(found.group()):
            return Leak("control-token", found.group(), found.start(), control=True)
    # `</s>` is also HTML's end of struck-out text: only as the last word of a text without
    # its opening tag it is the end-of-sequence token, as `<s>` is the other as the first alone.
    if text.rstrip().endswith("</s>") and "<s>" not in text and not heard("</s>"):
        return Leak("control-token", "</s>", text.rindex("</s>"), control=True)
    if text.startswith("<s>") and "</s>" not in text and not heard("<s>"):
        return Leak("control-token", "<s>", 0, control=True)
    return None


def quoted(text: str, at: int) -> bool:
    """Return whether a place is inside a code span or a fenced block."""
    if text.count("```", 0, at) % 2:
        return True
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    after = text[at:] if end < 0 else text[at:end]
    return text.count("`", start, at) % 2 == 1 and "`" in after


def call_in(text: str, names: Collection[str], heard: Heard) -> Leak | None:
    """Return a call of one of `names` written as bare JSON or in Python's notation."""
    if not names:
        return None
    stripped = text.strip()
    if stripped.startswith("[") and stripped.endswith(")]"):
        decoded, known = _PYTHONIC(stripped), frozenset(names)
        name = next((name for name in decoded.names() if name in known), None)
        if name is not None and not _spoken(name, decoded, heard):
            state, reason = _state(decoded, name)
            marker, at = f"[{name}(", text.index("[")
            return Leak("llama-pythonic", marker, at, name, state=state, reason=reason)
    if stripped.startswith(_FENCE):
        return _fenced_call(stripped, text.index(_FENCE), names, heard)
    for key in _NAME_KEYS:
        if key in text:
            return _json_call(text, names, heard)
    return None


def _spoken(name: str, decoded: Decoded, heard: Heard) -> bool:
    """Return whether the request writes calls of a tool in Python's notation itself.

    `name({...})` is none: a prompt that writes calls out so asks for no notation.
    """
    if not heard(f"{name}("):
        return False
    first = next((call.arguments for call in decoded.calls if call.name == name), None)
    return not heard(f"{name}({{") or any(heard(f"{name}({key}=") for key in object_of(first))


def _fenced_call(stripped: str, at: int, names: Collection[str], heard: Heard) -> Leak | None:
    """Return a call as Gemma and Gemini write it: Python's notation in a fence of its own kind."""
    inside = stripped[len(_FENCE) :].partition("```")[0].strip()
    if inside.startswith("print(") and inside.endswith(")"):
        inside = inside[len("print(") : -1]
    decoded = _PYTHONIC(f"[{inside.replace(_CODE_SIGN, '')}]")
    name = next((call.name for call in decoded.calls if call.name in names), None)
    if name is None or heard(_FENCE.lstrip("`")):
        return None
    return Leak("gemma-code", _FENCE, at, name)


def _json_call(text: str, names: Collection[str], heard: Heard) -> Leak | None:
    scan = Scan(text)
    at = -1
    for _ in range(_CANDIDATES):
        at = text.find("{", at + 1)
        if at < 0:
            return None
        end = scan.json_end(at, _LONGEST_JSON)
        if end is None:
            continue
        piece = text[at:end]
        name = _called(piece, names)
        if name is not None:
            return None if _demanded(heard) or heard(piece) else Leak("bare-json", piece, at, name)
    return None


def asks_for_json(heard: Heard) -> bool:
    """Return whether the request wants its answer as JSON: such text is data, not a call."""
    return any(heard(member) for member in _JSON_ASKED)


def _demanded(heard: Heard) -> bool:
    """Return whether the request's own prose shows calls as JSON with these members.

    Members in prose have escaped quotes in the request's JSON; tool definitions do not.
    """
    if asks_for_json(heard):
        return True
    return any(heard(f'\\"{key.strip(chr(34))}\\"') for key in _NAME_KEYS) and any(
        heard(f'\\"{key}\\"') for key in _ARGUMENT_KEYS
    )


def _called(piece: str, names: Collection[str]) -> str | None:
    """Return the offered name a JSON text calls: an object with a name and its arguments."""
    try:
        value = parse(piece)
    except (JsonError, UnicodeError):
        return None
    if not isinstance(value, dict):
        return None
    name = value.get("name", value.get("tool_name"))
    if not isinstance(name, str) or name not in names:
        return None
    given = [value.get(key) for key in _ARGUMENT_KEYS]
    # A definition that the model quotes has its schema where a call has its arguments.
    if any(isinstance(v, dict) and isinstance(v.get("properties"), dict) for v in given):
        return None
    return name if any(isinstance(v, dict | str) for v in given) else None
