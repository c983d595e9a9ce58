"""TC735: failed-marks-reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.quoted import SAYS_IT_FAILED, WHICH_FAILED
from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolResult
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.result_pairs import results_of

_FAILED, _WORKED = "failed", "worked"
_WORD: Final = re.compile(rf"\b(?:{_FAILED}|{_WORKED})\b")


@memoize
def _results(reading: Reading) -> tuple[ToolResult, ...]:
    """Return the results of which each was to be said whether its call failed, as the prompt names
    them; () where it asks for no such words, or other calls were made.
    """
    what = asked(reading)
    if what is None or WHICH_FAILED not in what.words or reading.reply.tool_calls:
        return ()
    made = [call for turn in what.since if isinstance(turn, AssistantTurn) for call in turn.calls]
    came = [one for turn in what.since if isinstance(turn, ResultsTurn) for one in turn.results]
    if [(one.name, one.arguments) for one in made] != [
        (one.name, one.arguments) for one in what.calls
    ]:
        return ()
    found = results_of(made, came)
    return tuple(one for one in found if one is not None) if None not in found else ()


def _told(reading: Reading) -> tuple[str, ...]:
    return tuple(_WORD.findall((reading.reply.text or "").lower()))


def _by_text(result: ToolResult) -> str:
    return _FAILED if result.content.startswith(SAYS_IT_FAILED) else _WORKED


def _due(reading: Reading) -> bool:
    """Return whether a reply says of each result whether its call failed, of those without a mark as they say."""
    results, told = _results(reading), _told(reading)
    if len(told) != len(results) or not any(one.error for one in results) or not whole(reading):
        return False
    return all(
        word == _by_text(one) for word, one in zip(told, results, strict=True) if not one.error
    )


def _marks_reach(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    told = _told(reading)
    if any(
        word == _WORKED and one.error for word, one in zip(told, _results(reading), strict=True)
    ):
        message = "The answer takes a call for one that worked whose result is marked as failed."
        yield Violation(reading.reply.text_pointer, message, _FAILED, ", ".join(told))


def _unmarked(name: str, mode: Mode) -> Change:
    """Plant the answer of a model that sees no mark."""

    def other(exchange: Exchange) -> Answer:
        results = _results(load_dialect(name).decode(exchange))
        if not any(one.error for one in results):
            raise LookupError("of no result that is marked is to be said whether its call failed")
        return Answer(text=", ".join(map(_by_text, results)), turn=len(results))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC735",
    name="failed-marks-reach",
    severity=dict.fromkeys(
        ("anthropic-messages", "bedrock-converse", "gemini-generate"), Severity.WARNING
    ),
    statement=(
        "The mark of a result that its call failed reaches the model: asked of each of several results "
        "whether its call failed, a reply that says so of one whose text says it, and not of one "
        "without either, says so of one that has the mark alone. A model may take the text's word for "
        "it; a run in which every such reply does is the server's doing."
    ),
    why=(
        "Chat Completions have no such mark. A gateway that turns results into its messages and "
        "leaves the mark out tells the model that each call worked: it reads what a tool was refused, "
        "or had when it broke off, as what it returned."
    ),
    breaks="agents that mark failures and leave what the tool said as it is (Claude Code, MCP's isError)",
    workaround="Begin the text of a failed result with words that say so.",
    source=Source(
        "docs",
        "Anthropic: a result with is_error is read by the model, which says so or tries again",
        "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use",
        "2026-11-30",
    ),
    check=_marks_reach,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance(
        "replies that say of each result whether its call failed, of those without a mark as they say",
        _due,
    ),
    mutations=mutations_for("told_marked", _unmarked),
    cases="""
SGLang (/v1/messages) | is_error is parsed and never read: a failed call looks like one that worked | https://github.com/sgl-project/sglang/issues/32610 | PR open 2026-07
Bifrost | is_error is dropped in Chat Completions, and every result of Converse is sent on as a success; Claude was shown to read the mark | https://github.com/maximhq/bifrost/issues/5450 | PR merged 2026-07
any-llm 1.26.0 | the Messages bridge drops is_error, five of five times | https://github.com/mozilla-ai/any-llm/issues/1311 | issue closed 2026-08
""",
)
