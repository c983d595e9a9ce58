"""results.jsonl: what an audit or a lint run saw, one JSON document a line.

First a header, then one line per observation, last a footer (design.md, section 6). A file
without its footer is an interrupted run: it is refused, never reported. Reading and writing
stream, so memory stays flat however long the file is. Members this version does not know
are passed over: within one `schema` number, members are only ever added.
"""

from __future__ import annotations

from toolwire.results.file import EXCHANGES, NAMES, Results, read, write
from toolwire.results.header import SCHEMA, Header, header, new_run
from toolwire.results.lines import observation
from toolwire.results.merged import Merged, merge, refuse_conflicts
from toolwire.results.model_list import ModelList

__all__ = [
    "EXCHANGES",
    "NAMES",
    "SCHEMA",
    "Header",
    "Merged",
    "ModelList",
    "Results",
    "header",
    "merge",
    "new_run",
    "observation",
    "read",
    "refuse_conflicts",
    "write",
]
