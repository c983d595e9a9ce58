"""Commands take defaults from the configuration, tell of it, and send keys nowhere for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from tests.support.compared import asked, head
from toolwire.cli import COMMANDS, toolwire
from toolwire.cli.configured import OPTIONS, configured, keys_of
from toolwire.model.errors import ToolwireError
from toolwire.results import read, write

PROVIDER = """
provider: {name}
title: Acme
mirrors: openai
base_url: {url}
key_env: {key}
hosts: [api.example.invalid]
models: [{{id: m-1, source: "https://docs.example.invalid/", read: 2026-11-21}}]
"""

TRAFFIC = (
    '{"request": {"method": "POST", "url": "https://api.example.com/v1/chat/completions", '
    '"body": {"model": "m", "messages": []}}, "response": {"status": 200, "headers": '
    '{"content-type": "application/json"}, "body": {"object": "chat.completion"}}}\n'
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of its own, which is the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, env: dict[str, str | None] | None = None) -> Result:
    """Run the command line."""
    return CliRunner().invoke(toolwire, words, standalone_mode=False, env=env)


def refusal(*words: str) -> str:
    """Return the one line by which a command is refused."""
    error = run(*words).exception
    assert isinstance(error, ToolwireError), error
    return str(error)


def own_provider(here: Path, name: str, url: str, key: str) -> None:
    """Write a provider file that the configuration names."""
    (here / "providers").mkdir()
    (here / "providers" / "one.yaml").write_text(PROVIDER.format(name=name, url=url, key=key))
    (here / "toolwire.toml").write_text('providers = "providers"\n')


def every_command() -> dict[str, click.Command]:
    """Return the commands, and those below them, by what is typed."""
    context = click.Context(toolwire)
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = toolwire.get_command(context, name)
        assert command is not None
        below = command.commands if isinstance(command, click.Group) else {}
        found |= {f"{name} {word}": one for word, one in below.items()} or {name: command}
    return found


def test_every_key_is_an_option_of_a_command() -> None:
    """No key of the file is about nothing, and `output` is about `audit` alone."""
    used = {
        name: set(keys_of(name.partition(" ")[0], command))
        for name, command in every_command().items()
    }
    assert set().union(*used.values()) == set(OPTIONS)
    assert used["audit"] == {"providers", "suites", "cassettes", "fail-on", "output"}
    assert used["cassettes check"] == {"providers", "suites", "cassettes"}
    assert used["diff"] == {"baselines"}
    assert used["report"] >= {"providers", "baselines", "fail-on"}
    assert used["lint"] == {"fail-on"}
    assert used["explain"] == used["serve"] == set()


def test_the_file_is_told_once_and_not_when_quiet(here: Path) -> None:
    """One line on standard error names the file and the keys that a command took from it."""
    (here / "toolwire.toml").write_text('output = "out"\nfail-on = "never"\n')
    told = run("audit", "-p", "vllm", "-s", "single_call")
    assert told.exit_code == 0, told.output
    assert told.stderr.splitlines()[0] == "toolwire: toolwire.toml says fail-on, output"
    assert (here / "out" / "results.jsonl").is_file()
    assert not (here / "toolwire-report").exists()
    quiet = run("audit", "-p", "vllm", "-s", "single_call", "-q")
    assert (quiet.exit_code, quiet.stderr) == (0, "")


def test_options_win(here: Path) -> None:
    """What is typed counts, and the file is not named for what it did not say."""
    (here / "toolwire.toml").write_text('output = "out"\n')
    done = run("audit", "-p", "vllm", "-s", "single_call", "-o", "typed")
    assert done.exit_code == 0
    assert (here / "typed" / "results.jsonl").is_file()
    assert not (here / "out").exists()
    assert "toolwire.toml" not in done.stderr


def test_what_fails_is_what_the_file_says(here: Path) -> None:
    """`fail-on` is that of every command that has the option."""
    (here / "one.jsonl").write_text(TRAFFIC)
    assert run("lint", "one.jsonl").return_value == 1
    (here / "toolwire.toml").write_text('fail-on = "never"\n')
    assert run("lint", "one.jsonl").return_value == 0
    assert run("lint", "one.jsonl", "--fail-on", "error").return_value == 1


def test_a_command_below_a_command_takes_it_too(here: Path) -> None:
    """`cassettes check` looks at the folder that the file names."""
    cassette = here / "kept" / "vllm" / "scripted" / "single_call.auto.blocking.yaml"
    cassette.parent.mkdir(parents=True)
    cassette.write_text("no cassette")
    (here / "toolwire.toml").write_text('cassettes = "kept"\n')
    done = run("cassettes", "check", "-p", "vllm")
    assert "toolwire: toolwire.toml says cassettes" in done.stderr
    assert done.return_value == 1
    assert "broken vllm/scripted/single_call.auto.blocking.yaml" in done.stdout


def test_help_works_with_any_file(here: Path) -> None:
    """A mistake is told when a command begins, and shows no defaults before."""
    (here / "toolwire.toml").write_text('output = "out"\n')
    assert "out]" in " ".join(run("audit", "--help").stdout.split())
    (here / "toolwire.toml").write_text("outptu = 3\n")
    assert run("audit", "--help").exit_code == 0
    assert "did you mean output?" in refusal("audit")
    assert run("explain", "TC304").exit_code == 0


def test_a_folder_that_is_not_there_is_the_files_mistake(here: Path) -> None:
    """The line names the file and not an option that nobody typed."""
    (here / "toolwire.toml").write_text('suites = "suites"\n')
    assert refusal("plan", "-p", "openai").startswith(
        "toolwire.toml: 'suites': no such folder: suites (make it"
    )
    (here / "one.jsonl").write_text("{}\n")
    assert "toolwire.toml" not in run("lint", "one.jsonl").output


def test_a_command_without_such_options_does_not_mind(here: Path) -> None:
    """A mistake in the file stops no command below a group that takes nothing of it."""
    (here / "toolwire.toml").write_text('suites = "gone"\n')
    (here / "some.txt").write_text("nothing secret\n")
    assert run("cassettes", "scrub", "--check", "some.txt").return_value == 0
    assert "no such folder: gone" in refusal("cassettes", "compose", "-o", "out")


@pytest.mark.parametrize("way", [{"words": ("--no-config",)}, {"env": {"TOOLWIRE_NO_CONFIG": "1"}}])
def test_no_file_is_looked_for_on_request(here: Path, way: dict[str, Any]) -> None:
    """Who judges what strangers hand in takes no word of theirs for it."""
    (here / "toolwire.toml").write_text('fail-on = "never"\n')
    (here / "one.jsonl").write_text(TRAFFIC)
    assert run("lint", "one.jsonl").return_value == 0
    done = run(*way.get("words", ()), "lint", "one.jsonl", env=way.get("env"))
    assert (done.return_value, "toolwire.toml" in done.output) == (1, False)


def test_a_site_shows_the_bytes_of_the_folder(here: Path) -> None:
    """An option that may be given several times gets one value; the folder has to be there."""
    write(here / "run" / "results.jsonl", head(), [asked()])
    (here / "toolwire.toml").write_text('cassettes = "kept"\n')
    assert refusal("site", "run", "-o", "site").startswith("toolwire.toml: 'cassettes'")
    (here / "kept").mkdir()
    assert run("site", "run", "-o", "site").exception is None


def test_without_a_file_nothing_is_changed(here: Path) -> None:
    """A command is then the very command of its module."""
    context = click.Context(toolwire)
    plain = click.Command("lint", params=[click.Option(["--fail-on"])])
    assert configured(context, "lint", plain) is plain
    assert context.default_map is None
    (here / "toolwire.toml").write_text('fail-on = "never"\n')
    assert configured(context, "lint", plain) is not plain
    assert context.default_map == {"lint": {"fail_on": "never"}}


def test_a_removed_folder_has_no_file(here: Path) -> None:
    """Where the working directory is gone there is nothing to find, and no traceback."""
    gone = here / "gone"
    gone.mkdir()
    with pytest.MonkeyPatch.context() as moved:
        moved.chdir(gone)
        gone.rmdir()
        plain = click.Command("lint", params=[click.Option(["--fail-on"])])
        assert configured(click.Context(toolwire), "lint", plain) is plain


def test_reports_are_compared_with_the_newest_before(here: Path) -> None:
    """`baselines` is where `report` finds the last report, and `diff` its dates."""
    old = [asked(day="2026-08-01")]
    for day, began in (("2026-09-01", "08-01"), ("2026-10-01", "08-02"), ("2026-12-01", "08-03")):
        write(here / "dated" / day / "results.jsonl", head(f"2026-{began}"), old)
    (here / "toolwire.toml").write_text('baselines = "dated"\n')
    write(here / "new.jsonl", head("2026-08-04"), old)
    done = run("report", "new.jsonl", "-o", "out", "--date", "2026-11-01", "--no-imported")
    assert done.exception is None, done.output
    assert "old: `2026-08-02" in (here / "out" / "changes.md").read_text()
    assert run("diff", "previous", "latest").return_value == 0
    alone = run("report", "new.jsonl", "-o", "first", "--date", "2026-09-01", "--no-imported")
    assert alone.exception is None
    assert not (here / "first" / "changes.md").exists()


def test_a_configured_provider_reads_no_variable(here: Path) -> None:
    """A provider file that only a stranger's configuration names gets no key without `--key-env`."""
    own_provider(here, "acme", "https://api.example.invalid/v1", "SOMEBODYS_KEY")
    env: dict[str, str | None] = {"SOMEBODYS_KEY": "very-secret", "TOOLWIRE_KEY_ENV": None}
    words = ("audit", "-p", "acme", "-s", "single_call", "--live", "--max-requests", "1")
    error = run(*words, env=env).exception
    assert isinstance(error, ToolwireError)
    assert error.exit_code == 3
    assert "--key-env SOMEBODYS_KEY" in str(error)
    assert "very-secret" not in str(error)
    assert not (here / "toolwire-report").exists()


