"""TC731: results-reach-the-model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import (
    asked,
    has_any,
    place_of,
    repeats,
    results_due,
    told,
    whole,
)
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.several_results import called_again, in_several_parts

#: Where thoughts stand apart from what is said, and a reply may have them alone.
_THINKING: Final = ("anthropic-messages", "bedrock-converse", "openai-chat")


def _due(reading: Reading) -> bool:
    """Return whether a reply was to repeat results and did not go on to another call."""
    what = asked(reading)
    # Who called with what nobody can read may well call again.
    if any(call.parse_error is not None for call in reading.reply.tool_calls):
        return False
    # Results that failed, and nothing else, are TC736's.
    due = any(one.words for one in results_due(reading) if not one.result.error)
    if what is None or not due or not whole(reading):
        return False
    # Words in the place of a list of parts are TC763's.
    if not reading.reply.tool_calls and in_several_parts(reading):
        return False
    # Where some calls of several came again the others' results were read: TC733's.
    return not reading.reply.tool_calls or (
        repeats(reading, what.since) and not called_again(reading)
    )


def _results_reach(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    reply = reading.reply
    words = frozenset[str]().union(*(one.words for one in results_due(reading)))
    said = bool((reply.text or "").strip())
    there = not reply.tool_calls and has_any(told(reading), words)
    if said and there:
        return
    if reply.tool_calls:
        message = "The calls that were just answered came again."
    elif there:
        message = "The results stand in the thoughts of a reply that says nothing."
    elif not said:
        message = "The results were answered with nothing, though they were to be repeated."
    else:
        message = "The answer has no word of what the tools returned, though it was to repeat it."
    actual = reply.tool_calls[0].name if reply.tool_calls else (reply.text or "")[:200]
    yield Violation(place_of(reading), message, "words of the results", actual)


RULE = Rule(
    id="TC731",
    name="results-reach-the-model",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What the tools returned reaches the model: asked to repeat it word for word, a reply has a "
        "word of it that stands nowhere else in the request, and does not make the same calls "
        "again; a thought is no word of it where the reply says nothing. A model may disobey, so "
        "that one reply shows nothing; a run in which none ever has such a word does. A reply that "
        "goes on to another call is not judged."
    ),
    why=(
        "A server whose template drops results, or whose answer to them is always empty, makes an "
        "agent call the same tool for ever, or end its turn with nothing."
    ),
    breaks="every loop of calls and results: pi behind omlx (omlx#788), AstrBot behind CLIProxyAPI",
    workaround="Send the results once more as words of the user.",
    source=Source(
        "docs",
        "OpenAI: the output of a function goes back to the model, which answers with it",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_results_reach,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies to results that were to be repeated", _due),
    mutations=(
        *mutations_for(
            "told_back", answered(Answer(text="All is done.", turn=1)), fault="not a word of it"
        ),
        *mutations_for(
            "told_back",
            answered(Answer(reasoning="It returned 18 C at gauge 4d1e.", turn=1)),
            _THINKING,
            fault="in thoughts",
        ),
    ),
    cases="""
omlx | fields of results were stripped before the template: the same call came again without end | https://github.com/jundot/omlx/issues/789 | PR merged 2026-04
CLIProxyAPI (Gemini) | the model makes the same call again after its result | https://github.com/router-for-me/CLIProxyAPI/issues/565 | issue closed 2025-12
openclaw | an empty result is dropped and the first question is asked again | https://github.com/openclaw/openclaw/issues/139975 | issue closed 2026-09
""",
)
