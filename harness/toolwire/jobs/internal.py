"""What raised inside of toolwire while it judged: told in one line, while the rest goes on.

Any exception counts, also one for want of stack or of memory: what the work held is free again
when it is told. Interrupts are none of these. An exception's text may quote what was sent, so it is
cut short and secrets in it are masked, as in what is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from typing import Final

from toolwire import __file__ as package
from toolwire import __version__
from toolwire.io.secrets.search import hidden
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.observation import Finding
from toolwire.rules import RulesError

#: Most characters of an exception's text.
_LONGEST: Final = 160
#: Folder that toolwire's own modules stand in, as tracebacks name it.
_OWN: Final = f"{Path(package).parent.as_posix()}/"


@dataclass(frozen=True, slots=True)
class Internal:
    """One part of toolwire that raised.

    Attributes:
        by: who: `rule TC809`, `decoder of openai-chat`, `reader of recorded traffic`.
        source: the exchange, as its evidence names it, or the file.
        kind: name of the exception's class.
        text: what it says, on one line, cut short, secrets masked; "" where it says nothing.
        at: file and line in toolwire that raised, for example `rules/usage.py:31`.
    """

    by: str
    source: str
    kind: str
    text: str
    at: str

    @property
    def reason(self) -> str:
        """Return the line to report; it does not name the source, which stands beside it."""
        suffix = f": {self.text}" if self.text else ""
        return (
            f"internal: {self.by} raised {self.kind} at {self.at}{suffix} (a fault of toolwire "
            f"{__version__}, not of the exchange: please report this line to its developers, "
            f"with what `toolwire lint` needs to show it)"
        )

    def as_json(self) -> JsonObject:
        """Return the entry that `lint --json` prints."""
        return {
            "by": self.by,
            "source": self.source,
            "exception": self.kind,
            "text": self.text,
            "at": self.at,
            "report": self.reason,
        }


class InternalError(TrafficError):
    """Something could not be looked at, because toolwire itself raised.

    Attributes:
        entries: who raised, at least one.
        findings: of the rules that did not.
    """

    def __init__(self, entries: tuple[Internal, ...], findings: tuple[Finding, ...] = ()) -> None:
        self.entries = entries
        self.findings = findings
        super().__init__("; ".join(entry.reason for entry in entries))


def entries_of(error: Exception, by: str, source: str) -> tuple[Internal, ...]:
    """Return what raised as entries: one for each rule, else one for the part named `by`."""
    if isinstance(error, InternalError):
        return error.entries
    if isinstance(error, RulesError):
        return tuple(_entry(one.error, f"rule {one.rule}", source) for one in error.raised)
    return (_entry(error, by, source),)


@contextmanager
def watched(by: str, source: str) -> Iterator[None]:
    """Turn what a piece of work raises into an `InternalError`.

    A `ToolwireError` is none: it is about the user's world, and passes as it is.
    """
    try:
        yield
    except ToolwireError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the next piece of work goes on
        findings = error.findings if isinstance(error, RulesError) else ()
        # Not chained: frames of the work hold what it had read.
        raise InternalError(entries_of(error, by, source), findings) from None


def _entry(error: Exception, by: str, source: str) -> Internal:
    return Internal(by, source, type(error).__name__, _text_of(error), _place(error))


def _text_of(error: Exception) -> str:
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an exception that cannot say what it is
        return ""
    # Masked before it is cut: half a key is still one.
    plain = hidden(text[: 64 * _LONGEST].encode("utf-8", "replace")).decode("utf-8", "replace")
    line = " ".join(plain.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def _place(error: Exception) -> str:
    """Return the innermost line of toolwire that an exception passed."""
    place = "an unknown line"
    for frame, line in walk_tb(error.__traceback__):
        name = frame.f_code.co_filename.replace("\\", "/")
        if name.startswith(_OWN):
            place = f"{name.removeprefix(_OWN)}:{line}"
    return place
