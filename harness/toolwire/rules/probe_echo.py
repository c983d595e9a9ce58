"""Probes of what comes back: calls and texts that a prompt writes out, to be repeated as they are.

A model may disobey, and that is no server's fault. So a difference counts only where it is one
that parsers make and models seldom do, and each rule says which.
"""

from __future__ import annotations

import html
import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import DIALECTS, Answer, PlannedCall, dialect
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import Json, ToolCall, UserTurn
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chance import has_several
from toolwire.rules.faults import Change, planted
from toolwire.rules.probe_answer import answered
from toolwire.rules.rule import Flaw, Rule, Source, Subject, Variance
from toolwire.rules.wires import ANTHROPIC, CHAT, OLLAMA, RESPONSES

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_OBSERVED: Final = Source("observed", "Public threads, see the cases", "", _READ)
_SHOWN: Final = 200


def _wanted(reading: Reading) -> list[PlannedCall]:
    """Return the calls that the last words of the user write out, of tools that are offered."""
    asked = reading.asked
    if asked is None or not asked.turns or not isinstance(asked.turns[-1], UserTurn):
        return []
    offered = {tool.name for tool in asked.tools}
    return [call for call in spelt_out(asked.turns[-1].text) if call.name in offered]


def _pairs(reading: Reading) -> Iterator[tuple[PlannedCall, ToolCall]]:
    """Pair what was written out with what came: calls of one name in their order."""
    came: dict[str | None, deque[ToolCall]] = {}
    for call in reading.reply.tool_calls:
        came.setdefault(call.name, deque()).append(call)
    for wanted in _wanted(reading):
        if others := came.get(wanted.name):
            yield wanted, others.popleft()


def _texts(wanted: Json, came: Json) -> Iterator[tuple[str, Json]]:
    """Yield every text of a wanted value that did not come back, with what came in its place."""
    if isinstance(wanted, dict):
        there = object_of(came)
        for key, value in wanted.items():
            if key in there:
                yield from _texts(value, there[key])
    elif isinstance(wanted, list):
        if isinstance(came, list) and len(came) == len(wanted):
            for value, other in zip(wanted, came, strict=True):
                yield from _texts(value, other)
    elif isinstance(wanted, str) and came != wanted:
        yield wanted, came


def _changed(reading: Reading) -> Iterator[tuple[ToolCall, str, Json]]:
    for wanted, call in _pairs(reading):
        if call.parse_error is None:
            for text, came in _texts(wanted.arguments, call.arguments):
                yield call, text, came


def _spelled_in_ascii(text: str) -> str:
    return json.dumps(text)[1:-1]


def _without_one_layer(text: str) -> str:
    try:
        value = parse(f'"{text}"')
    except JsonError:
        return text
    return value if isinstance(value, str) else text


def _as_latin(text: str) -> str:
    return text.encode("utf-8", "replace").decode("latin-1")


#: What parsers do to text -> how it then reads.
_MANGLED: Final[Mapping[str, Callable[[str], str]]] = {
    "HTML entities were written": html.escape,
    "HTML entities were written, quotes left alone": lambda t: html.escape(t, quote=False),
    "HTML entities were read": html.unescape,
    "tags were taken out": lambda t: re.sub(r"<[^<>]*>", "", t),
    "it was escaped once more": lambda t: json.dumps(t, ensure_ascii=False)[1:-1],
    "it was escaped once more, in ASCII": _spelled_in_ascii,
    "it was unescaped once more": _without_one_layer,
    "UTF-8 was read as Latin-1": _as_latin,
    "other letters than ASCII were dropped": lambda t: re.sub(r"[^\x00-\x7f]+", "", t),
    "other letters than ASCII became question marks": lambda t: re.sub(r"[^\x00-\x7f]", "?", t),
    "letters beyond the basic plane were replaced": lambda t: re.sub(
        r"[^\u0000-\uffff]", "\ufffd", t
    ),
    "the underscores of a number were dropped": lambda t: re.sub(r"(?<=\d)_(?=\d)", "", t),
    "the leading zeros of a number were dropped": lambda t: re.sub(r"\b0+(?=\d)", "", t),
}


