"""A folder of one's own to which verified servers are added."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.cli.collection import Collection, collection_of
from toolwire.dialects.wire import Auth
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers, targets

BEARER = Auth("Authorization", "Bearer")
SERVER = ServerOptions("http://h.invalid/v1", "m", "ACME_KEY", name="acme")
TARGETS = (
    SERVER.target("openai-chat", "http://h.invalid/v1", BEARER),
    SERVER.target("anthropic-messages", "http://h.invalid", BEARER, "anthropic-messages"),
)


def recorded(folder: Path, *names: str) -> Path:
    """Write cassettes of some targets and return their folder."""
    for name in names:
        path = folder / name / "m" / "x.y.blocking.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(f"of {name}")
    return folder


def test_a_server_is_added_with_its_cassettes(tmp_path: Path) -> None:
    """The provider file loads, and names the variable of the key; cassettes stand by its names."""
    found = Collection(tmp_path / "all", "acme")
    source = recorded(tmp_path / "run", "acme", "acme.anthropic-messages", "other")
    found.check(resume=False)
    found.add(TARGETS, source, "made by a test")
    loaded = load_providers((found.providers,))
    named = targets(loaded, ["acme", "acme.anthropic-messages"])
    assert [one.name for one in named] == ["acme/m", "acme.anthropic-messages/m"]
    assert named[0].provider.key_env == "ACME_KEY"
    assert sorted(path.name for path in found.cassettes.iterdir()) == [
        "acme",
        "acme.anthropic-messages",
    ]


def test_cassettes_of_an_earlier_run_go_and_of_others_stay(tmp_path: Path) -> None:
    """Of a case that is no longer asked nothing may stay; who else is in the folder is left alone."""
    found = Collection(tmp_path / "all", "acme")
    old = recorded(found.cassettes, "acme", "beta") / "acme" / "m" / "old.case.blocking.yaml"
    old.write_text("old")
    found.add(TARGETS[:1], recorded(tmp_path / "run", "acme"), "made by a test")
    assert not old.exists()
    assert (found.cassettes / "beta" / "m" / "x.y.blocking.yaml").read_text() == "of beta"


def test_a_provider_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    """Somebody may have completed its file; only the run that made it may go on."""
    found = Collection(tmp_path, "acme")
    found.providers.mkdir()
    found.file.write_text("mine")
    with pytest.raises(ToolwireError, match="there is a provider of this name"):
        found.check(resume=False)
    found.check(resume=True)
    assert found.file.read_text() == "mine"


def test_the_next_line_can_be_pasted(tmp_path: Path) -> None:
    """Blanks in a folder's name are quoted, and every route of the server is named."""
    line = Collection(tmp_path / "my all", "acme").audit_line(TARGETS)
    assert f"--providers '{tmp_path}/my all/providers'" in line
    assert line.endswith("-p acme -p acme.anthropic-messages -o acme-report")


def test_a_collection_needs_a_name(tmp_path: Path) -> None:
    """An address is no name that lasts."""
    assert collection_of(None, SERVER) is None
    with pytest.raises(ToolwireError, match="--add-to: a provider needs a name"):
        collection_of(tmp_path, ServerOptions("http://h.invalid", "m"))
