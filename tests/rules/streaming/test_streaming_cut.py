"""A stream cut anywhere gives a reply with what came, and a finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reply
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean


def said(reply: Reply) -> tuple[object, ...]:
    """Return what a client acts on."""
    return reply.text, reply.tool_calls, reply.stop


@pytest.mark.parametrize("scenario", ["single_call", "plain_text"])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_cut_is_noticed_unless_nothing_was_lost(name: str, scenario: str) -> None:
    """Wherever the connection ends, a rule says so, or all of the reply had come."""
    spoken = load_dialect(name)
    whole = clean(spoken, scenario, Mode.STREAMING)
    body = whole.response.body
    expected = said(spoken.decode(whole).reply)
    cuts = {*range(0, len(body), 11), *range(max(len(body) - 40, 0), len(body))}
    silent = []
    for cut in sorted(cuts):
        response = replace(whole.response, body=body[:cut], chunks=())
        reading = spoken.decode(replace(whole, response=response))
        complete = reading.reply.complete and said(reading.reply) == expected
        if not complete and not judge(reading):
            silent.append(cut)
    assert silent == []
