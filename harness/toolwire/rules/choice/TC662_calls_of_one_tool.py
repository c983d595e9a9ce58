"""TC662: calls-of-one-tool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole, written

#: What stands in the place of a value that an earlier result has to tell.
_LATER = '"<'


def _twice_wanted(reading: Reading) -> frozenset[str]:
    """Return the tools of which a reply was to have several calls; () where it could not show."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or not reading.reply.tool_calls or not whole(reading):
        return frozenset()
    if conversation.parallel is False or conversation.legacy or _LATER in what.words:
        return frozenset()
    calls = {(call.name, written(call.arguments)) for call in wanted_value(reading)}
    wanted = Counter(name for name, _ in calls)
    # One call where other tools were to be called too is TC651's.
    if len(reading.reply.tool_calls) == 1 and len(wanted) > 1:
        return frozenset()
    return frozenset(name for name, number in wanted.items() if number > 1)


def _due(reading: Reading) -> bool:
    return bool(_twice_wanted(reading))


def _of_one_tool(reading: Reading) -> Iterator[Violation]:
    wanted, came = _twice_wanted(reading), reading.reply.tool_calls
    different = Counter(name for name, _ in {(call.name, written(call.arguments)) for call in came})
    if wanted and all(different[name] <= 1 for name in wanted):
        message = "Of several calls of one tool that the prompt writes out, one came."
        yield Violation(came[-1].pointer, message, "each of them", len(came))


RULE = Rule(
    id="TC662",
    name="calls-of-one-tool",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply may hold several calls of one tool with other arguments: where the prompt writes out "
        "such calls, each of them comes, and not the first one again. A model may make one; that no "
        "reply of a run, or of a mode, has two is the server's doing."
    ),
    why="Calls that are kept by the name of their tool are lost but for one: a city of three is looked up.",
    breaks="agents that fan out over one tool",
    workaround="Ask for one call of a tool at a time.",
    source=Source(
        "docs",
        "OpenAI: the model may call a function several times in one turn (weather of three cities)",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_of_one_tool,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with a call, of several of one tool that were written out", _due),
    mutations=mutations_for("spelt_out", again(lambda calls: [calls[0], calls[2], calls[2]])),
)
