"""What of a request a finding is about, where it is about a request that is wrong, or right and refused."""

from __future__ import annotations

from enum import StrEnum


class Topic(StrEnum):
    """A part of a request.

    `tools`: the tools that it offers, and how one is chosen. `round`: a call of its history, or what that
    returned. `other`: anything else, or several of these.
    """

    TOOLS = "tools"
    ROUND = "round"
    OTHER = "other"
