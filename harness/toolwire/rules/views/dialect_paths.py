"""Where a reading has the parts of its calls, as its dialect's wire says."""

from __future__ import annotations

from functools import cache
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import CallPaths
from toolwire.model.conversation import ToolCall
from toolwire.model.errors import ToolwireError
from toolwire.model.reply import CallDelta, Reading
from toolwire.rules.views.stop_meaning import stop_meaning
from toolwire.rules.views.torn import is_torn

_UNFINISHED: Final = frozenset({"length", "cut"})


def cut_short(reading: Reading) -> bool:
    """Return whether a reply says that it was cut, ends before its dialect's own end, or has lost events.

    A call may then be unfinished without fault, or with one that is told elsewhere.
    """
    stop = stop_meaning(reading.dialect, reading.reply.stop)
    return stop in _UNFINISHED or not reading.reply.complete or is_torn(reading)


def read_whole(reading: Reading) -> bool:
    """Return whether nothing but arguments was left unread.

    Where more was (two messages in one stream, say), what the parts of the reply are to
    each other is not known, and the breach itself is another rule's.
    """
    unread = {part.pointer for part in reading.reply.unread}
    return not unread or unread <= {call.pointer for call in reading.reply.tool_calls}


@cache
def call_paths(name: str) -> CallPaths:
    """Return where the parts of a call stand in a dialect.

    Raises:
        ToolwireError: its calls are text.
    """
    paths = load_dialect(name).wire.calls
    if paths is None:
        raise ToolwireError(f"calls of {name} are text")
    return paths


def id_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's id; where the format has none, of one that is there."""
    paths = load_dialect(reading.dialect).wire.calls
    return call.pointer + (paths.id if paths is not None and paths.id else "/id")


def name_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's name; of the call, where it is text."""
    if load_dialect(reading.dialect).wire.calls is None:
        return call.pointer
    if call_paths(reading.dialect).find is None and call.kind != "function":
        return call.pointer + ("/name" if call.kind == "legacy" else f"/{call.kind}/name")
    return call.pointer + call_paths(reading.dialect).name


def arguments_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's arguments."""
    legacy = call.kind == "legacy"
    return call.pointer + ("/arguments" if legacy else call_paths(reading.dialect).arguments)


def fragment_at(reading: Reading, piece: CallDelta) -> str:
    """Return the pointer of the fragment of arguments that a streamed piece carries."""
    if piece.legacy:
        return f"{piece.pointer}/arguments"
    # The object that opens a call has them where a whole call has them.
    opens = piece.pointer.endswith(("/item", "/content_block"))
    paths = call_paths(reading.dialect)
    return piece.pointer + ((None if opens else paths.fragment) or paths.arguments)
