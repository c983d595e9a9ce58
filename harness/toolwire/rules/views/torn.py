"""Whether events of a stream are lost on who reads it, so that what is left is less than the answer."""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.reply import Reading

#: The place of an event that could not be read at all, or that no reader can put anywhere: a message with a
#: wrong checksum, a second message of one stream, a piece of what was never begun.
_EVENT: Final = re.compile(r"event\[\d+\]", re.ASCII)


def is_torn(reading: Reading) -> bool:
    """Return whether an event of a stream was lost as a whole; a rule of its own says why."""
    return any(_EVENT.fullmatch(one.pointer) for one in reading.reply.unread)
