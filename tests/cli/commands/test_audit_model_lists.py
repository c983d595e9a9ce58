"""The lists of models that providers' own APIs give: asked once beside the cases, and harmless."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.loopback import DIALECTS, Loopback, loopback
from toolwire.cli import toolwire
from toolwire.dialects import load_dialect
from toolwire.jobs.audit import model_list
from toolwire.jobs.serve import Served, Server
from toolwire.model.exchange import Request, Response
from toolwire.results import ModelList, Results, read
from toolwire.results.model_list import LONGEST, MOST

KEY = "made-up-key-0123456789"
OPENAI = "acme-chat"


def _path_of(name: str) -> str:
    models = load_dialect(name).wire.models
    assert models is not None
    return models.path


#: Provider -> where its list is, below its address.
PATHS = {
    name: _path_of(spoken).removeprefix(path) for spoken, (name, path) in DIALECTS.items()
}  # fmt: skip
#: What can be told apart of a run that asked for a list and one that did not.
Seen = list[tuple[str, ...]]


@dataclass
class Lister:
    """A clean server whose list is what a test says.

    Attributes:
        spoken: its dialect.
        listed: answers the GET for the list; None for the reference answer.
        asked: the methods of the requests so far; keys: what came in the header of keys.
    """

    spoken: str
    listed: Callable[[Request], Response] | None = None
    asked: list[str] = field(default_factory=list)
    keys: set[str | None] = field(default_factory=set)

    def answer(self, request: Request) -> Served:
        """Answer as the reference server, but for the list."""
        self.asked.append(request.method)
        self.keys.add(request.header("authorization"))
        if request.method == "GET" and self.listed is not None:
            return Served(self.listed(request), self.spoken)
        return Server((self.spoken,)).answer(request)


@dataclass
class Bench:
    """The three servers, and a folder for what audits write."""

    servers: Loopback
    folder: Path
    listers: dict[str, Lister]

    @property
    def chat(self) -> Lister:
        """Return the server of openai-chat."""
        return self.listers["openai-chat"]

    def audit(self, name: str, *words: str, of: tuple[str, ...] = (OPENAI,)) -> int:
        """Run `toolwire audit` of some providers into a folder; return its exit code."""
        named = [word for one in of for word in ("-p", one)]
        told = self.tell("audit", *named, "--providers", str(self.servers.providers),
                         "-s", "single_call", "-o", str(self.folder / name), *words)  # fmt: skip
        return int(told.return_value)

    def tell(self, *words: str) -> Any:
        """Run `toolwire` with a key that the provider files may read."""
        env = {"ACME_KEY": KEY, "TOOLWIRE_KEY_ENV": "ACME_KEY"}
        done = CliRunner(env=env).invoke(toolwire, words, standalone_mode=False)
        if done.exception is not None:
            raise done.exception
        return done

    def results(self, name: str) -> Results:
        """Return the results of an audit."""
        return read(self.folder / name)

    def models(self, name: str) -> dict[str, dict[str, Any]]:
        """Return the rows of models.json by `provider/model`."""
        rows = json.loads((self.folder / name / "models.json").read_bytes())["models"]
        return {f"{row['provider']}/{row['model']}": row for row in rows}

    def seen(self, name: str) -> Seen:
        """Return what an audit came to, times and evidence aside."""
        found = self.results(name)
        return sorted(
            (o.provider, o.suite, o.case, str(o.mode), str(o.verdict), o.reason, str(o.findings))
            for o in found
        )


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Start the servers once, and write where their lists are into the provider files."""
    with loopback(tmp_path_factory.mktemp("lists") / "providers") as found:
        for name, path in PATHS.items():
            file = found.providers / f"{name}.yaml"
            where = f"models_path: {{path: {path}, source: 'https://a.example', read: 2026-11-22}}"
            file.write_text(f"{file.read_text()}\nkey_env: ACME_KEY\n{where}\n")
        yield found


@pytest.fixture
def bench(servers: Loopback, tmp_path: Path) -> Bench:
    """Return clean servers that count."""
    listers = {name: Lister(name) for name in DIALECTS}
    for name, server in servers.servers.items():
        server.now = listers[name]  # type: ignore[assignment]
    return Bench(servers, tmp_path, listers)


def page(names: list[Any], **members: Any) -> Callable[[Request], Response]:
    """Return what answers with a list in OpenAI's form."""
    body = json.dumps({"data": [{"id": name} for name in names], **members}).encode()
    return lambda _request: Response(200, (("content-type", "application/json"),), body)


