"""What can go wrong for a user, as one line each.

Every error says what is wrong, where, and what to do, and carries the exit code
the command line ends with:

* `ToolwireError` — exit 3, usage or configuration (suite, provider, results file).
* `TrafficError` — exit 2, something that was to be looked at could not be read.
"""

from __future__ import annotations

from typing import Final

from toolwire.io import shown

#: What a `TrafficError` says where nothing was asked for want of a key; its hint is `set NAME`.
NO_KEY: Final = "no key"
#: Likewise where a server took the request, and closed the connection before anything of a body came.
HUNG_UP: Final = "the server closed the connection without an answer"
CUT_OFF: Final = "the server closed the connection before the body was whole"


class ToolwireError(Exception):
    """A usage or configuration problem, told in one line.

    Attributes:
        what: the problem, in words of the user's world.
        where: file, line, position or option it was found at; may be empty.
        hint: what to do about it; may be empty.
    """

    exit_code = 3

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(what)

    def __str__(self) -> str:
        """Return `where: what (hint)` on one line of a terminal, whatever the parts contain.

        What they quote of a file or an answer is a stranger's, and may be a key.
        """
        line = f"{self.where}: {self.what}" if self.where else self.what
        if self.hint:
            line = f"{line} ({self.hint})"
        # Lazy: what secrets look like is compiled, and most runs word no error.
        from toolwire.io.guard import without_secrets  # noqa: PLC0415

        return shown.line(without_secrets(" ".join(line.split())))


class TrafficError(ToolwireError):
    """Recorded traffic that cannot be read; the rest of the input goes on."""

    exit_code = 2
