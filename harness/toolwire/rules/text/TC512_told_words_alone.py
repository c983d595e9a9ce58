"""TC512: told-words-alone."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import JsonError, parse
from toolwire.model.exchange import Exchange
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.groups import EVERY_FORMAT, EVERYWHERE
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, asks_outright, to_say, tries_letters
from toolwire.rules.views.chat import telling_parts
from toolwire.rules.views.probe_answer import answered

_ROLE: Final = re.compile(
    r"\s*(?:(?:assistant|model|user|human|system|bot|ai)\s*:\s|(?:assistant|model)\s*\n)",
    re.IGNORECASE,
)
#: A text part, as JSON or as Python writes it.
_IN_PARTS: Final = re.compile(r"""\{\s*["']type["']\s*:\s*["']text["']\s*,\s*["']text["']\s*:""")
_IN_A_PART: Final = ("The text came as a part of content, with the marks around it.", False)
_TAGGED: Final = re.compile(r"\s*<([a-z_]{1,30})>(.*)</\1>\s*", re.DOTALL | re.IGNORECASE)
#: A JSON Schema of a tool, as templates write it into a prompt.
_SCHEMA: Final = '"properties"'
_SHOWN: Final = 200
#: What languages write for nothing, where it was made a text. Chat Completions' is TC504's, and
#: Cohere's v2 has a plan beside its calls.
_NOTHING: Final = frozenset({"null", "None", "undefined"})
_BESIDE: Final = tuple(name for name in EVERYWHERE if name not in {"cohere-v2", "openai-chat"})


def _counts(reading: Reading) -> bool:
    """Return whether a reply says something that it was told to, with a capital that can be lost."""
    told, said = to_say(reading), (reading.reply.text or "").casefold()
    return any(one != one.lower() and one.casefold() in said for one in told)


def _echo(reading: Reading, text: str) -> str | None:
    """Return what of its request a text repeats, in words; None for nothing."""
    what = asked(reading)
    assert what is not None
    said = text.casefold()
    if what.words.casefold().strip() in said:
        return "The text repeats the words of the user."
    if _SCHEMA in text and any(tool.name in text for tool in what.tools):
        return "The text repeats the tools that are offered."
    return None


def _wrapped(text: str, told: str) -> bool:
    """Return whether a text is a JSON object around what was to be said, or bytes as Python shows them."""
    text = text.strip()
    if text[:2] in ("b'", 'b"') and text[-1] == text[1]:
        return True
    if not text.startswith("{"):
        return False
    try:
        value = parse(text.encode())
    except (JsonError, UnicodeError):
        return False
    return isinstance(value, dict) and any(
        isinstance(one, str) and told.casefold() in one.casefold() for one in value.values()
    )


def _respelled(text: str, told: str) -> tuple[str, bool] | None:
    """Return what became of the letters of a text that was told, and whether a model may do it."""
    if tries_letters(told):
        return None  # TC511's
    if told in text:
        wrapped = _IN_PARTS.search(text) and not _IN_PARTS.search(told)
        return _IN_A_PART if wrapped else None
    if told in html.unescape(text):
        return "The text came with its characters escaped as in HTML.", False
    other = {told.lower(), told.upper()} - {told}
    if any(one in text for one in other):
        return "The text came in other letters, all small or all capital.", True
    return None


def _told_wrong(text: str, told: str) -> str | None:
    if text.casefold().count(told.casefold()) > 1:
        return "The text came twice."
    if (tagged := _TAGGED.fullmatch(text)) and told.casefold() in tagged[2].casefold():
        return "The text came inside a tag."
    return (
        "The text came inside a JSON object, or as bytes are shown."
        if _wrapped(text, told)
        else None
    )


def _alone(reading: Reading) -> Iterator[Violation]:
    told, text = to_say(reading), reading.reply.text or ""
    # The message of a choice is TC504's.
    calls = reading.reply.tool_calls
    if text in _NOTHING and calls and asks_outright(reading) and not telling_parts(reading):
        message = "The text is the word for nothing, beside calls."
        yield Violation(reading.reply.text_pointer, message, None, text)
    if not told:
        return
    found = next((one for one in (_respelled(text, one) for one in told) if one), None)
    message, varies = found or ("", True)
    message = message or _echo(reading, text) or ""
    if not message and _ROLE.match(text):
        message = "The text begins with the name of a role."
    message = message or _told_wrong(text, told[0]) or ""
    if message:
        wanted, came = told[0][:_SHOWN], text[:_SHOWN]
        yield Violation(reading.reply.text_pointer, message, wanted, came, variance=varies)


def _said(change: Callable[[str, str], str]) -> Plant:
    """Plant a text made of what is to be said and of the user's words."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            what = asked(load_dialect(name).decode(exchange))
            if what is None or what.quoted is None:
                raise LookupError("no words are to be said")
            return Answer(text=change(what.quoted, what.words))

        return answered(other)(name, mode)

    return plant


def _null_beside(name: str, mode: Mode) -> Change:
    """Plant the word null beside the calls that are written out."""

    def other(exchange: Exchange) -> Answer:
        return Answer("null", tuple(wanted_value(load_dialect(name).decode(exchange))))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC512",
    name="told-words-alone",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A reply that is told what to say, and nothing else, or to repeat results word for word, "
        "says it once, in its own letters, and does not repeat the request: the user's words, the "
        "tools, a role, and no tag around it. The word null beside calls is no text either. What "
        "the assistant said before is TC151's, and texts with accents, apostrophes and `&` have "
        "their letters held by TC511. A model may do any of it, but for characters escaped as in "
        "HTML and the marks of a part of content; that every such reply of a run does is the "
        "server's doing."
    ),
    why="The user reads a prompt, or the answer twice, and it goes back with the history.",
    breaks="whoever shows the text as it came",
    workaround="Cut what the reply was not asked for.",
    source=Source(
        "docs",
        "OpenAI: the content of a message is what the model says, without the prompt",
        "https://developers.openai.com/api/docs/guides/text",
        "2026-11-24",
    ),
    check=_alone,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that say what they were told, with a capital", _counts, partly=True),
    mutations=(
        *mutations_for("spelt_alone", _null_beside, _BESIDE, fault="null beside calls"),
        *mutations_for("say_so", _said(lambda text, words: f"{words} {text}"), fault="the prompt"),
        *mutations_for("say_so", _said(lambda text, _: f"{text} {text}"), fault="twice"),
        *mutations_for("say_so", _said(lambda text, _: text.upper()), fault="capitals"),
        *mutations_for("say_so", _said(lambda text, _: f"Human: {text}"), fault="a role"),
        *mutations_for(
            "say_so", _said(lambda text, _: f'{{"response":"{text}"}}'), fault="in an object"
        ),
    ),
)