def said(status: int, body: bytes = b"{}", *headers: tuple[str, str]) -> Callable[..., Response]:
    """Return what answers with a status and a body."""
    return lambda _request: Response(status, headers, body)


@pytest.mark.parametrize("mode", ["--live", "--record"])
def test_three_dialects_tell_their_models(bench: Bench, mode: str) -> None:
    """Each is asked once, with its key, and the list is in results.jsonl and models.json."""
    names = tuple(name for name, _ in DIALECTS.values())
    places = ("--cassettes", str(bench.folder / "cassettes"))
    assert bench.audit("out", mode, "-q", *places, of=names) == 0
    found = bench.results("out")
    assert found.models == tuple(ModelList(name, ("reference-model",)) for name in sorted(names))
    for lister in bench.listers.values():
        assert lister.asked.count("GET") == 1
        assert lister.keys == {f"Bearer {KEY}"}
    rows = bench.models("out")
    assert {key: row["listed"] for key, row in rows.items() if key.startswith("acme")} == {
        f"{name}/reference-model": "api" for name in names
    }
    if mode == "--record":
        assert bench.audit("again", "-q", *places, of=names) == 0
        assert bench.results("again").models == ()
        assert {row["listed"] for row in bench.models("again").values()} <= {"file", None}
        assert bench.seen("again") == bench.seen("out")


