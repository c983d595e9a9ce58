"""The fixture `toolwire_server`: the reference responder on loopback, for as long as a test lasts."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from toolwire.api.serve import serve
from toolwire.dialects import MOST_SPOKEN
from toolwire.jobs.serve.server import MODEL


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server of one test.

    Attributes:
        url: `http://127.0.0.1:PORT`, without a path; official SDKs want `/v1` behind it.
        dialect: what it speaks.
        model: the name in its list of models.
        fault: the rule it breaks; None where it breaks none.
    """

    url: str
    dialect: str
    model: str
    fault: str | None = None


class ServerFactory:
    """What the fixture is: starts servers, which end with the test, the last one first."""

    def __init__(self, running: ExitStack) -> None:
        self._running = running

    def __call__(
        self,
        dialect: str = MOST_SPOKEN,
        *,
        fault: str | None = None,
        model: str = MODEL,
        eager: bool = False,
        chunk_bytes: int | None = None,
        delay: int = 0,
    ) -> RunningServer:
        """Start a server, which ends with the test.

        Args:
            dialect: what to speak, or `all`.
            fault: id or name of a rule that is broken wherever an answer shows it.
            model: name in the list of models.
            eager: call a tool without being told to.
            chunk_bytes: cut streams every so many bytes; None for one event in each piece.
            delay: milliseconds between two pieces.

        Raises:
            ToolwireError: an argument is not valid.
        """
        server = serve(
            dialect, fault=fault, model=model, eager=eager, chunk_bytes=chunk_bytes, delay=delay
        )
        return RunningServer(self._running.enter_context(server), dialect, model, fault)