def test_a_configured_provider_takes_no_shipped_ones_key(here: Path) -> None:
    """Nor does one that takes the place of a shipped provider and sends its key elsewhere."""
    own_provider(here, "mistral", "https://evil.example.invalid/v1", "MISTRAL_API_KEY")
    env: dict[str, str | None] = {"MISTRAL_API_KEY": "sk-very-secret", "TOOLWIRE_KEY_ENV": None}
    words = ("audit", "-p", "mistral", "-s", "single_call", "--live", "--max-requests", "1")
    error = run(*words, env=env).exception
    assert isinstance(error, ToolwireError)
    assert "--key-env MISTRAL_API_KEY" in str(error)
    planned = run("plan", "-p", "mistral", "-s", "single_call", env=env)
    assert "refused:" in planned.stdout
    assert "sk-very-secret" not in planned.output


def test_what_the_file_says_is_told_by_its_names(here: Path) -> None:
    """A results file says nothing of the configuration: the same run without it is the same."""
    (here / "toolwire.toml").write_text('output = "a"\n')
    words = ("audit", "-p", "vllm", "-s", "single_call", "-q")
    assert run(*words).exit_code == 0
    (here / "toolwire.toml").unlink()
    assert run(*words, "-o", "b").exit_code == 0
    assert read(here / "a").header.selection == read(here / "b").header.selection
