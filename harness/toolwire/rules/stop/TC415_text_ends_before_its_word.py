"""TC415: text-ends-before-its-word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.ending import ending_words
from toolwire.rules.views.probe_answer import answered

#: The word that the question names; a suite has it in the text that is asked for.
WORD: Final = "amber"
#: What a tokenizer may leave of the text before the word.
_BETWEEN: Final = " \t\n,.;:"


def _ends_before(reading: Reading) -> Iterator[Violation]:
    text = reading.reply.text
    if not text or not reading.ok or reading.reply.tool_calls:
        return
    words = ending_words(reading)
    kept = next((word for word in words if word in text), None)
    if kept is not None:
        message = "The text has a word at which the request wants it to end."
        at = text.index(kept)
        shown = text[:at][-200:], text[at : at + 200]
        # Where the format has no reason for an end at a word, and vendors that document less than its own, a
        # server may pass the words over, and say so nowhere: it is told, and no more.
        read = text[at:].strip(_BETWEEN) == kept.strip(_BETWEEN)
        severity = None if read or _at_word(reading) or _is_due(reading) else Severity.INFO
        yield Violation(reading.reply.text_pointer, message, *shown, severity)
        return
    begun = _begun(words, text, reading)
    if begun:
        message = "The text ends within a word at which the request wants it to end."
        yield Violation(reading.reply.text_pointer, message, text[:-begun][-200:], text[-200:])
        return
    # A word that is told beside another reason is TC406's.
    if words and _came_to(words, text, reading) and not _named(words, reading):
        yield from _told(reading)


def _honoured(reading: Reading) -> bool:
    """Return whether a text ended where the user wrote a word at which it had to end."""
    words, text = ending_words(reading), reading.reply.text or ""
    return bool(words and text.strip()) and reading.ok and _came_to(words, text, reading)


def _came_to(words: tuple[str, ...], text: str, reading: Reading) -> bool:
    """Return whether the user wrote out the text and, behind it, the word at which it had to end."""
    before, found, rest = _asked(reading).partition(text.strip())
    del before
    return bool(found) and rest.lstrip(_BETWEEN).startswith(words)


def _asked(reading: Reading) -> str:
    """Return what the user wrote last; "" where something else comes last."""
    turns = () if reading.conversation is None else reading.conversation.turns
    return turns[-1].text if turns and isinstance(turns[-1], UserTurn) else ""


def _begun(words: tuple[str, ...], text: str, reading: Reading) -> int:
    """Return how many characters of a word stand at the end of a text that the user wrote out, the rest of the word not.

    A server that sends each piece at once has sent these before it knew that they are of the word. A limit
    may cut there, too.
    """
    stop = reading.reply.stop
    if stop is not None and load_dialect(reading.dialect).stops.get(stop) == "length":
        return 0
    said = _asked(reading)
    for word in words:
        for size in range(len(word) - 1, 0, -1):
            if text.endswith(word[:size]) and text.lstrip() + word[size:] in said:
                return size
    return 0


def _named(words: tuple[str, ...], reading: Reading) -> bool:
    """Return whether the answer tells the word itself, as Anthropic's do."""
    told = (reading.body, *(event.json for event in reading.events))
    documents = [one for one in told if isinstance(one, dict)]
    holders = (holder for one in documents for holder in (one, object_of(one.get("delta"))))
    return any(holder.get("stop_sequence") in words for holder in holders)


def _at_word(reading: Reading) -> str:
    """Return the reason that the format has for an end at a word; "" for none of its own."""
    words = load_dialect(reading.dialect).wire.stop_words
    return "" if words is None else words.at_word


def _is_due(reading: Reading) -> bool:
    """Return whether nobody documents the format without such words."""
    form = load_dialect(reading.dialect).wire.request
    return form is not None and (form.one_document or form.ends_alike)


def _told(reading: Reading) -> Iterator[Violation]:
    dialect, stop = load_dialect(reading.dialect), reading.reply.stop
    own = _at_word(reading)
    if stop is None or (own and stop == own):
        return
    wrong = bool(own) or dialect.stops.get(stop) == "length"
    if wrong:
        message = "The text ended at a word of the request, and the reason is another."
        yield Violation("", message, own or "the word for an end", stop)


@in_dialect
def _question(name: str, body: JsonObject) -> None:
    form = load_dialect(name).wire.request
    assert form is not None
    *path, last = form.ends_at
    for step in path:
        body = object_of(body.setdefault(step, {}))
    # A case may name the word by itself.
    named = body.setdefault(last, [WORD])
    if isinstance(named, list) and WORD not in named:
        named.append(WORD)


RULE = Rule(
    id="TC415",
    name="text-ends-before-its-word",
    severity=dict.fromkeys(
        (
            "anthropic-messages",
            "bedrock-converse",
            "chatml",
            "cohere-v1",
            "cohere-v2",
            "gemini-generate",
            "ollama-chat",
            "openai-chat",
        ),
        Severity.WARNING,
    ),
    statement=(
        "The text ends before the first of the words that the request names as its ends, and has "
        "none of them, nor the beginning of one. A text that goes on behind one, where the server does not read the words at "
        "all, is information in formats that have no reason for such an end, but for those that "
        "nobody documents without the words (Ollama's, Google's, Cohere's v1 and completions), for "
        "a server that ends there without tools and not beside them, for one that reads the word in "
        "a list and not by itself, where a format has both, and for one that reads it as the first "
        "of a list and not as the second. Where the user wrote the whole "
        "text out and it ended there, the reason says so: stop_sequence, STOP_SEQUENCE, or where a "
        "format has no such word, any but that of the limit."
    ),
    why=(
        "Prompts that end at a fence or a next speaker's name run on, and the parser behind them "
        "reads both; told as a cut by the limit, the answer is asked to go on."
    ),
    breaks="LangChain's ReAct agents, which have a step end at Observation: and would read what the model "
    "makes up behind it; prompts that end at a fence or the next speaker",
    workaround="Cut the text at the word.",
    source=Source(
        "docs",
        "OpenAI, stop: the returned text will not contain the stop sequence; Anthropic, stop_reason: "
        "stop_sequence, if one of the custom stop_sequences was generated",
        "https://platform.openai.com/docs/api-reference/chat/create",
        "2026-11-24",
    ),
    check=_ends_before,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=_question,
    honoured=_honoured,
    mutations=(
        *mutations_for("plain_text", answered(Answer(text="green, blue, amber")), fault="kept"),
        *mutations_for(
            "plain_text", answered(Answer(text="green, blue, amber, violet")), fault="passed over"
        ),
    ),
    cases="""
TGI 2.0 | the text ends with the stop sequence | https://github.com/huggingface/text-generation-inference/issues/1724 | issue closed
TGI 2.0 | stop is passed over in /v1/completions | https://github.com/huggingface/text-generation-inference/issues/1999 | issue closed
Aphrodite | a stop sequence does not stop the text | https://github.com/dphnAI/sonar/issues/742 | issue closed
LiteLLM 1.96 | stop_sequences dropped on /v1/messages, reason end_turn | https://github.com/BerriAI/litellm/issues/37118 | issue open 2026-08
KoboldCpp 1.121 | finish_reason length for a custom stop string | https://github.com/LostRuins/koboldcpp/issues/2481 | issue closed 2026-09
imp | stop_reason end_turn and stop_sequence null for a stop sequence | https://github.com/kekzl/imp/issues/1550 | issue closed 2026-08
""",
)