HOSTILE: dict[str, tuple[Callable[[Request], Response], str]] = {
    "no such route": (said(404), "HTTP 404"),
    "no right to it": (said(401), "HTTP 401"),
    "overloaded": (said(503), "HTTP 503"),
    "elsewhere": (said(302, b"", ("location", "https://evil.example/models")), "HTTP 302"),
    "a page of a proxy": (said(200, b"<html>\x1b[2J"), "not a list of models"),
    "something else": (said(200, b'{"data": 7}'), "not a list of models"),
    "too large": (
        said(200, b"[" + b" " * 5_000_000 + b"]"),
        "it announces more than 4194304 bytes",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_list_that_is_not_told_changes_nothing_else(bench: Bench, case: str) -> None:
    """One line says why, no case is touched, and nothing is asked twice."""
    assert bench.audit("clean", "--live", "-q") == 0
    bench.chat.asked.clear()
    bench.chat.listed, reason = HOSTILE[case]
    told = bench.tell(
        *("audit", "-p", OPENAI, "--providers", str(bench.servers.providers)),
        *("-s", "single_call", "-o", str(bench.folder / "out"), "--live"),
    )
    assert told.return_value == 0
    assert f"{OPENAI}: list of models not known: {reason}" in told.stderr.splitlines()
    assert bench.results("out").models == (ModelList(OPENAI, reason=reason),)
    assert bench.seen("out") == bench.seen("clean")
    assert bench.chat.asked.count("GET") == 1


def test_names_are_other_peoples_text(bench: Bench) -> None:
    """Thousands, long ones, hidden signs, the user's own and the key itself stay out."""
    odd = ["a\x1b[2J", "a\u202eb", "x" * (LONGEST + 1), "", 7, None, "ft:mine:acme", f"m-{KEY}"]
    bench.chat.listed = page([*odd, *(f"m{number:05}" for number in range(3 * MOST))])
    assert bench.audit("out", "--live", "-q") == 0
    (listed,) = bench.results("out").models
    assert listed.models == tuple(f"m{number:05}" for number in range(MOST))
    for path in (bench.folder / "out").rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_pages_that_never_end_are_few(bench: Bench) -> None:
    """A server that always has more is asked for as many names as are kept."""
    lister = bench.listers["anthropic-messages"]
    served: list[str] = []

    def more(request: Request) -> Response:
        served.append(request.url.partition("?")[2])
        return page([f"m{len(served)}"], has_more=True, last_id=f"m{len(served)}")(request)

    lister.listed = more
    assert bench.audit("out", "--live", "-q", of=("acme-messages",)) == 0
    assert served == ["limit=1000", *(f"limit=1000&after_id=m{n}" for n in (1, 2, 3))]
    assert bench.results("out").models == (ModelList("acme-messages", ("m1", "m2", "m3", "m4")),)


def test_a_list_that_hangs_ends_with_the_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its time and no more, and the cases are answered all the same."""
    monkeypatch.setattr(model_list, "SECONDS", 0.2)

    def slow(request: Request) -> Response:
        time.sleep(1)
        return page(["m"])(request)

    bench.chat.listed = slow
    assert bench.audit("out", "--live", "-q") == 0
    assert bench.results("out").models == (ModelList(OPENAI, reason="no answer in 0.2 s"),)


def test_it_is_a_request_of_the_budget(bench: Bench) -> None:
    """It counts as one; where there may be none it is left out, and said nothing of."""
    assert bench.audit("all", "--live", "-q") == 0
    needed = len(bench.chat.asked)
    assert bench.audit("enough", "--live", "-q", "--max-requests", str(needed)) == 0
    assert bench.audit("short", "--live", "-q", "--max-requests", str(needed - 1)) == 2
    bench.chat.asked.clear()
    assert bench.audit("none", "--live", "-q", "--max-requests", "0") == 2
    assert bench.chat.asked == []
    assert bench.results("none").models == ()


def test_a_run_that_goes_on_does_not_ask_again(bench: Bench) -> None:
    """The journal has the list; where everything was answered nothing is asked, with it or without."""
    assert bench.audit("out", "--live", "-q", "--max-requests", "4") == 2
    assert bench.audit("out", "--live", "-q", "--resume") == 0
    assert bench.chat.asked.count("GET") == 1
    assert bench.results("out").models == (ModelList(OPENAI, ("reference-model",)),)
    done, journal = (bench.folder / "out" / f"journal{end}" for end in (".done.jsonl", ".jsonl"))
    for kept in (True, False):
        lines = done.read_bytes().splitlines(keepends=True)
        # As after a loss of power between the last answer and the results.
        journal.write_bytes(b"".join(line for line in lines if kept or b"models of" not in line))
        done.unlink()
        (bench.folder / "out" / "results.jsonl").unlink()
        asked = len(bench.chat.asked)
        assert bench.audit("out", "--live", "-q", "--resume") == 0
        assert len(bench.chat.asked) == asked
        assert bool(bench.results("out").models) is kept


def test_what_was_not_told_for_a_moment_is_asked_when_the_run_goes_on(bench: Bench) -> None:
    """An overloaded server may tell its list later."""
    bench.chat.listed = said(503)
    assert bench.audit("out", "--live", "-q", "--max-requests", "4") == 2
    bench.chat.listed = None
    assert bench.audit("out", "--live", "-q", "--resume") == 0
    assert bench.results("out").models == (ModelList(OPENAI, ("reference-model",)),)


def test_one_part_of_a_run_asks_for_all(bench: Bench) -> None:
    """The first part has the list, the others do not, and together they have it."""
    for part in ("1/2", "2/2"):
        assert bench.audit(part[0], "--live", "-q", "--shard", part) == 0
    assert bench.chat.asked.count("GET") == 1
    assert [bool(bench.results(part).models) for part in "12"] == [True, False]
    parts = [str(bench.folder / part) for part in "12"]
    bench.tell("report", *parts, "-o", str(bench.folder / "both"))
    assert bench.results("both").models == (ModelList(OPENAI, ("reference-model",)),)
    assert bench.models("both")[f"{OPENAI}/reference-model"]["listed"] == "api"


def test_a_model_is_new_when_the_last_list_did_not_have_it(bench: Bench) -> None:
    """Without a list the month before a whole catalogue would be news, and is none."""
    months = {"one": said(404), "two": page(["a", "b"]), "three": page(["a", "c"])}
    new = {}
    for last, (name, listed) in zip((None, "one", "two"), months.items(), strict=True):
        bench.chat.listed = listed
        assert bench.audit(f"run-{name}", "--live", "-q") == 0
        since = () if last is None else ("--since", str(bench.folder / last))
        words = ("report", str(bench.folder / f"run-{name}"), "-o", str(bench.folder / name))
        bench.tell(*words, *since)
        rows = bench.models(name)
        new[name] = {key for key, row in rows.items() if row["new"] and row["listed"] == "api"}
    assert new == {"one": set(), "two": set(), "three": {f"{OPENAI}/c"}}
    assert f"{OPENAI}/b" not in bench.models("three")


def test_a_dialect_without_a_list_is_not_asked() -> None:
    """Bedrock lists its models at another host: serve has nothing there."""
    served = Server(("bedrock-converse",)).answer(Request("GET", "http://h/v1/models", (), b""))
    assert served.response.status == 404
    assert load_dialect("bedrock-converse").wire.models is None
