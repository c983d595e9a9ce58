"""Rules about the text beside the calls, and calls that were left in the text.

The borders: tool-call markup beside structured calls is TC501's; a whole call of an offered
tool while there is no structured call is TC502's, a broken one the rule's of its family (TX101
to TX109), a cut one TX112's; control tokens that belong to neither are TC506's (`markup`).
Reasoning is TC508's."""

from __future__ import annotations

from toolwire.model.reply import Reading
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.leaks import Leak
from toolwire.rules.views.markup import Owner, leaked


def owned(reading: Reading, owner: Owner) -> Leak | None:
    """Return the markup in the text of a reply, where it is this rule's to name."""
    found = leaked(reading)
    return found.leak if found is not None and found.owner is owner else None


def shown_text(text: str, leak: Leak) -> str:
    """Return what a finding shows of a leak."""
    return around(text, leak.at, min(len(leak.marker), 80))


ARGUMENTS = '{"location":"Paris","days":2}'

HERMES = f'<tool_call>\n{{"name":"get_weather","arguments":{ARGUMENTS}}}\n</tool_call>'
