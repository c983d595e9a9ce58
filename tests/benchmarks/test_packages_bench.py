"""The count over packages' recorded traffic, with archives made here."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.loaded import loaded
from tests.support.root import ROOT

FOLDER = ROOT / "benchmarks" / "packages"
MEMBER = "tide-1.0/tests/cassettes/plain.json"


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    """Return the bench, which is no package, and forget it afterwards."""
    with loaded(FOLDER / "__main__.py", "packages_bench") as module:
        yield module


def recording(host: str = "api.openai.com", **choice: Any) -> bytes:
    """Write a recorded exchange of a plain answer."""
    message = {"role": "assistant", "content": "It rises.", "refusal": None}
    first = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop", **choice}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1779444349,
        "model": "gpt-4o-2024-08-06",
        "choices": [first],
        "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12},
    }
    asked = {"model": "gpt-4o", "messages": [{"role": "user", "content": "And the tide?"}]}
    kind = {"Content-Type": ["application/json"]}
    request = {
        "method": "POST",
        "uri": f"https://{host}/v1/chat/completions",
        "headers": kind,
        "body": json.dumps(asked),
    }
    status = {"code": 200, "message": "OK"}
    response = {"status": status, "headers": kind, "body": {"string": json.dumps(body)}}
    both = {"request": request, "response": response}
    return json.dumps({"version": 1, "interactions": [both]}).encode()


def archive(**members: bytes) -> bytes:
    """Write a source archive; names stand for themselves."""
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w:gz") as tar:
        for name, data in members.items():
            told = tarfile.TarInfo(name)
            told.size = len(data)
            tar.addfile(told, io.BytesIO(data))
    return into.getvalue()


def package(bench: ModuleType, data: bytes, **more: Any) -> Any:
    """Return the row of an archive."""
    return bench.Package("tide", "1.0", hashlib.sha256(data).hexdigest(), **more)


def counts(bench: ModuleType, folder: Path, data: bytes, seen: set[bytes]) -> Any:
    """Unpack an archive and count what is found in it."""
    return bench.counted([*bench.unpacked(data, package(bench, data), folder)], seen)


def test_the_table_names_versions_and_digests(bench: ModuleType) -> None:
    """Each version once, by a digest that only one archive has."""
    rows = bench.packages()
    assert len({row.sha256 for row in rows}) == len(rows) >= 20
    assert len({(row.name, row.version) for row in rows}) == len(rows)
    assert all(len(row.sha256) == 64 and row.version for row in rows)
    assert all(len(why) > 20 for row in rows for why in row.expected.values())


def test_a_vendors_answer_is_counted_once(bench: ModuleType, tmp_path: Path) -> None:
    """A copy is left out, and so is what another address answered."""
    data = archive(
        **{
            MEMBER: recording(),
            "tide-1.0/copy.json": recording(),
            "tide-1.0/other.json": recording("gateway.invalid"),
            "tide-1.0/notes.txt": b"{}",
        }
    )
    seen: set[bytes] = set()
    found = counts(bench, tmp_path, data, seen)
    assert (found.exchanges, found.found, found.raised) == (1, {}, 0)
    told = "1 archives, 1 hosts: 1 exchanges, 0 with tools, 0 answers with calls, 0 streams"
    assert bench.summary([found]) == told
    assert counts(bench, tmp_path, data, seen).exchanges == 0


def test_what_is_found_is_told_with_its_place(bench: ModuleType, tmp_path: Path) -> None:
    """A reply without a message is a finding, which names the file and the rule."""
    data = archive(**{MEMBER: recording("api.groq.com", message="It rises.")})
    found = counts(bench, tmp_path, data, set())
    assert found.exchanges == 1
    assert "TC101" in found.found
    assert any(place.startswith("error TC101 ") for place in found.places)
    assert "TC101 1" in bench.row(package(bench, data), found)


def test_a_packed_recording_is_unpacked(bench: ModuleType, tmp_path: Path) -> None:
    """LangChain packs each recording by itself; what is packed and none stays out."""
    packed = gzip.compress(recording())
    data = archive(**{f"{MEMBER}.gz": packed, "tide-1.0/weights.bin.gz": packed})
    assert counts(bench, tmp_path, data, set()).exchanges == 1
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_an_archive_is_a_strangers(bench: ModuleType, tmp_path: Path) -> None:
    """Names of its files are not followed, links are not read, and another digest ends the run."""
    data = archive(**{"../../outside.json": recording(), "/etc/outside.json": recording()})
    paths = [*bench.unpacked(data, package(bench, data), tmp_path)]
    assert [path.parent for path in paths] == [tmp_path, tmp_path]
    assert not [*bench.unpacked(data, package(bench, data, within="cassettes"), tmp_path)]
    other = package(bench, b"")
    with pytest.raises(SystemExit, match="another digest"):
        next(bench.unpacked(data, other, tmp_path))


def test_only_addresses_of_the_index_are_read(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mirror's relative address is that of PyPI's files; a version that is gone is told."""
    digest, asked = "a" * 64, []
    urls = [{"url": "../../packages/packages/x/tide-1.0.tar.gz", "digests": {"sha256": digest}}]

    def read(url: str) -> bytes:
        asked.append(url)
        index = {"releases": {"1.0": urls}}
        return json.dumps(index).encode() if url.endswith("/json") else b"archive"

    monkeypatch.setattr(bench, "_read", read)
    assert bench.fetched(bench.Package("tide", "1.0", digest)) == b"archive"
    assert asked[-1] == "https://files.pythonhosted.org/packages/x/tide-1.0.tar.gz"
    with pytest.raises(SystemExit, match=r"tide 2\.0: PyPI has no archive"):
        bench.fetched(bench.Package("tide", "2.0", digest))
    monkeypatch.undo()
    with pytest.raises(SystemExit, match="not an address"):
        bench._read("file:///etc/passwd")


def test_a_name_that_is_not_in_the_table_is_told(
    bench: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is fetched then."""
    with pytest.raises(SystemExit):
        bench.main(["tide"])
    assert "tide: not in packages.yaml" in capsys.readouterr().err
