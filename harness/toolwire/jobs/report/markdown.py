"""Text of strangers inside Markdown: whatever it says, it stays text."""

from __future__ import annotations

import re
from html import escape

from toolwire.io.shown import line
from toolwire.jobs.report.labels import link, proof_text
from toolwire.jobs.report.model import Proof

_SPECIAL = re.compile(r"([\\`*_{}\[\]|#!~$])")
#: What GitHub makes a link of without being told to: addresses, and hosts that begin with `www.`
#: (GFM 0.29, section 6.9).
_ADDRESS = re.compile(r"(?i)(https?|ftp|mailto|xmpp)(?=:)|\b(www)(?=\.)")
#: Mails of the same section, people and teams that are called, and issues of other repositories.
#: A backslash does not keep these from being found in the page that was made.
_CALL = re.compile(r"(?<![A-Za-z0-9_])@(?=[A-Za-z0-9])|@(?=[A-Za-z0-9_-]+\.)|(?<=\w)\\#(?=\d)")
_APART = "<!-- -->"
#: What is not shown of a commit: all but its first twelve digits.
_COMMIT = re.compile(r"(?<=@[0-9a-f]{12})[0-9a-f]{1,28}(?= #)")


def cell(text: object) -> str:
    """Make text harmless inside a table cell, on one line; nothing in it becomes a link."""
    return _unlinked(_harmless(" ".join(str(text).split())))


def prose(text: str) -> str:
    """Make text of our own rules harmless on one line, but leave its code spans and addresses.

    A code span begins and ends with one backtick; text with an odd number of them has none.
    """
    parts = " ".join(text.split()).split("`")
    if len(parts) % 2 == 0:
        return cell(text)
    return "`".join(part if at % 2 else _harmless(part) for at, part in enumerate(parts))


def _harmless(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", escape(line(text), quote=False))


def _unlinked(text: str) -> str:
    return _CALL.sub(lambda found: f"{found[0]}{_APART}", _ADDRESS.sub(r"\g<0>\\", text))


def cite(proof: Proof | None) -> str:
    """Return how a thing is known, as a link to its exchange where that is a citation."""
    if proof is None:
        return ""
    url = link(proof.source)
    return f"[{cell(proof_text(proof))}](<{url}>)" if url else cell(proof_text(proof))


def example(source: str) -> str:
    """Return a source; where it is a citation a link, which has the whole of the commit."""
    url = link(source)
    return cell(source) if url is None else f"[{cell(_COMMIT.sub('', source))}](<{url}>)"