def _how(text: str, came: Json) -> str | None:
    """Return what a parser did to a text; None where it may have been the model."""
    if isinstance(came, str):
        return next((how for how, mangle in _MANGLED.items() if mangle(text) == came), None)
    return "it was read as a value" if _value_of(text) == (came,) else None


def _value_of(text: str) -> tuple[Json, ...]:
    """Return the value a loose parser reads in a text, as JSON or as Python; () for none."""
    plain = text.strip().replace("_", "")
    for spelled in (plain, plain.lower(), plain.lstrip("0") or "0"):
        try:
            return (parse(spelled),)
        except JsonError:
            continue
    return (None,) if plain == "None" else ()


def _strings_unchanged(reading: Reading) -> Iterator[Flaw]:
    for call, text, came in _changed(reading):
        how = _how(text, came)
        if how is not None:
            message = f"A text came back changed as parsers change it: {how}."
            shown = came[:_SHOWN] if isinstance(came, str) else came
            yield Flaw(call.pointer, message, text[:_SHOWN], shown)
            return


def _chunks_joined(reading: Reading) -> Iterator[Flaw]:
    for call, text, came in _changed(reading):
        if isinstance(came, str) and _recut(text, came):
            message = "A piece of a text is missing from it or stands in it twice."
            yield Flaw(call.pointer, message, text[:_SHOWN], came[:_SHOWN])
            return


def _texts_due(reading: Reading) -> bool:
    """Return whether a call came that was written out, with arguments."""
    return any(wanted.arguments for wanted, _ in _pairs(reading))


def _recut(text: str, came: str) -> bool:
    """Return whether one text is the other with one piece missing or doubled.

    A single letter or digit is left to the model.
    """
    before = _common(text, came)
    after = _common(text[::-1], came[::-1])
    if len(came) < len(text):
        lost = len(text) - len(came)
        piece = text[before : before + lost]
        return before + after >= len(came) and not (lost == 1 and piece.isalnum())
    more = len(came) - len(text)
    piece = came[before : before + more]
    doubled = before + after >= len(text) and piece in (
        text[max(0, before - more) : before],
        text[before : before + more],
    )
    return more > 0 and doubled and not (more == 1 and piece.isalnum())


def _common(one: str, other: str) -> int:
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _several_due(reading: Reading) -> bool:
    """Return whether several calls were written out, and any came in a reply that was not cut."""
    asked = reading.asked
    if not reading.reply.tool_calls or asked is None or asked.parallel is False:
        return False
    cut = dialect(reading.dialect).stops.get(reading.reply.stop or "") == "length"
    return not cut and len(_wanted(reading)) > 1


def _all_returned(reading: Reading) -> Iterator[Flaw]:
    came, wanted = reading.reply.tool_calls, _wanted(reading)
    if len(came) < len(wanted) and _several_due(reading):
        message = "Fewer calls came than the prompt writes out: some may have been lost."
        yield Flaw(came[-1].pointer, message, len(wanted), len(came))


