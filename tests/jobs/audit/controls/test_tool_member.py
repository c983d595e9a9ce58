"""Which refusals are of what a tool has or lacks."""

from __future__ import annotations

import pytest

from toolwire.jobs.audit.controls.tool_member import of_a_tool


@pytest.mark.parametrize(
    "body",
    [
        b'{"error": {"message": "tools.0.strict: Field required"}}',
        b'{"error": {"message": "Missing.", "param": "tools[0].strict"}}',
        b'{"detail": [{"loc": ["body", "tools", 0, "strict"], "msg": "Field required"}]}',
        b"{\"detail\": \"[{'loc': ('body', 'tools', 0, 'strict')}]\"}",
        b'{"error": "/tools/0/function: missing"}',
        b'{"message": "Invalid toolConfig.tools[0].toolSpec"}',
    ],
)
def test_a_member_of_one_tool_is_named(body: bytes) -> None:
    """As validators write paths; who says that it is not supported has no such tools."""
    assert of_a_tool(body, "It is required.")
    assert not of_a_tool(body, "Tools of this type are not Supported.")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"detail": [{"loc": ["body", "tools"], "msg": "Extra inputs are not permitted"}]}',
        b'{"error": {"message": "This model has no tools.", "param": "tools"}}',
        b'{"error": {"message": "Found 2 tools: 0 are allowed."}}',
    ],
)
def test_tools_as_such_are_no_member(body: bytes) -> None:
    """Nor are numbers of them."""
    assert not of_a_tool(body, "No.")
