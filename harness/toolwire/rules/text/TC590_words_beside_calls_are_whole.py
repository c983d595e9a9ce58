"""TC590: words-beside-calls-are-whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.arguments.probe_echo import SHOWN, wanted_value
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.text.said_pieces import AROUND, LONG, altered, quoted_words
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.probe_answer import answered

#: Whose replies have words and calls side by side. Cohere's words are its plan.
_SIDE_BY_SIDE: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "gemini-generate",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
)


def _quoted(reading: Reading) -> str:
    """Return the words that a reply with calls was to say, and says in whatever form; "" for none."""
    words = quoted_words(reading) if reading.reply.tool_calls else ""
    return words if len(words) >= LONG else ""


def _due(reading: Reading) -> bool:
    return bool(_quoted(reading))


def _are_whole(reading: Reading) -> Iterator[Violation]:
    wanted, came = _quoted(reading), (reading.reply.text or "").strip(AROUND)
    what = altered(wanted, came, in_pieces=True)
    # What no model does is TC509's, wherever the words stand.
    if what is not None and what.varies:
        yield Violation(reading.reply.text_pointer, what.message, wanted[:SHOWN], came[:SHOWN])


def _cut(cut: slice) -> Plant:
    """Return what plants an answer with a part of the words that were to be said, and the calls."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            reading = load_dialect(name).decode(exchange)
            what, calls = asked(reading), wanted_value(reading)
            if what is None or not what.quoted or not calls:
                raise LookupError("no words are to be said beside calls")
            return Answer(text=what.quoted[cut], calls=tuple(calls))

        return answered(other)(name, mode)

    return plant


RULE = Rule(
    id="TC590",
    name="words-beside-calls-are-whole",
    severity=dict.fromkeys(_SIDE_BY_SIDE, Severity.WARNING),
    statement=(
        'A text that the prompt quotes to be said beside a call (`Say "..." and then call ...`) comes without a '
        "piece missing or doubled, at its end before the call as well. Another text is the model's, and not "
        "judged; nor is what it leaves out once, but that every such reply of a run, or of one mode, does. A text "
        "without calls is TC509's."
    ),
    why=(
        "The user reads half of a sentence, and the history that goes back says what the model did "
        "not: a gateway that turns to the call drops what it still held of the words."
    ),
    breaks="agents that show what a model says before it acts: every official SDK hands it on as it came",
    workaround="Do not stream, where whole replies are right.",
    source=Source(
        "docs",
        "Anthropic, tool use: a reply may have text before its tool_use blocks; the pieces of a stream, joined, "
        "are the text",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
        "2026-11-28",
    ),
    check=_are_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with words beside calls that were quoted", _due),
    mutations=(
        *mutations_for("said_at_length", _cut(slice(-30)), _SIDE_BY_SIDE, fault="the end missing"),
        *mutations_for(
            "said_at_length", _cut(slice(9, None)), _SIDE_BY_SIDE, fault="the beginning missing"
        ),
    ),
)
