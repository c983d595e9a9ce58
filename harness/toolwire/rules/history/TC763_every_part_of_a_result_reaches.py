"""TC763: every-part-of-a-result-reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import ResultsTurn
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_lines
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import (
    asked,
    has_any,
    results_due,
    telling,
    told,
    whole,
    words_of,
)
from toolwire.rules.views.probe_answer import answered, results_taken, turned_away

#: Whose results may be lists of text parts; Cohere's may be of documents as well.
_IN_PARTS: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "openai-chat",
    "openai-responses",
)
#: How the parts of a list look that somebody wrote out as text.
_SPELLED: Final = re.compile(r"""\{\s*\\*["'](?:type|text)\\*["']\s*:""")
_SHOWN: Final = 200

_parts_taken = results_taken("A tool result of several parts is refused.")


def _marks(reading: Reading) -> tuple[frozenset[str], ...]:
    """Return the telling words that one part alone has, of each part of a result that was to be repeated."""
    due = results_due(reading)
    if len(due) != 1 or due[0].result.error or reading.reply.tool_calls:
        return ()
    # Readers join parts with or without a line break.
    parts = filter(None, due[0].result.content.splitlines())
    lines = [telling(words_of((part,))) & due[0].words for part in parts]
    others = [frozenset[str]().union(*lines[:n], *lines[n + 1 :]) for n in range(len(lines))]
    alone = tuple(mine - theirs for mine, theirs in zip(lines, others, strict=True))
    return alone if len(alone) > 1 and all(alone) else ()


def _due(reading: Reading) -> bool:
    """Return whether a reply in words was to repeat a result of several parts."""
    return bool(reading.reply.text) and whole(reading) and bool(_marks(reading))


def _has_parts(reading: Reading) -> bool:
    """Return whether a result has several parts: one of a call whose arguments nobody can read has
    an only line.
    """
    what = asked(reading)
    last = what.since[-1] if what is not None and what.since else None
    return isinstance(last, ResultsTurn) and any(
        len(one.content.splitlines()) > 1 for one in last.results
    )


def _every_part(reading: Reading) -> Iterator[Violation]:
    if _has_parts(reading):
        yield from _parts_taken(reading)
    if not _due(reading):
        return
    text, marks, said = reading.reply.text or "", _marks(reading), told(reading)
    there = sum(has_any(said, mine) for mine in marks)
    if not there:
        message = "The answer has no word of the result, whose parts were to be repeated: they may not reach the model."
    elif there < len(marks):
        message = "One part of the result is repeated, another is not, though all was to be."
    elif _SPELLED.search(text) and not _SPELLED.search(results_due(reading)[0].result.content):
        message = "The result is repeated as the JSON of its parts: so it reached the model."
    else:
        return
    yield Violation(reading.reply.text_pointer, message, len(marks), text[:_SHOWN], variance=True)


RULE = Rule(
    id="TC763",
    name="every-part-of-a-result-reaches",
    severity=dict.fromkeys(_IN_PARTS, Severity.WARNING),
    statement=(
        "A tool result of several text parts is taken, and each part reaches the model as text: "
        "asked to repeat the result word for word, a reply in words has a word of each, and does "
        "not spell out the list that held them. A model may leave a part out, or all; a run in "
        "which every such reply does is the server's doing. A refusal is."
    ),
    why="What stands behind the first part is lost in silence, and the model goes on without it.",
    breaks="clients of MCP servers, whose results are lists of parts, behind gateways that read the first",
    workaround="Join the parts to one text.",
    source=Source(
        "docs",
        "Anthropic: the content of a tool_result is a text or a list of blocks; MCP: a result's content is a list",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-28",
    ),
    check=_every_part,
    subject=Subject.PROBE,
    always=True,
    needs_request=True,
    question=in_lines,
    variance=Variance(
        "replies in words that were to repeat a result of several parts", _due, partly=True
    ),
    mutations=(
        *mutations_for(
            "told_in_lines",
            answered(Answer(text="18 C at gauge 4d1e", turn=1)),
            fault="first alone",
        ),
        *mutations_for(
            "told_in_lines",
            answered(Answer(text="It returned nothing.", turn=1)),
            fault="no word",
        ),
        *mutations_for(
            "told_in_lines",
            answered(
                Answer(
                    text='[{"type": "text", "text": "18 C at gauge 4d1e"}, {"type": "text", "text": "21 C on 9f27"}]',
                    turn=1,
                )
            ),
            fault="spelled out",
        ),
        # Last: `serve` plants the first that shows, and a refused list is also TC705's, and TC701's of Converse.
        *mutations_for("told_in_lines", turned_away(), fault="refused"),
    ),
    cases="""
agentUniverse | of a list of text blocks the last one alone is kept | https://github.com/agentuniverse-ai/agentUniverse/issues/1062 | issue open 2026-08
LiteLLM | a tool_result whose content is a list is lost on the way to Gemini | https://github.com/BerriAI/litellm/issues/23712 | issue open 2026-03
""",
)
