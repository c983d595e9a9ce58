"""Whether events of a stream are lost on who reads it, so that what is left is less than the answer."""

from __future__ import annotations

import re
from typing import Final

from toolwire.io.json_text import ends_within, parsed
from toolwire.model.reply import ABSENT, Event, Reading
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.other_framing import is_array_of_events

#: The place of an event that could not be read at all, or that no reader can put anywhere: a message with a
#: wrong checksum, a second message of one stream, a piece of what was never begun.
_EVENT: Final = re.compile(r"event\[\d+\]", re.ASCII)


#: Where an object ends and the next may begin: nothing between them, or the break of a second line of data.
_SEAM: Final = re.compile(r"\}(?=\n?[\[{])")
#: Seams that are tried: texts of an object may hold some.
_MOST: Final = 50
#: Lines that one object is looked for on.
_LINES: Final = 1_000


#: What some programs take for the end of a line, which JSON may have as it is: lines end there neither in SSE nor in
#: JSON Lines.
_SEPARATOR: Final = re.compile("[\u2028\u2029\u0085]")


#: What stands between events.
_BLANK: Final = re.compile(r"\r\n\r\n|\n\n|\r\r")
#: What ends a line of server-sent events; not what `_SEPARATOR` finds, which `splitlines` takes for an end.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def breaks_at_separator(reading: Reading, event: Event) -> bool:
    """Return whether an event is cut where a text that was asked for has what some programs take for a line's end."""
    what = asked(reading)
    if what is None or not _SEPARATOR.search(what.words):
        return False
    # Of a text in pieces the event has the last of what stands before.
    last = event.data.rpartition('"')[2]
    return any(before.endswith(last) for before in _SEPARATOR.split(what.words)[:-1])


def runs_together(event: Event) -> bool:
    """Return whether several objects stand in one event, of which what parts them is missing."""
    if event.json is not ABSENT or not event.data.startswith("{"):
        return False
    seams = [one.end() for one in _SEAM.finditer(event.data)][:_MOST]
    return any(isinstance(parsed(event.data[:end], None), dict) for end in seams)


def is_spread(reading: Reading) -> bool:
    """Return whether the first object of a stream stands on several lines, each of which is read as one."""
    said: list[str] = []
    tried = 0
    for event in reading.events[:_LINES]:
        if event.json is not ABSENT and not said:
            return False
        said.append(event.data)
        if event.data.startswith("}"):
            if isinstance(parsed("\n".join(said), None), dict):
                return True
            tried += 1
            if tried == _MOST:
                return False
    return False


def goes_on_bare(reading: Reading) -> str:
    """Return the first line without `data:` on which the JSON of an event goes on; "" for none.

    Readers of server-sent events pass over such lines, so that the first line is all they have.
    """
    first = next((one for one in reading.events if one.json is ABSENT), None)
    if first is None or not ends_within(first.data):
        return ""
    for block in _BLANK.split(reading.exchange.response.body.decode(errors="replace")):
        lines = _LINE_END.split(block)
        head = lines[0].removeprefix("data:").removeprefix(" ")
        if head != first.data or not lines[0].startswith("data:"):
            continue
        bare = next((one for one in lines[1:] if not one.startswith("data:")), "")
        whole = "\n".join((head, *(one.removeprefix("data:") for one in lines[1:])))
        return bare if isinstance(parsed(whole, None), dict) else ""
    return ""


def stands_on_no_lines(reading: Reading) -> bool:
    """Return whether a stream that was to have one object on each line has none, though all of it came: TC117's."""
    return is_spread(reading) or is_array_of_events(reading)


def is_cut_off(reading: Reading) -> bool:
    """Return whether the connection was closed in the middle of what was answered, not behind its end."""
    if not reading.exchange.response.broken_off:
        return False
    return reading.body_error is not None or not (reading.reply.complete or reading.reply.error)


def is_torn(reading: Reading) -> bool:
    """Return whether an event of a stream was lost as a whole; a rule of its own says why."""
    return any(_EVENT.fullmatch(one.pointer) for one in reading.reply.unread)
