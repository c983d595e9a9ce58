"""The areas of rules: the folders of their files, with the words of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.rules import FILES

#: Folder of a rule's file -> heading, in the order of the pages.
AREAS: Final[Mapping[str, str]] = {
    "arguments": "Arguments of a call",
    "ids": "Ids of calls",
    "stop": "Why a reply ended",
    "streaming": "Streams",
    "envelope": "The shape of a reply",
    "text": "Text beside calls",
    "markup": "Calls that stand in the text",
    "choice": "Tool choice and parallel calls",
    "tools": "How tools are offered",
    "history": "Calls and results in the history",
    "errors": "Errors",
}


def area_of(rule: str) -> str:
    """Return the folder of a rule of the table."""
    return FILES[rule].split("/")[1]
