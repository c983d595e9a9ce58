"""The reference responder on this machine, for as long as a `with` block lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from toolwire.api.arguments import as_arguments, between, names, one_of
from toolwire.dialects import DIALECTS
from toolwire.dialects.reference import answer
from toolwire.jobs.serve import Server
from toolwire.jobs.serve import server as serving
from toolwire.jobs.serve.options import check_near, host_name, not_listening, rule_of
from toolwire.model.errors import ToolwireError

_ALL = "all"
_LONGEST_DELAY = 60_000
_LARGEST_CHUNK = 2**31


@contextmanager
def serve(
    *dialects: str,
    fault: str | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    open_to_others: bool = False,
    allow_host: str | Iterable[str] = (),
    model: str = serving.MODEL,
    eager: bool = False,
    chunk_bytes: int | None = None,
    delay: int = 0,
) -> Iterator[str]:
    """Answer like a provider that does what its documentation says, or that breaks one rule.

    Args:
        dialects: what to speak, at least one; `all` for all.
        fault: id or name of a rule that is broken wherever an answer shows it.
        host: address to listen on.
        port: 0 for a free one.
        open_to_others: allow a host that others can reach; no key is checked.
        allow_host: names in `Host` that are answered beside those of this machine.
        model: name in the list of models.
        eager: call a tool without being told to.
        chunk_bytes: cut streams every so many bytes; None for one event in each piece.
        delay: milliseconds between two pieces.

    Yields:
        The URL, without a path. The server runs in a thread of its own, and ends with the block.

    Raises:
        ToolwireError: an argument is not valid, or the address cannot be listened on.
    """
    served = _served(dialects)
    between("port", port, 0, 65_535)
    if chunk_bytes is not None:
        between("chunk_bytes", chunk_bytes, 1, _LARGEST_CHUNK)
    between("delay", delay, 0, _LONGEST_DELAY)
    with as_arguments():
        rule = None if fault is None else rule_of(fault, served)
        if not open_to_others:
            check_near(host)
        allowed = tuple(map(host_name, names(allow_host)))
    server = Server(served, rule, serving.eager if eager else answer, model)
    with _listening(server, (host, port), allowed, chunk_bytes, delay / 1000) as url:
        yield url


@contextmanager
def _listening(
    server: Server, at: tuple[str, int], allowed: tuple[str, ...], size: int | None, delay: float
) -> Iterator[str]:
    from toolwire.jobs.serve.http import BodyPace  # noqa: PLC0415 - lazy: aiohttp
    from toolwire.jobs.serve.thread import running  # noqa: PLC0415 - as above

    with ExitStack() as stack:
        try:
            url = stack.enter_context(running(server, BodyPace(size, delay), at, allowed))
        except OSError as error:
            with as_arguments():
                raise not_listening(error, *at) from None
        yield url


def _served(dialects: tuple[str, ...]) -> tuple[str, ...]:
    if not dialects:
        reported = "no dialect is named"
        raise ToolwireError(reported, where="dialects", hint=f"one of {', '.join(DIALECTS)}")
    for name in dialects:
        one_of("dialect", name, (*DIALECTS, _ALL))
    return tuple(dict.fromkeys(DIALECTS if _ALL in dialects else dialects))
