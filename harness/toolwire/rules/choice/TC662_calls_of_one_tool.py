"""TC662: calls-of-one-tool."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole, written

#: What stands in the place of a value that an earlier result has to tell.
_LATER = '"<'


def _due(reading: Reading) -> bool:
    """Return whether a reply with a call was to have several calls, all of one tool."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or not reading.reply.tool_calls or not whole(reading):
        return False
    if conversation.parallel is False or conversation.legacy or _LATER in what.words:
        return False
    # Calls that cannot be read, or have lost all that they were to have, may be any: that is told of each
    # (TC302, TC309).
    if any(call.parse_error is not None or not call.arguments for call in reading.reply.tool_calls):
        return False
    wanted = {(call.name, written(call.arguments)) for call in wanted_value(reading)}
    return len(wanted) > 1 and len({name for name, _ in wanted}) == 1


def _of_one_tool(reading: Reading) -> Iterator[Violation]:
    came = reading.reply.tool_calls
    if _due(reading) and len({(call.name, written(call.arguments)) for call in came}) == 1:
        message = "Of several calls of one tool that the prompt writes out, one came."
        yield Violation(came[-1].pointer, message, "each of them", len(came))


RULE = Rule(
    id="TC662",
    name="calls-of-one-tool",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply may hold several calls of one tool with other arguments: where the prompt writes "
        "out such calls, and no others, each of them comes. A model may make one; that no reply of "
        "a run, or of a mode, has two is the server's doing. Calls of several tools are TC651's and "
        "TC656's."
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
    mutations=mutations_for("spelt_alike", again(lambda calls: calls[-1:])),
)
