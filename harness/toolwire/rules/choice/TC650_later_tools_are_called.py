"""TC650: later-tools-are-called."""

from __future__ import annotations

from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.choice.one_place import FIRST, called_of, variance_of
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject

RULE = Rule(
    id="TC650",
    name="later-tools-are-called",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Tools that are offered behind the first are called too. A model may leave one out; that a "
        "run has no call of any other than the first, where prompts write out both, is the server's "
        "doing."
    ),
    why="The model never saw the others: of an agent's twenty tools it knows one, and nothing says so.",
    breaks="agents that offer more than one tool",
    workaround="Offer the tool that is needed first.",
    check=called_of(FIRST),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=variance_of(FIRST),
    mutations=mutations_for("spelt_apart", again(lambda calls: calls[:1])),
    cases="""
webai-at-home | the declaration of tools is dropped before the model sees it: HTTP 200, and words | https://github.com/webai-at-home/webai-at-home/issues/190 | issue closed 2026-08
""",
)
