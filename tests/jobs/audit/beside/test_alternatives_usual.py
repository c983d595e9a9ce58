"""What is said of a usual form that is refused, by servers that want what it leaves out."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import NAME, Between, GoingOn, refusing, untouched
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.audit.beside.alternatives import ALTERNATIVES
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Response

FORMS = GoingOn(ALTERNATIVES, "TC749")
ID, STATUS = (
    f"/input/*[function_call]/{name} said, though it need not be" for name in ("id", "status")
)
USUAL = "The usual form of a request is refused: it is taken with"


def wanting(*members: str) -> Between:
    """Return what refuses each call of a history that lacks some members."""
    refuse = refusing(400, "Field required")

    def change(body: JsonObject) -> Response | None:
        items = items_of(body.get("input")) if isinstance(body.get("input"), list) else []
        calls = [one for one in map(object_of, items) if one.get("type") == "function_call"]
        lacking = any(set(members) - one.keys() for one in calls)
        return refuse({**body, "previous_response_id": "resp_1"}) if lacking else None

    return change


@pytest.mark.parametrize(
    ("members", "said"),
    [(("id",), ID), (("status",), STATUS), (("id", "status"), f"{ID}, and {STATUS}")],
)
def test_what_a_call_of_a_history_has_to_say_is_named(members: tuple[str, ...], said: str) -> None:
    """Each member by itself, or where both are wanted the two together."""
    assert FORMS.told(wanting(*members))[1] == {f"{USUAL} {said}."}


def test_who_takes_the_usual_form_is_not_told_of() -> None:
    """Nothing else is asked."""
    assert FORMS.told(untouched)[1] == set()
    assert len(FORMS.items(NAME)) == len({(one.case.id, one.mode) for one in FORMS.items(NAME)})
