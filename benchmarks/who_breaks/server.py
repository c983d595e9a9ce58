"""A loopback server that answers each try with what its case says, and counts the requests."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from toolwire.jobs.serve.callers import Caller, caller_refusal
from toolwire.model.exchange import Response

#: Headers that belong to the connection.
_OURS = frozenset({"connection", "content-length", "date", "transfer-encoding"})
#: Requests after which a loop is taken for endless.
_MOST = 8
_FOREIGN = Response(403, (("content-type", "text/plain"),), b"not for web pages")


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a client that hangs up early is what is looked at."""


class Server:
    """The server, from when it is made until the program ends.

    Attributes:
        requests: id of a try -> how many came.
    """

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self._answers: dict[str, Sequence[Response]] = {}
        self._lock = threading.Lock()
        ours = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self._drain()
                answer = ours._next(self.path.split("/")[1]) if self._near() else _FOREIGN
                self.send_response(answer.status)
                for name, value in answer.headers:
                    if name.lower() not in _OURS:
                        self.send_header(name, value)
                # Of what is broken off a byte more is announced than comes.
                self.send_header("content-length", str(len(answer.body) + answer.broken_off))
                self.send_header("connection", "close")
                self.end_headers()
                self.wfile.write(answer.body)
                self.close_connection = True

            def _near(self) -> bool:
                """Return whether a program of this machine asks, and no web page."""
                names = ("Host", "Origin", "Sec-Fetch-Site")
                hosts, origins, sites = (self.headers.get_all(name, []) for name in names)
                own = ("127.0.0.1", ours._http.server_address[1])
                return caller_refusal(Caller(hosts, origins, sites), own, ()) is None

            def _drain(self) -> None:
                self.rfile.read(int(self.headers.get("content-length") or 0))
                if self.headers.get("transfer-encoding") == "chunked":
                    while size := int(self.rfile.readline().strip() or b"0", 16):
                        self.rfile.read(size + 2)
                    self.rfile.readline()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self._http = _Http(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def offer(self, job: str, answers: Sequence[Response]) -> str:
        """Have a try answered; returns the URL to give to its client."""
        self._answers[job] = answers
        return f"http://127.0.0.1:{self._http.server_address[1]}/{job}"

    def _next(self, job: str) -> Response:
        with self._lock:
            turn = self.requests[job]
            self.requests[job] += 1
        if turn >= _MOST or job not in self._answers:
            return Response(500, (("content-type", "text/plain"),), b"asked for too often")
        answers = self._answers[job]
        return answers[min(turn, len(answers) - 1)]
