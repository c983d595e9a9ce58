"""Making the shipped observations: the same bytes from the same recordings, and told when stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolwire.cli.commands.lint import command
from toolwire.dialects import load_dialect
from toolwire.jobs.lint import importing
from toolwire.jobs.lint.attribution import Attribution
from toolwire.jobs.lint.imported import imported, origin
from toolwire.jobs.lint.importing import PAGE, build, differing, main, write
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.results import read
from toolwire.rules.mutate.scenarios import clean

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def line(exchange: Exchange, number: int, **members: object) -> str:
    """Store an exchange as a corpus does."""
    assert exchange.request is not None
    return json.dumps(
        {
            "source": {
                "repo": "octo/spoon",
                "path": "a b.yml",
                "commit": COMMIT,
                "interaction_index": number,
                "fidelity": "http",
            },
            "provider": "somebody",
            "request": {
                "method": "POST",
                "url": exchange.request.url,
                "headers": {},
                "body": json.loads(exchange.request.body),
            },
            "response": {
                "status": exchange.response.status,
                "headers": dict(exchange.response.headers),
                "body_text": exchange.response.body.decode(),
            },
            "recorded_at": f"2026-06-0{number + 1}",
            **members,
        }
    )


@pytest.fixture
def corpora(tmp_path: Path) -> tuple[Path, Path]:
    """Write two folders of recorded traffic that have one exchange in common."""
    chat, claude = load_dialect("openai-chat"), load_dialect("anthropic-messages")
    common = line(clean(chat, "single_call", Mode.BLOCKING), 0)
    trimmed = {"fidelity": "response-only", "repo": "octo/fork", "path": "t.json"}
    texts = {
        "one": [common, line(clean(chat, "single_call", Mode.STREAMING), 1)],
        "two": [
            common,
            line(clean(claude, "parallel_calls", Mode.BLOCKING), 2, provider="other"),
            line(
                clean(claude, "single_call", Mode.BLOCKING),
                3,
                source={**trimmed, "commit": COMMIT, "interaction_index": 0},
                request=None,
                recorded_at=None,
            ),
        ],
    }
    for name, lines in texts.items():
        (tmp_path / name / "p").mkdir(parents=True)
        (tmp_path / name / "p" / "octo.jsonl").write_text("\n".join(lines))
        (tmp_path / name / "README.md").write_text("What this is.")
    return tmp_path / "one", tmp_path / "two"


def test_the_same_recordings_give_the_same_bytes(corpora: tuple[Path, Path]) -> None:
    """Neither the order of folders nor the time of the build is in what is built."""
    one, two = corpora
    assert build([one, two]) == build([two, one])


def test_what_is_built_is_what_lint_writes(corpora: tuple[Path, Path], tmp_path: Path) -> None:
    """`toolwire lint ONE TWO -o` has the same observations, the common one once."""
    folder, page = tmp_path / "packed", tmp_path / "page.md"
    write(build(corpora), folder, page)
    results = tmp_path / "results.jsonl"
    arguments = [*map(str, reversed(corpora)), "--quiet", "-o", str(results)]
    command.main(arguments, standalone_mode=False)
    observed = list(read(results))
    assert list(imported(folder=folder)) == observed
    assert len({o.evidence.source for o in observed}) == 3
    told = origin(folder)
    assert [(c.name, c.exchanges, c.unknown) for c in told.corpora] == [
        ("one", 2, 0),
        ("two", 3, 0),
    ]
    assert {name: share.exchanges for name, share in told.providers.items()} == {
        "other": 1,
        "somebody": 2,
    }
    assert told.fixtures == {"stored without its request and without a date": 1}
    assert told.newest == "2026-06-03"


def test_the_page_names_repositories_and_what_was_left_out(corpora: tuple[Path, Path]) -> None:
    """The page links whose recordings they are and counts fixtures with their reason."""
    built = build(corpora, (Attribution("octo/spoon a b", "", "because it is so", fixture=True),))
    assert "| listed as a fixture | 4 |" in built.page
    assert set(built.files) == {"observations.files.xz", "origin.json"}
    page = build(corpora).page
    assert "| [octo/spoon](https://github.com/octo/spoon) | 3 | 1 | other, somebody |" in page
    assert "| stored without its request and without a date | 1 |" in page


def test_what_is_not_current_is_named(corpora: tuple[Path, Path], tmp_path: Path) -> None:
    """Changed, missing and left-over files are told; writing again makes all of it current."""
    folder, page = tmp_path / "packed", tmp_path / "page.md"
    built = build(corpora)
    assert differing(built, folder, page) == (*sorted(built.files), "page.md")
    write(built, folder, page)
    assert differing(built, folder, page) == ()
    (folder / "gone.jsonl.xz").write_bytes(b"")
    (folder / "observations.files.xz").write_bytes(b"")
    page.write_text("Else.")
    assert differing(built, folder, page) == ("gone.jsonl.xz", "observations.files.xz", "page.md")
    write(built, folder, page)
    assert differing(built, folder, page) == ()


def test_a_provider_without_a_file_name_is_refused(tmp_path: Path) -> None:
    """The name comes from a stranger's recording and goes into a path."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    (tmp_path / "a.jsonl").write_text(line(exchange, 0, provider="../../etc"))
    with pytest.raises(ToolwireError, match="no name for a file"):
        build([tmp_path])


def test_what_cannot_be_read_stops_the_build(tmp_path: Path) -> None:
    """A broken line is no reason to ship less than there is."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    (tmp_path / "a.jsonl").write_text(f"{line(exchange, 0)}\n{{broken\n")
    with pytest.raises(ToolwireError, match="line 2"):
        build([tmp_path])


def test_the_command_is_loud_without_recordings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing corpus is exit code 2 and a line that names it, with and without --check."""
    for arguments in ([], ["--check"]):
        assert main([str(tmp_path / "nowhere"), *arguments]) == 2
        assert "nowhere" in capsys.readouterr().err


def test_the_command_checks_and_says_what_to_run(
    corpora: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Other recordings than those shipped are not current; nothing is written by --check."""
    before = PAGE.read_bytes()
    assert main([*map(str, corpora), "--check"]) == 1
    assert "nox -s imported" in capsys.readouterr().err
    assert PAGE.read_bytes() == before
    assert importing.FOLDER.joinpath("observations.files.xz").is_file()


def test_what_ships_is_current(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files and the page are byte for byte what the recordings beside the checkout give."""
    corpora = [str(shared / "corpus"), str(shared / "corpus2")]
    assert main([*corpora, "--check"]) == 0, capsys.readouterr().err
