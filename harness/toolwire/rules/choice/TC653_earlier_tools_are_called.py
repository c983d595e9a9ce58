"""TC653: earlier-tools-are-called."""

from __future__ import annotations

from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.choice.one_place import LAST, called_of, variance_of
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject

RULE = Rule(
    id="TC653",
    name="earlier-tools-are-called",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Tools that are offered before the last are called too. A model may leave one out; that a "
        "run has no call of any other than the last, where prompts write out both, is the server's "
        "doing."
    ),
    why=(
        "The model never saw the others, or what reads its calls knows the last tool alone: of an "
        "agent's twenty tools one works, and nothing says so."
    ),
    breaks="agents that offer more than one tool",
    workaround="Offer the tool that is needed last.",
    check=called_of(LAST),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=variance_of(LAST),
    mutations=mutations_for("spelt_apart", again(lambda calls: calls[-1:])),
    cases="""
webai-at-home | the declaration of tools is dropped before the model sees it: HTTP 200, and words | https://github.com/webai-at-home/webai-at-home/issues/190 | issue closed 2026-08
""",
)
