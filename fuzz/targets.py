"""What an input is given to, and what must hold afterwards."""

from __future__ import annotations

import atexit
import gzip
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Final

from click.testing import CliRunner

from fuzz.item import KEY, Item
from toolwire import results, rules
from toolwire.cli import toolwire
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.described import described
from toolwire.dialects.reference import answer
from toolwire.io.json_text import dump
from toolwire.io.secrets.known import known
from toolwire.jobs.lint.imported.form import unpack
from toolwire.jobs.lint.judging import Judged, digested, judge
from toolwire.jobs.lint.observed import observations, observed
from toolwire.jobs.lint.pairing import Pairs
from toolwire.jobs.report import ReportPlan, build
from toolwire.jobs.serve.server import Server, eager
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.observation import Observation
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.suites import Suite, load_suites
from toolwire.traffic import Unreadable, document, httprr, jsonl, yaml_file
from toolwire.transport.cassette.file import load, request_key
from toolwire.transport.journal.recovery import entries, recover
from toolwire.transport.scrub.exchange import hits, scrub

#: Everything but line ends and tabs that acts on a terminal or hides in a page.
_CONTROL: Final = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")
_DAY: Final = date(2026, 11, 22)
_READERS: Final = {
    "jsonl": jsonl.read, "har": document.read, "json": document.read, "req_llm": document.read,
    "vcr": yaml_file.read, "ruby": yaml_file.read, "httpmock": yaml_file.read,
    "nock": document.read, "httprr": httprr.read, "unnamed": document.read_unnamed,
}  # fmt: skip


class BrokenPromiseError(Exception):
    """Something that must hold whatever comes in does not; the message says what, without values."""


def run(item: Item) -> None:
    """Give an input to its target.

    Raises:
        BrokenPromiseError: what must hold does not hold.
        Exception: whatever escapes; nothing should.
    """
    _TARGETS[item.target](item)


@cache
def _suites() -> tuple[Suite, ...]:
    return tuple(load_suites())


def _folder() -> Path:
    """Return a folder of this process, in memory where there is one."""
    return _folder_of(os.getpid())


@cache
def _folder_of(_process: int) -> Path:
    shared = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    atexit.register(leave)
    return Path(tempfile.mkdtemp(prefix="toolwire-fuzz-", dir=shared if shared.is_dir() else None))


def leave() -> None:
    """Remove what this process wrote."""
    shutil.rmtree(_folder(), ignore_errors=True)


@contextmanager
def _documented_errors() -> Iterator[None]:
    """Let documented errors pass: one line without anything that acts on a terminal."""
    try:
        yield
    except ToolwireError as error:
        _plain(str(error), "the line of an error")


def _plain(text: str, where: str) -> None:
    if _CONTROL.search(text):
        raise BrokenPromiseError(f"control characters in {where}")
    if KEY in text:
        raise BrokenPromiseError(f"the planted key in {where}")


