"""Files that are no files, bombs in files, and files of this program that were torn or edited."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from fuzz.hostile import answers
from fuzz.hostile.answers import answered
from fuzz.hostile.outcome import Outcome
from fuzz.hostile.row import Row
from fuzz.hostile.stage import PROVIDER, Stage, listening
from fuzz.item import KEY
from fuzz.stored import results_lines
from tests.transport.live.conftest import Received, http

_CASSETTE: Final = "cassettes/acme/reference-model/single_call.auto.blocking.yaml"
_MIB: Final = 1024 * 1024


def _line(body: bytes, *, stream: bool = False, tools: object = None, packed: bytes = b"") -> bytes:
    """Return a line of recorded traffic: an answer of openai-chat and its request."""
    kind = "text/event-stream" if stream else "application/json"
    response: dict[str, object] = {"status": 200, "headers": {"content-type": kind}}
    if packed:
        response["headers"] = {"content-type": kind, "content-encoding": "gzip"}
        response["body_base64"] = base64.b64encode(packed).decode()
    else:
        response["body_text"] = body.decode("utf-8", "replace")
    messages = [{"role": "user", "content": "a"}]
    body_sent = {"model": "m", "stream": stream, "messages": messages, "tools": tools or []}
    url = "https://api.openai.com/v1/chat/completions"
    request = {"method": "POST", "url": url, "headers": {}, "body": body_sent}
    return json.dumps({"request": request, "response": response}).encode() + b"\n"


def _answer(content: str | None = "Hello.", stop: str = "stop", **more: object) -> bytes:
    message = {"role": "assistant", "content": content, **more}
    choice = {"index": 0, "message": message, "finish_reason": stop}
    return json.dumps(
        {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    ).encode()


def _lint(name: str, make: Callable[[], bytes]) -> Callable[[Stage], Outcome]:
    return lambda stage: stage.run(
        "lint", stage.write(name, make()), "-o", _results(stage), "--sarif", stage.out / "a.sarif"
    )


def _results(stage: Stage) -> Path:
    stage.out.mkdir(exist_ok=True)
    return stage.out / "results.jsonl"


def _fifo(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    return path


def _link(path: Path, target: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return path


def _socket(path: Path) -> Path:
    # Of a length that an address of a socket may have, whatever the folder is called.
    before = Path.cwd()
    with socket.socket(socket.AF_UNIX) as made:
        try:
            os.chdir(path.parent)
            made.bind(path.name)
        finally:
            os.chdir(before)
    return path


def _audit(stage: Stage, *words: str | Path) -> tuple[str | Path, ...]:
    """Return the words of a command that audits one case of a provider."""
    providers = stage.write("providers/acme.yaml", PROVIDER.format(more="").encode()).parent
    chosen = ("-p", "acme", "-s", "single_call", "--providers", providers)
    return ("audit", *words, *chosen, "-q", "-o", stage.out)


def _replayed(stage: Stage) -> Outcome:
    """Audit from cassettes."""
    return stage.run(*_audit(stage, "--cassettes", stage.folder / "cassettes"))


def _resumed(stage: Stage, edit: Callable[[Path], None]) -> Outcome:
    """Interrupt a live run, edit its journal, and go on."""

    async def script(received: Received, writer: asyncio.StreamWriter) -> None:
        answer = answered(received)
        kind = answer.header("content-type")
        writer.write(http(answer.body, "200 OK", f"Content-Type: {kind}"))

    with listening(script) as server:
        where = _audit(stage, "--live", "--at", f"http://127.0.0.1:{server.port}")
        stage.run(*where)
        for path in stage.out.iterdir():
            if path.is_file() and path.name != "journal.done.jsonl":
                path.unlink()
        journal = stage.out / "journal.jsonl"
        (stage.out / "journal.done.jsonl").rename(journal)
        edit(journal)
        return stage.run(*where, "--resume")


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _edited(path: Path) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2][:50]
    path.write_bytes(b"\n".join(lines))


def _binary(path: Path) -> None:
    """Say of a body that it is base64 and write something else."""
    text = path.read_bytes()
    path.write_bytes(
        text.replace(b'"body":{"text":"', b'"body":{"base64":"', 3).rpartition(
            b'{"kind":"finished"'
        )[0]
    )


def _as_fifo(path: Path) -> None:
    path.unlink()
    _fifo(path)


def _as_device(path: Path) -> None:
    path.unlink()
    _link(path, "/dev/zero")


def _report(name: str, make: Callable[[], bytes]) -> Callable[[Stage], Outcome]:
    def act(stage: Stage) -> Outcome:
        path = stage.write(name, make())
        return stage.run(
            "report", path, "-o", stage.out, "--date", "2026-11-22", "--no-imported", "-q"
        )

    return act


def _observed(change: Callable[[dict[str, object]], None]) -> bytes:
    lines = results_lines(Random(3)).split(b"\n")
    seen = json.loads(lines[1])
    change(seen)
    lines[1] = json.dumps(seen).encode()
    return b"\n".join(lines)


def _secret(seen: dict[str, object]) -> None:
    seen["reason"] = f"HTTP 401: {KEY}"
    seen["model"] = "\x1b[2Jm<script>alert(1)</script>"


def _bomb() -> bytes:
    return gzip.compress(bytes(700 * _MIB), 1, mtime=0)


def _deep(levels: int) -> object:
    schema: object = "string"
    for _ in range(levels):
        schema = [schema]
    return _tools({"type": "object", "properties": {"a": {"type": schema}}})


def _tools(schema: object) -> object:
    return [{"type": "function", "function": {"name": "get_weather", "parameters": schema}}]


def _called(arguments: str) -> bytes:
    function = {"name": "get_weather", "arguments": arguments}
    call = {"id": "call_1", "type": "function", "function": function}
    return _answer(None, "tool_calls", tool_calls=[call])


def _aliases() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return ("\n".join(lines) + "\ninteractions: [*a11]\nversion: 1\n").encode()


def _full(stage: Stage, *, closed: bool) -> Outcome:
    """Write to a standard output that is full, or that nobody reads."""
    path = stage.write("a.jsonl", _line(_answer()) * 3000)
    if not closed:
        with Path("/dev/full").open("wb") as full:
            return stage.run("lint", path, "--json", stdout=full)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return stage.run("lint", path, "--json", stdout=writing)
    finally:
        os.close(writing)


def _sparse(stage: Stage, name: str, size: int) -> Outcome:
    path = stage.write(name, b"")
    os.truncate(path, size)
    return stage.run("lint", path)


def _named(stage: Stage) -> Outcome:
    """Lint a file whose name acts on a terminal."""
    return stage.run(
        "lint", stage.write("\x1b[2J\x1b]0;owned\x07.jsonl", b"{nonsense\n"), "-o", _results(stage)
    )


_PIPES: Final = (
    Row("fifo", "`lint` of a FIFO that nobody writes to", lambda s: s.run("lint", _fifo(s.folder / "a.jsonl")), (2, 3), "fifo|FIFO|pipe|file", quick=True),
    Row("device", "`lint` of a link to /dev/zero", lambda s: s.run("lint", _link(s.folder / "a.yaml", "/dev/zero")), (2, 3), "device|file|larger"),
    Row("device-lines", "`lint` of a link to /dev/urandom, as JSON Lines", lambda s: s.run("lint", _link(s.folder / "a.jsonl", "/dev/urandom")), (2, 3), "device|file"),
    Row("socket", "`lint` of a socket", lambda s: s.run("lint", _socket(s.folder / "a.jsonl")), (2, 3), "socket|file|cannot"),
    Row("link-to-itself", "`lint` of a link to itself", lambda s: s.run("lint", _link(s.folder / "a.jsonl", "a.jsonl")), (2, 3), "no such|cannot|links"),
    Row("fifo-in-folder", "`lint` of a folder with a FIFO in it", lambda s: s.run("lint", _fifo(s.folder / "in" / "a.jsonl").parent), (2,), "it is a pipe"),
    Row("cassette-fifo", "an audit whose cassette is a FIFO", lambda s: (_fifo(s.folder / _CASSETTE), _replayed(s))[1], (2, 3), "."),
    Row("cassette-device", "an audit whose cassette is a link to /dev/zero", lambda s: (_link(s.folder / _CASSETTE, "/dev/zero"), _replayed(s))[1], (2, 3), "."),
    Row("results-fifo", "`report` of a FIFO", lambda s: s.run("report", _fifo(s.folder / "r.jsonl"), "-o", s.out), (2, 3), "."),
    Row("results-device", "`report` of a link to /dev/zero", lambda s: s.run("report", _link(s.folder / "r.jsonl", "/dev/zero"), "-o", s.out), (2, 3), "."),
    Row("diff-fifo", "`diff` of two FIFOs", lambda s: s.run("diff", _fifo(s.folder / "a.jsonl"), _fifo(s.folder / "b.jsonl")), (2, 3), "."),
    Row("attributions-fifo", "`lint --attributions` of a FIFO", lambda s: s.run("lint", s.write("a.jsonl", _line(_answer())), "--attributions", _fifo(s.folder / "b.yaml")), (2, 3), "."),
    Row("provider-fifo", "a provider file that is a FIFO", lambda s: s.run("audit", "--providers", _fifo(s.folder / "p" / "a.yaml").parent, "-o", s.out), (0, 2, 3), "."),
    Row("journal-fifo", "`--resume` where the journal is a FIFO", lambda s: _resumed(s, _as_fifo), (2, 3), "journal"),
    Row("journal-device", "`--resume` where the journal is a link to /dev/zero", lambda s: _resumed(s, _as_device), (2, 3), "journal"),
)  # fmt: skip
_BOMBS: Final = (
    Row("alias-bomb", "YAML whose aliases expand to 9^12 words", _lint("a.yaml", _aliases), (2,), "aliases expand", quick=True),
    Row("deep-yaml", "YAML nested 300,000 deep", _lint("a.yaml", lambda: b"[" * 300_000), (2,), "nested more than"),
    Row("sparse-yaml", "YAML of 20 GB of nothing", lambda s: _sparse(s, "a.yaml", 20 * 1024 * _MIB), (2,), "larger than"),
    Row("sparse-lines", "JSON Lines with a line of 2 GB of nothing", lambda s: _sparse(s, "a.jsonl", 2048 * _MIB), (2,), "longer than|larger than", seconds=60),
    Row("gzip-in-line", "a body of 700 MB in 3 MB of gzip", _lint("a.jsonl", lambda: _line(b"", packed=_bomb())), (2,), "unpacks to more than"),
    Row("gzip-members-in-line", "a body of 160,000 empty gzip members", _lint("a.jsonl", lambda: _line(b"", packed=gzip.compress(b"", 1, mtime=0) * 160_000)), (0, 1, 2), ".", seconds=5),
    Row("deep-line", "a line of JSON nested 100,000 deep", _lint("a.jsonl", lambda: b'{"response": {"status": 200, "body": ' + b"[" * 100_000 + b"\n" + _line(_answer())), (2,), "line 1"),
    Row("deep-type", "a tool schema whose `type` is an array nested 300 deep", _lint("a.jsonl", lambda: _line(_answer(), tools=_deep(300)) + _line(_answer())), (0, 1, 2), "2 exchanges judged|1 exchanges judged"),
    Row("schema-regex", "a pattern that takes exponential time, and a value for it", _lint("a.jsonl", lambda: _line(_called(json.dumps({"a": "a" * 60_000 + "!"})), tools=_tools({"type": "object", "properties": {"a": {"pattern": "(a+)+$"}}}))), (0, 1, 2), "1 exchanges judged"),
    Row("schema-references", "a schema whose references double 24 times over", _lint("a.jsonl", lambda: _line(_called('{"a":1}'), tools=_tools({"$defs": {f"a{n}": {"anyOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(24)} | {"a24": {"type": "string"}}, "$ref": "#/$defs/a0"}))), (0, 1, 2), "1 exchanges judged"),
    Row("schema-file", "a schema that refers to file:///etc/passwd", _lint("a.jsonl", lambda: _line(_called('{"a":1}'), tools=_tools({"$ref": "file:///etc/passwd"}))), (0, 1, 2), "1 exchanges judged"),
    Row("million-deltas", "a stream of a million deltas, some 100 MB", _lint("a.jsonl", lambda: _line(answers.deltas(500_000), stream=True)), (0, 1, 2), ".", seconds=60),
    Row("many-calls", "100,000 calls in one answer", _lint("a.jsonl", lambda: _line(answers.calls(100_000))), (0, 1, 2), ".", seconds=30),
    Row("long-content", "50 MB of text in one answer", _lint("a.jsonl", lambda: _line(_answer("a" * 50_000_000))), (0, 2), ".", seconds=30),
    Row("many-lines", "200,000 lines that are no exchanges", lambda s: s.run("lint", s.write("a.jsonl", b"{}\n" * 200_000), "-q"), (2,), "could not be read", seconds=60),
    Row("many-lines-sarif", "20,000 lines that are no exchanges, into SARIF", _lint("a.jsonl", lambda: b"{}\n" * 20_000), (2,), "could not be read", seconds=40),
    Row("har-odd", "a HAR of 50,000 entries that are none", _lint("a.har", lambda: b'{"log":{"entries":[' + b",".join([b'{"request":3}'] * 50_000) + b"]}}"), (2,), "not a HAR entry", seconds=60),
    Row("file-name", "a file whose name holds escape characters", _named, (2,), "line 1"),
    Row("results-bomb", "compressed results of 700 MB", _report("r.jsonl.gz", _bomb), (2, 3), "unpacks to more|longer than"),
    Row("output-full", "standard output on a full disk", lambda s: _full(s, closed=False), (2, 3), "No space|cannot"),
    Row("output-closed", "standard output that nobody reads any more", lambda s: _full(s, closed=True), (0, 1, 2, 3, 141, -13), ""),
)  # fmt: skip
_OWN: Final = (
    Row("journal-torn", "`--resume` of a journal that ends in the middle of a line", lambda s: _resumed(s, _torn), (0,), "conformant"),
    Row("journal-edited", "`--resume` of a journal with a broken line in the middle", lambda s: _resumed(s, _edited), (3,), "not a line of a journal"),
    Row("journal-base64", "`--resume` of a journal that calls text base64", lambda s: _resumed(s, _binary), (2, 3), "journal"),
    Row("results-torn", "results that end in the middle of a line", _report("r.jsonl", lambda: results_lines(Random(3))[:-40]), (3,), "interrupted", quick=True),
    Row("results-hostile", "results with a key, markup and escape characters in them", _report("r.jsonl", lambda: _observed(_secret)), (0, 1, 2, 3), ""),
    Row("results-numbers", "results with a time of 1e999", _report("r.jsonl", lambda: results_lines(Random(3)).replace(b'"timing":{}', b'"timing":{"total":1e999}')), (3,), "not a line of results"),
    Row("results-future", "results of the year 9999", _report("r.jsonl", lambda: _observed(lambda o: o["evidence"].update(recorded_at="9999-12-31"))), (3,), "after the date"),  # type: ignore[attr-defined]
    Row("results-deep", "results with a finding nested 100,000 deep", _report("r.jsonl", lambda: results_lines(Random(3)).replace(b'"facets":', b'"x":' + b"[" * 100_000 + b',"facets":', 1)), (3,), "not a line of results"),
)  # fmt: skip
ROWS: Final = (*_PIPES, *_BOMBS, *_OWN)
