"""`verify` tells of names of tools that come back otherwise than they were declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from tests.jobs.verify.test_verify_right_requests import ASKED, right, tried_on
from toolwire.dialects import load_dialect
from toolwire.jobs.serve import Served, Server
from toolwire.model.conversation import ChoiceMode
from toolwire.model.exchange import Request
from toolwire.model.observation import Verdict
from toolwire.rules.mutate.addition import TITLES

#: Rules about names that a model may have made up.
MADE_UP: Final = frozenset({"TC115", "TC116"})


def rewriting(change: Callable[[str], str]) -> type[Server]:
    """Return a server that answers with other names than were declared."""

    class Rewriting(Server):
        """Takes a request for another."""

        def answer(self, request: Request) -> Served:
            """Answer to names that are changed."""
            read = load_dialect(self.dialects[0]).read_request(request) if request.body else None
            body = request.body.decode()
            for tool in () if read is None else read.tools:
                body = body.replace(tool.name, change(tool.name))
            return super().answer(replace(request, body=body.encode()))

    return Rewriting


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(
    ("change", "cases"),
    [
        (lambda name: name[:32], {"right_longest_name", "right_longest_name_streamed"}),
        (str.lower, {"right_upper_name", *(f"right_{one}" for names in TITLES for one in names)}),
        (lambda name: name.lstrip("_"), {"right_underscored_name"}),
    ],
    ids=["cut", "lower", "stripped"],
)
def test_a_name_that_comes_back_otherwise_is_told(
    name: str, change: Callable[[str], str], cases: set[str]
) -> None:
    """In the cases whose tool has such a name; a failure where the call was demanded by name."""
    done = tried_on(name, rewriting(change))
    seen = right(done)
    cases &= seen.keys()
    assert {case for case, one in seen.items() if one.findings} == cases
    steps = {item.case.id: item.case.steps[0] for item in done.done.found.items}
    forms = load_dialect(name)
    for case in cases:
        choice = steps[case].choice
        demanded = choice is not None and choice.mode is ChoiceMode.NAMED and not forms.in_words
        # Elsewhere a model may have made the name up: it counts for a rate over the run.
        assert seen[case].verdict is Verdict.FAILED or not demanded
        assert all(one.variance or demanded for one in seen[case].findings if one.rule in MADE_UP)
