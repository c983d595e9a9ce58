"""Where keys go, from the command line: told by name before anything is sent, or refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.loopback import Loopback, loopback
from toolwire.cli import toolwire
from toolwire.model.errors import ToolwireError

KEY = "made-up-key-" + "0123456789abcdef"
FILE = """\
provider: {name}
title: Acme
dialect: openai-chat
base_url: {url}
key_env: {key}
models:
  - {{id: reference-model, confirmed: false}}
"""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Start servers on this machine; acme-chat is the one that is asked."""
    with loopback(tmp_path_factory.mktemp("keys") / "providers") as found:
        for file in found.providers.glob("acme-chat.yaml"):
            file.write_text(f"{file.read_text()}\nkey_env: ACME_KEY\n")
        yield found


def run(*words: str | Path, **env: str) -> Result:
    """Run a command with a made-up key in some variables and none of the machine's own."""
    clean = {"OPENAI_API_KEY": None, "ACME_KEY": None, "TOOLWIRE_KEY_ENV": None}
    return CliRunner(env=clean | env).invoke(toolwire, list(map(str, words)), standalone_mode=False)


def refused(*words: str | Path, **env: str) -> str:
    """Run a command that has to be refused, and return its one line."""
    error = run(*words, **env).exception
    assert isinstance(error, ToolwireError), error
    assert error.exit_code == 3
    assert "\n" not in str(error)
    assert KEY not in str(error)
    return str(error)


def folder(tmp_path: Path, url: str, *, name: str = "acme", key: str = "ACME_KEY") -> Path:
    """Write a provider file of somebody; return its folder."""
    made = tmp_path / "files"
    made.mkdir(exist_ok=True)
    (made / "acme.yaml").write_text(FILE.format(name=name, url=url, key=key))
    return made


def test_an_audit_names_the_key_before_it_asks(servers: Loopback, tmp_path: Path) -> None:
    """Variable and origin stand on standard error; the value stands nowhere."""
    words = ("audit", "-p", "acme-chat", "--providers", servers.providers, "-s", "single_call")
    out = ("--live", "-o", tmp_path / "out")
    told = run(*words, *out, "--key-env", "ACME_KEY", ACME_KEY=KEY)
    assert told.exception is None
    (line,) = [one for one in told.stderr.splitlines() if "goes to" in one]
    assert line.startswith("key ACME_KEY goes to http://127.0.0.1:")
    assert KEY not in told.output


@pytest.mark.parametrize("how", ["--live", "--record"])
def test_a_strangers_file_gets_no_key_of_the_users(
    servers: Loopback, tmp_path: Path, how: str
) -> None:
    """Before anything is asked or written, in one line that says what to add."""
    before = servers.asked
    made = folder(tmp_path, "https://evil.example/v1", key="OPENAI_API_KEY")
    words = ("audit", "-p", "acme", "--providers", made, how, "-o", tmp_path / "out")
    assert "add --key-env OPENAI_API_KEY" in refused(*words, OPENAI_API_KEY=KEY)
    theirs = ("--providers", servers.providers, "-o", tmp_path / "out")
    own = ("audit", "-p", "acme-chat", how, *theirs)
    assert "add --key-env ACME_KEY" in refused(*own, ACME_KEY=KEY)
    assert servers.asked == before
    assert not (tmp_path / "out").exists()


def test_a_file_in_place_of_a_shipped_one_gets_no_key(tmp_path: Path) -> None:
    """The id of a shipped provider is no permission for another address."""
    made = folder(tmp_path, "https://evil.example/v1", name="mistral", key="MISTRAL_API_KEY")
    words = ("audit", "-p", "mistral", "--providers", made, "--live", "-o", tmp_path / "out")
    assert "reads MISTRAL_API_KEY for https://evil.example:443" in refused(
        *words, MISTRAL_API_KEY=KEY
    )


def test_configuration_allows_as_the_option_does(servers: Loopback, tmp_path: Path) -> None:
    """TOOLWIRE_KEY_ENV holds several names; a replay with it set is no live run."""
    words = ("audit", "-p", "acme-chat", "--providers", servers.providers, "-s", "single_call")
    env = {"ACME_KEY": KEY, "TOOLWIRE_KEY_ENV": "OTHER ACME_KEY"}
    assert run(*words, "--live", "-o", tmp_path / "out", **env).exception is None
    cassettes = ("--cassettes", tmp_path / "out" / "exchanges", "-o", tmp_path / "again")
    assert run(*words, *cassettes, **env).exception is None
    assert "no name of a variable" in refused(*words, "--live", "--key-env", KEY, ACME_KEY=KEY)


def test_a_place_of_the_users_own_is_told(servers: Loopback, tmp_path: Path) -> None:
    """--at is the user's word for a shipped provider's key; over plain http it is not enough."""
    url = json.loads(
        run("plan", "-p", "acme-chat", "--providers", servers.providers, "--json").stdout
    )["origin"]
    words = ("audit", "-p", "openai", "--model", "m", "-s", "single_call", "--live")
    told = run(*words, "--at", url, "-o", tmp_path / "out", OPENAI_API_KEY=KEY)
    assert f"key OPENAI_API_KEY goes to {url}" in told.stderr
    at = ("--at", "http://10.11.12.13:9", "-o", tmp_path / "no")
    line = refused(*words, *at, OPENAI_API_KEY=KEY)
    assert "OPENAI_API_KEY would go to http://10.11.12.13:9 in clear text" in line
    assert "--insecure-http" in line


def test_verify_names_the_key_and_refuses_plain_http(servers: Loopback) -> None:
    """The first line tells; an address that others can read gets no key."""
    url = json.loads(
        run("plan", "-p", "acme-chat", "--providers", servers.providers, "--json").stdout
    )["origin"]
    words = ("--model", "reference-model", "--dialect", "openai-chat", "--key-env", "ACME_KEY")
    told = run("verify", f"{url}/v1", *words, "--fail-on", "never", ACME_KEY=KEY)
    assert told.stderr.startswith(f"key ACME_KEY goes to {url}\n")
    assert KEY not in told.output
    line = refused("verify", "http://10.11.12.13:9/v1", *words, ACME_KEY=KEY)
    assert "ACME_KEY would go to http://10.11.12.13:9 in clear text" in line


def test_the_plan_tells_what_would_be_refused(tmp_path: Path) -> None:
    """Where each key goes, set or not, and what an audit would not send; no value."""
    made = folder(tmp_path, "http://10.11.12.13:9/v1")
    words = ("plan", "-p", "acme", "-p", "openai", "-s", "single_call", "--providers", made)
    told = run(*words, OPENAI_API_KEY=KEY).stdout
    assert "key OPENAI_API_KEY goes to https://api.openai.com:443" in told
    assert "refused: acme/reference-model" in told
    assert "add --key-env ACME_KEY" in told
    assert KEY not in told
    plain = run(*words, "--key-env", "ACME_KEY", ACME_KEY=KEY).stdout
    assert "in clear text" in plain
    both = run(*words, "--key-env", "ACME_KEY", "--insecure-http", "--json", ACME_KEY=KEY).stdout
    acme, openai = map(json.loads, both.splitlines())
    assert (acme["origin"], acme["refused"]) == ("http://10.11.12.13:9", None)
    assert (openai["origin"], openai["key"]) == ("https://api.openai.com:443", "missing")
