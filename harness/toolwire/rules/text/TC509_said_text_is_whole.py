"""TC509: said-text-is-whole."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.probe_echo import SHOWN
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.text.said_pieces import AROUND, BLANKS, LONG, altered, quoted_words
from toolwire.rules.views.probe_answer import said


def _streamed(reading: Reading) -> bool:
    """Return whether a stream was to say words alone, long enough to come in several pieces."""
    alone = reading.mode is Mode.STREAMING and not reading.reply.tool_calls
    return alone and len(quoted_words(reading)) >= LONG


def _is_whole(reading: Reading) -> Iterator[Violation]:
    wanted, came = quoted_words(reading), (reading.reply.text or "").strip(AROUND)
    streamed = reading.mode is Mode.STREAMING and len(wanted) >= LONG
    what = altered(wanted, came, in_pieces=streamed)
    # What a model may do once beside calls is counted of such replies alone (TC590).
    if what is not None and not (what.varies and reading.reply.tool_calls):
        shown = wanted[:SHOWN], came[:SHOWN]
        yield Violation(reading.reply.text_pointer, what.message, *shown, variance=what.varies)


RULE = Rule(
    id="TC509",
    name="said-text-is-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        'A text that the prompt quotes to be said (`Say "..."`) comes with its blanks, and a stream '
        "of it without a piece missing or doubled, with the blanks between its pieces and these in "
        "their order, without marks around them. Another text is the model's, and not judged; so is what a stream does to its "
        "pieces once, but not that every stream of a run does, or that several blanks are gone. Pieces of words "
        "beside calls are TC590's."
    ),
    why="The user reads words run together, or without some of them, in one mode or in both.",
    breaks="whoever joins the pieces as they come: every official SDK, and what is built on them",
    workaround="Do not stream, where whole replies are right.",
    source=Source(
        "docs",
        "OpenAI: the pieces of a stream, joined, are the text",
        "https://developers.openai.com/api/docs/guides/streaming-responses",
        "2026-11-24",
    ),
    check=_is_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("streams of a text alone that was quoted", _streamed, partly=True),
    mutations=(
        *mutations_for("say_so", said(lambda text: BLANKS.sub("", text)), fault="blanks dropped"),
        *mutations_for(
            "say_so",
            said(lambda text: text[:5] + text[9:]),
            modes=(Mode.STREAMING,),
            fault="a piece missing",
        ),
        *mutations_for(
            "say_so",
            said(lambda text: text.replace(" ", "", 2)),
            modes=(Mode.STREAMING,),
            fault="blanks between pieces",
        ),
        *mutations_for(
            "say_so",
            said(lambda text: text[6:12] + text[:6] + text[12:]),
            modes=(Mode.STREAMING,),
            fault="another order",
        ),
    ),
    cases="""
mistral.rs | streamed pieces came without blanks | https://github.com/EricLBuehler/mistral.rs/issues/63 | issue closed 2024-04
aprender 0.63.0 | a stream loses every blank and line break, the whole reply has them | https://github.com/paiml/aprender/issues/2367 | PR merged 2026-08
vllm-mlx | pieces of blanks alone are dropped with some tool parsers | https://github.com/waybarrios/vllm-mlx/issues/431 | issue closed 2026-04
""",
)