def _file(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


def _whole(item: Item) -> Exchange:
    assert item.exchange is not None
    return item.exchange


def _looked(judged: Judged) -> None:
    """Make everything of a judgement that is written or shown."""
    for entry in getattr(judged, "internal", ()):
        # What a rule or reader raised is kept from ending a run, and is a fault of ours all the same.
        raise BrokenPromiseError(f"an internal entry: {entry.reason}"[:120])
    _json(dump(judged.as_json()))
    if judged.reading is None:
        observed(judged)
        return
    for seen in observations(judged, _suites()):
        _comes_back(seen)


def _json(text: bytes) -> None:
    with suppress(RecursionError):
        json.loads(text)


def _comes_back(seen: Observation) -> None:
    """Hold that an observation comes back from its line as it went in."""
    line = dump(seen.as_json())
    if dump(results.observation(line).as_json()) != line:
        raise BrokenPromiseError("an observation is another one when it is read again")


def _judge(item: Item) -> None:
    _looked(judge(digested(_whole(item))))


def _decode(item: Item) -> None:
    spoken, exchange = load_dialect(item.words["dialect"]), _whole(item)
    reading = spoken.decode(exchange)
    _judged(reading, item.words.get("probe", ""))
    described(reading)
    spoken.facets(reading)
    if exchange.request is not None:
        asked = spoken.read_request(exchange.request)
        if asked is not None:
            answer(asked)


def _judged(reading: Reading, probe: str = "") -> None:
    found = rules.judge(reading, probe)
    rules.judge(reading, probe, request_valid=False)
    rules.judge_request(reading)
    rules.chances(reading, found, probe)


def _pairs(item: Item) -> None:
    streamed = _whole(item)
    twin = Response(200, (("content-type", "application/json"),), item.data)
    spoken, both = load_dialect(item.words["dialect"]), Pairs()
    for response in (twin, streamed.response):
        reading = spoken.decode(replace(streamed, response=response))
        mode = Mode.BLOCKING if response is twin else Mode.STREAMING
        for one in both.add(replace(reading, mode=mode)):
            _json(dump([finding.as_json() for finding in one.findings]))


def _read(item: Item) -> None:
    reader = _READERS[item.words["form"]]
    for found in reader(io.BytesIO(item.data), "fuzz"):
        if isinstance(found, Unreadable):
            raised = getattr(found, "raised", None)
            if raised is not None:
                raise raised
            if "\n" in found.reason or len(found.reason) > 1000:
                raise BrokenPromiseError("a reason of more than a line")
            continue
        _looked(judge(digested(found)))


def _cassette(item: Item) -> None:
    _file("a.yaml", item.data)
    with _documented_errors():
        found = load(_folder(), PurePosixPath("a.yaml"))
        for request, response in found.exchanges:
            request_key(request)
            judge(Exchange(request, response, found.evidence))


def _scrub(item: Item) -> None:
    exchange = _whole(item)
    if exchange.request is None:
        return
    values = known([KEY])
    request, response = scrub(exchange.request, exchange.response, values).pair
    text = dump([request.url, *(v for _, v in (*request.headers, *response.headers))])
    if KEY.encode() in text + request.body + response.body:
        raise BrokenPromiseError("the planted key in a scrubbed exchange")
    if next(iter(hits(request, response)), None) is not None:
        raise BrokenPromiseError("scrubbing twice finds more")
    if len(response.body) != len(exchange.response.body):
        raise BrokenPromiseError("scrubbing changed the length of a body")


@cache
def _server(served: str, fault: str, eagerly: str) -> Server:
    names = tuple(DIALECTS) if served == "all" else (served,)
    rule = RULES[fault] if fault else None
    return Server(names, rule, eager if eagerly else answer)


def _serve(item: Item) -> None:
    request = _whole(item).request
    assert request is not None
    words = item.words
    served = _server(words["dialect"], words["fault"], words["eager"]).answer(request)
    if not 100 <= served.response.status <= 599:
        raise BrokenPromiseError("an answer of `serve` without a status")


def _results(item: Item) -> None:
    with _documented_errors():
        found = results.read(_file("r.jsonl", item.data))
        for seen in found:
            dump(seen.as_json())


def _journal(item: Item) -> None:
    path = _file("j.jsonl", item.data)
    with _documented_errors():
        recovered = recover(path)
        for line in recovered.finished.values():
            results.observation(line)
    with _documented_errors():
        for entry in entries(path):
            str(entry)[:9]
        for kept in recover(path).in_flight.values():
            for one in kept:
                request_key(one.pair[0])


def _packed(item: Item) -> None:
    with _documented_errors():
        for _ in unpack(item.data, "fuzz"):
            pass


class _Page(HTMLParser):
    """Collects what a page would run."""

    def __init__(self) -> None:
        super().__init__()
        self.bad = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (value or "").lstrip().lower().startswith("javascript:"):
                self.bad = f"<{tag} {name}>"

    def handle_data(self, data: str) -> None:
        if (
            self.lasttag == "script"
            and "fuzz(1)" in data
            and self.rawdata.startswith("<script>fuzz")
        ):
            self.bad = "<script>"


def _report(item: Item) -> None:
    out = _folder() / "out"
    shutil.rmtree(out, ignore_errors=True)
    with _documented_errors():
        done = build([_file("r.jsonl", item.data)], ReportPlan(out, _DAY))
        for path in done.files:
            _published(path)


def _published(path: Path) -> None:
    data = path.read_bytes() if path.suffix != ".gz" else gzip.decompress(path.read_bytes())
    if KEY.encode() in data:
        raise BrokenPromiseError(f"the planted key in {path.name}")
    text = data.decode()
    if path.suffix == ".gz":
        return
    if path.suffix != ".json" and _CONTROL.search(text):
        raise BrokenPromiseError(f"control characters in {path.name}")
    if path.suffix == ".json":
        json.loads(text)
    if path.suffix == ".html":
        page = _Page()
        page.feed(text)
        if page.bad or "<script>fuzz" in text or "<img src=x" in text:
            raise BrokenPromiseError(f"markup of a stranger in {path.name}")
    if path.suffix == ".md" and ("<script>fuzz" in text or "<img src=x" in text):
        raise BrokenPromiseError(f"markup of a stranger in {path.name}")


def _lint(item: Item) -> None:
    """Run the command, with every file it can write."""
    out = _folder() / "lint"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    source = _file("in.jsonl", item.data)
    files = {"--sarif": out / "a.sarif", "--junit": out / "a.xml", "-o": out / "results.jsonl"}
    options = [str(word) for pair in files.items() for word in pair]
    shown = item.words["format"]
    form = ["--json"] if shown == "json" else ["--format", shown]
    arguments = ["lint", str(source), *form, "--min-severity", "info", *options]
    done = CliRunner().invoke(toolwire, arguments, standalone_mode=False)
    if done.exception is not None and not isinstance(done.exception, ToolwireError):
        raise done.exception
    _plain(done.output if shown != "json" else done.stderr, "what lint prints")
    if KEY in done.output:
        raise BrokenPromiseError("the planted key in what lint prints")
    for path in files.values():
        if path.is_file() and KEY.encode() in path.read_bytes():
            raise BrokenPromiseError(f"the planted key in {path.name}")


_TARGETS: Final[Mapping[str, Callable[[Item], None]]] = {
    "judge": _judge,
    "decode": _decode,
    "pairs": _pairs,
    "read": _read,
    "serve": _serve,
    "scrub": _scrub,
    "cassette": _cassette,
    "results": _results,
    "journal": _journal,
    "packed": _packed,
    "report": _report,
    "lint": _lint,
}