def _again(
    change: Callable[[list[PlannedCall]], list[PlannedCall]],
) -> Callable[[str, Mode], Change]:
    """Plant an answer with other calls than the prompt writes out."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            return Answer(calls=tuple(change(_wanted(dialect(name).decode(exchange)))))

        return answered(other)(name, mode)

    return plant


def _with_location(
    change: Callable[[str], str],
) -> Callable[[list[PlannedCall]], list[PlannedCall]]:
    def apply(calls: list[PlannedCall]) -> list[PlannedCall]:
        first, *others = calls
        location = change(str(first.arguments["location"]))
        return [PlannedCall(first.name, {"location": location}), *others]

    return apply


_PARSED: Final = (ANTHROPIC, CHAT, OLLAMA, RESPONSES)
_IN_WORDS: Final = ("chatml", "prompted")

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC308",
        name="strings-unchanged",
        severity={
            **dict.fromkeys(DIALECTS, Severity.ERROR),
            **dict.fromkeys(_IN_WORDS, Severity.WARNING),
        },
        statement=(
            "A text that the prompt writes out inside a call comes back byte for byte. Only what "
            "parsers do counts: HTML entities, tags taken out, one escape too many or too few, "
            "UTF-8 read as Latin-1, letters dropped or replaced, digits folded, a text read as a "
            "number, a boolean or null. Another text is the model's, and not judged; what decides "
            "it is a backend with a fixed answer."
        ),
        why="The tool gets another text than the model wrote, and is called again and again.",
        breaks=(
            "No client can tell: openai-node's runTools, openai-agents, the tool runners of "
            "anthropic-python and anthropic-node, LangChain, pydantic-ai, llama_index and the "
            "Vercel AI SDK run the tool with the other text. Over SGLang's GLM parser agents ask "
            "again for ever (sglang#30644)."
        ),
        workaround="Read texts by the schema's type, and never evaluate them.",
        source=_OBSERVED,
        check=_strings_unchanged,
        subject=Subject.PROBE,
        needs_request=True,
        mutations=(
            *planted("spelt_out", _again(_with_location(html.escape)), DIALECTS, fault="entities"),
            *planted(
                "spelt_out",
                _again(_with_location(lambda t: t.replace("123_456", "123456"))),
                (CHAT,),
                fault="underscore",
            ),
            *planted("spelt_out", _again(_with_location(_as_latin)), (CHAT,), fault="Latin-1"),
        ),
    ),
    Rule(
        id="TC651",
        name="parallel-all-returned",
        severity=dict.fromkeys(DIALECTS, Severity.WARNING),
        statement=(
            "A reply to a prompt that writes out several calls for one reply holds all of them as "
            "calls of their own. A model may make fewer: what tells the two apart is a backend with "
            "a fixed answer, or a run in which no reply ever has more than one. A reply without any "
            "is not judged."
        ),
        why="Where only the first or the last call survives, the work of the others is lost.",
        breaks="agents that fan out, with LM Studio 0.3.17 and others",
        workaround="Ask for one call at a time.",
        source=_OBSERVED,
        check=_all_returned,
        subject=Subject.PROBE,
        needs_request=True,
        variance=Variance(
            "replies with a call where several were written out",
            _several_due,
            shown=has_several,
        ),
        mutations=planted("spelt_out", _again(lambda calls: calls[:2]), DIALECTS),
    ),
    Rule(
        id="TC916",
        name="chunking-independent",
        severity=dict.fromkeys(_PARSED, Severity.WARNING),
        statement=(
            "What a stream adds up to does not depend on where the backend cut it. Judged on one "
            "stream, by its bytes: a text that the prompt writes out, with braces, quotes and tags "
            "in it, does not come back with a piece missing or doubled. One letter or digit is left "
            "to the model. A model may drop a word itself, so this is a warning; the same text cut "
            "in other places, which proves it, needs a backend with a fixed answer."
        ),
        why="Stream parsers that look at one piece at a time lose braces, markers or whole calls.",
        breaks="clients of vLLM's stream parsers, and of others like them",
        workaround="Do not stream where tools are offered.",
        source=_OBSERVED,
        check=_chunks_joined,
        subject=Subject.PROBE,
        modes=(Mode.STREAMING,),
        needs_request=True,
        variance=Variance("streams with a call whose texts were written out", _texts_due),
        mutations=(
            *planted(
                "spelt_out",
                _again(_with_location(lambda t: t.replace("{A", ""))),
                _PARSED,
                (Mode.STREAMING,),
                "a piece missing",
            ),
            *planted(
                "spelt_out",
                _again(_with_location(lambda t: t.replace("& B", "& B& B"))),
                (CHAT,),
                (Mode.STREAMING,),
                "a piece doubled",
            ),
        ),
    ),
)
