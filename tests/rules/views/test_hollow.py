"""Members that have the published type and say nothing."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Severity
from toolwire.rules.views.hollow import hollow


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({"model": ""}, [("model", None)]),
        ({"modelVersion": ""}, [("modelVersion", None)]),
        ({"created": 1_795_420_800_000}, [("created", None)]),
        ({"created_at": 1.8e12}, [("created_at", None)]),
        ({"completed_at": 1_795_420_800_000}, [("completed_at", None)]),
        ({"created": 32_503_680_000}, [("created", None)]),
        ({"id": ""}, [("id", Severity.INFO)]),
        ({"responseId": ""}, [("responseId", None)]),
        ({"created": 0}, [("created", Severity.INFO)]),
        ({"response": {"id": "", "model": "m"}}, [("response/id", Severity.INFO)]),
        ({"message": {"model": ""}}, [("message/model", None)]),
    ],
)
def test_what_says_nothing_is_found(
    document: JsonObject, found: list[tuple[str, Severity | None]]
) -> None:
    """A name or a time without meaning is found where it stands."""
    assert [("/".join(one.path), one.severity) for one in hollow(document)] == found


@pytest.mark.parametrize(
    "document",
    [
        {"id": "x", "model": "/models/gguf/x.gguf", "created": 1_795_420_800},
        {"created_at": "2026-11-24T08:00:00Z"},
        {"completed_at": None},
        {"created": True, "model": None, "id": 7, "response": []},
        {"text": "", "choices": [{"id": ""}]},
    ],
)
def test_what_says_something_is_left_alone(document: JsonObject) -> None:
    """A path is a name, a text may be a time, other types are another check's."""
    assert list(hollow(document)) == []
