"""`toolwire verify` without a model, and of a server that is to last."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from aiohttp import web
from click.testing import CliRunner, Result

from tests.jobs.verify.bench import running
from toolwire.cli import toolwire
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Request, Response
from toolwire.results import read
from toolwire.rules import RULES

KEY = "sk-0123456789abcdefghijklmnop"


def run(*words: str, env: dict[str, str | None] | None = None) -> Result:
    """Run a command line; a `ToolwireError` is what ends it."""
    return CliRunner().invoke(toolwire, list(words), env=env, standalone_mode=False)


def several(*names: str) -> web.Application:
    """Return a server that lists models and does nothing else."""

    async def answer(_request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": name} for name in names]})

    app = web.Application()
    app.router.add_get("/v1/models", answer)
    return app


def test_several_models_are_listed_and_none_is_asked(tmp_path: Path) -> None:
    """One per line on standard output, so that a shell can choose; the error says how."""
    with running(several("b", "a", "c")) as url:
        done = run("verify", url, "-o", str(tmp_path / "out"), "-q")
    assert done.stdout.splitlines() == ["a", "b", "c"]
    assert isinstance(done.exception, ToolwireError)
    assert done.exception.exit_code == 3
    assert str(done.exception) == f"{url}: it lists 3 models (choose one, such as --model a)"
    assert not (tmp_path / "out" / "verify.journal.jsonl").exists()


def test_with_json_nothing_else_is_on_standard_output() -> None:
    """A program that waits for a document gets none, and no names of models in its place."""
    with running(several("b", "a")) as url:
        done = run("verify", url, "--json")
    assert done.stdout == ""
    assert {"a", "b"} <= set(done.stderr.splitlines())


def test_a_server_without_a_list_is_one_line() -> None:
    """It says that a model has to be named."""
    with running(web.Application()) as url:
        done = run("verify", url)
    assert isinstance(done.exception, ToolwireError)
    assert str(done.exception) == f"{url}: no list of models: HTTP 404 (name one with --model)"


class OneModel(Server):
    """Answers for one model, and says of every other that it does not exist."""

    def answer(self, request: Request) -> Served:
        """Answer, or refuse in the format's own words."""
        model = object_of(parse(request.body)).get("model") if request.body else None
        if model in {None, "tiny-1b"}:
            return super().answer(request)
        text = f"The model '{model}' does not exist."
        error: JsonObject = {"message": text, "type": "invalid_request_error", "code": None}
        body = dump({"error": error | {"param": None}})
        return Served(Response(404, (("content-type", "application/json"),), body), "openai-chat")


def test_a_model_that_the_server_lacks_is_not_asked_for(tmp_path: Path) -> None:
    """One line with the model that was meant, and no run of failures; nothing to go on with."""
    with running(application(OneModel(("openai-chat",), model="tiny-1b"))) as url:
        done = run("verify", url, "--model", "tny-1b", "-o", str(tmp_path / "out"), "-q")
    assert isinstance(done.exception, TrafficError)
    told = f"{url}: no model 'tny-1b'; did you mean tiny-1b? (`toolwire verify {url}` lists what it has)"
    assert str(done.exception) == told
    assert not (tmp_path / "out" / "verify.journal.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--name", "openai"), "--name: openai ships with toolwire"),
        (("--name", "Ac me"), "--name: 'Ac me' is no id of a provider"),
        (("--add-to", "all"), "--add-to: a provider needs a name"),
    ],
)
def test_a_name_that_cannot_be_is_refused_before_anything_is_asked(
    words: tuple[str, ...], told: str
) -> None:
    """Nothing is sent to a server whose answers could not be kept."""
    done = run("verify", "http://127.0.0.1:9", "--model", "m", *words)
    assert isinstance(done.exception, ToolwireError)
    assert str(done.exception).startswith(told)


def test_a_server_is_added_and_the_next_line_judges_it_anew(tmp_path: Path) -> None:
    """The line that is printed runs offline, as printed, and comes to the same verdicts.

    The only model that is listed is asked; the key is in no file, its variable is.
    """
    folder, out = tmp_path / "my servers", tmp_path / "out"
    words = ["--name", "acme", "--add-to", str(folder), "-o", str(out), "--key-env", "MY_KEY"]
    with running(application(Server(("openai-chat",), RULES["TC304"], model="tiny"))) as url:
        done = run("verify", url, *words, env={"MY_KEY": KEY})
    assert done.return_value == 1, done.output
    assert f"{url} lists one model, which is asked: tiny" in done.stderr
    file = folder / "providers" / "acme.yaml"
    assert "key_env: MY_KEY" in file.read_text()
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in path.read_bytes() for path in written)
    line = next(line for line in done.output.splitlines() if line.startswith("next: "))
    program, *audit = shlex.split(line.removeprefix("next: "))
    assert program == "toolwire"
    audit[audit.index("-o") + 1] = str(tmp_path / "replayed")  # the folder alone is the test's
    again = run(*audit)
    assert again.return_value == 1, again.output
    kept = ("suite", "case", "mode", "verdict", "findings")
    first, second = (
        sorted(
            json.dumps({name: seen.as_json()[name] for name in kept}, sort_keys=True)
            for seen in read(place / "results.jsonl")
        )
        for place in (out, tmp_path / "replayed")
    )
    assert first == second


def test_a_run_that_came_to_its_end_knows_its_model(tmp_path: Path) -> None:
    """`--resume` without --model asks nothing, not even for the list."""
    out = str(tmp_path / "out")
    with running(application(Server(("openai-chat",), model="tiny"))) as url:
        assert run("verify", url, "-o", out, "-q").return_value == 0
    again = run("verify", url, "-o", out, "-q", "--resume")
    assert again.return_value == 0, again.output
    assert "nothing was asked" in again.stderr
