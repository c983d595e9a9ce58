"""What the build adds: where the project is, and the wheel's data files, each folder packed as one.

No file of the repository says where it is published, so that a fork's build names the fork. A build
knows: CI says which repository it works in, a clone where it came from, a source distribution
what its own build knew. Where none does, no address is made up.
"""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import struct
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: A repository's address; whoever cloned it may have put a token in, which goes no further.
_HTTPS = re.compile(r"https://(?:[^/@]*@)?([\w.-]+/[\w.-]+/[\w.-]+?)(?:\.git)?/?")
_SSH = re.compile(r"(?:ssh://)?git@(github\.com)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?")
_WRITTEN = re.compile(r"(?m)^Project-URL: Repository, (https://\S+)$")
#: What a wheel has packed, by the name that `toolwire.io.shipped` has for it: a folder of the project, and which of
#: its files. pyproject.toml keeps those out of the wheel as files of their own. Cassettes have an archive of their
#: own, the others share one: they are small, nearly every command reads some, and together they take a tenth less.
_PACKED = {
    "cassettes": ("cassettes", "**/*.*"),
    "suites": ("suites", "*.yaml"),
    "providers": ("harness/toolwire/providers", "*.yaml"),
    "dialect-schemas": ("harness/toolwire/dialects", "*/schema.json"),
    "schemas": ("harness/toolwire/schemas", "*.schema.json"),
    "report-templates": ("harness/toolwire/jobs/report/templates", "*.j2"),
    "site-assets": ("harness/toolwire/jobs/site/assets", "*.*s*"),
    "site-templates": ("harness/toolwire/jobs/site/templates", "*.j2"),
    "withdrawn": ("harness/toolwire/rules/proof", "withdrawn.yaml"),
}
#: A cassette's digest of its own requests, by which a checkout finds edited ones. A wheel has one of everything in it.
_DIGEST = re.compile(rb"(?m)^  requests: [0-9a-f]{64}\n")
#: When a piece of a recorded answer came, in seconds. Results tell it to the millisecond.
_ARRIVAL = re.compile(rb"(?m)^(    - - )([0-9]+\.[0-9]+)$")
#: A Markdown link to, or picture of, a file of the repository.
_LINK = re.compile(r"(!?)(\[[^]]*\]\()(?![a-z]+:|#|<)([^)#\s]+)((?:#[^)\s]*)?\))")


class Addresses(MetadataHookInterface):
    """Fills in `readme` and `urls` of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the repository, and let README's links lead into it, at this version's tag."""
        address = repository(Path(self.root))
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = {}
        if address:
            text = with_addresses(text, address, f"v{metadata['version']}")
            metadata["urls"] = {
                "Repository": address,
                "Documentation": f"{address}/tree/v{metadata['version']}/docs",
                "Changelog": f"{address}/blob/main/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def repository(root: Path) -> str | None:
    """Return the address of the repository that a folder is of, None where nothing tells."""
    written = root / "PKG-INFO"
    if written.exists():
        found = _WRITTEN.search(written.read_text(encoding="utf-8"))
        return found[1] if found else None
    if not (root / ".git").exists():
        return None  # in somebody else's repository, perhaps: what that one is called is not ours
    server, name = (os.environ.get(f"GITHUB_{one}") for one in ("SERVER_URL", "REPOSITORY"))
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if server and name and workspace and Path(workspace).resolve() == root.resolve():
        return _https(f"{server}/{name}")
    words = ["git", "-C", str(root), "remote", "get-url", "origin"]
    try:
        told = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return None
    return _https(told.stdout.strip())


def _https(address: str) -> str | None:
    if found := _HTTPS.fullmatch(address):
        return f"https://{found[1]}"
    found = _SSH.fullmatch(address)
    return f"https://{found[1]}/{found[2]}" if found else None


def with_addresses(text: str, address: str, tag: str) -> str:
    """Return Markdown whose links to files of the repository work anywhere."""

    def whole(found: re.Match[str]) -> str:
        picture, before, path, after = found.groups()
        return f"{picture}{before}{address}/{'raw' if picture else 'blob'}/{tag}/{path}{after}"

    return _LINK.sub(whole, text)


class PackedFolders(BuildHookInterface):
    """Puts what is read, not run, into a wheel as `toolwire/_shipped/cassettes.files.xz` and `data.files.xz`.

    Packed one by one cassettes would take two thirds of the wheel, names included; as one stream a
    sixth of that, and the others half. `toolwire.io.packed` unpacks them.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the archives; an editable wheel has none, because the checkout's folders are read."""
        if version == "editable":
            return
        self._place = tempfile.TemporaryDirectory()
        for name, files in archives(Path(self.root)).items():
            archive = Path(self._place.name) / f"{name}.files.xz"
            archive.write_bytes(packed(files))
            build_data["force_include"][str(archive)] = f"toolwire/_shipped/{archive.name}"

    def finalize(self, version: str, _: object, artifact_path: str) -> None:
        """Remove what was written, and pack the wheel closely."""
        if version != "editable":
            self._place.cleanup()
            pack_closely(Path(artifact_path))


def pack_closely(wheel: Path) -> None:
    """Deflate what a wheel holds again, as small as zopfli makes it; leave it be where there is no zopfli.

    Of thirteen hundred small files that takes a fiftieth off.
    """
    try:
        from zopfli.zlib import compress  # noqa: PLC0415 - who builds for themselves needs none
    except ImportError:
        return
    members = []
    with zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            data = archive.read(info)
            # zlib's own two bytes stand before it, and four of a sum behind.
            closer = compress(data, numiterations=3, blocksplitting=False)[2:-4]
            stored = len(data) <= len(closer)
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            members.append((info, data if stored else closer))
    wheel.write_bytes(_zipped(members))


def _zipped(members: list[tuple[zipfile.ZipInfo, bytes]]) -> bytes:
    """Return a zip file of what is deflated already, of which the standard library writes none.

    APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16 (6.3.10, read 2026-12-01).
    """
    files, contents = io.BytesIO(), io.BytesIO()
    for info, packed_data in members:
        year, month, day, hour, minute, second = info.date_time
        when = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
        name = info.filename.encode()
        sizes = info.CRC, len(packed_data), info.file_size, len(name), 0
        told = struct.pack("<5H3L2H", 20, 0, info.compress_type, *when, *sizes)
        place = struct.pack("<3H2L", 0, 0, 0, info.external_attr, files.tell())
        made_by = struct.pack("<2B", 20, info.create_system)
        contents.write(b"PK\1\2" + made_by + told + place + name)
        files.write(b"PK\3\4" + told + name + packed_data)
    many = len(members)
    end = struct.pack("<4H2LH", 0, 0, many, many, contents.tell(), files.tell(), 0)
    return files.getvalue() + contents.getvalue() + b"PK\5\6" + end


def archives(root: Path) -> dict[str, dict[str, bytes]]:
    """Return what each archive of a wheel holds: `cassettes`, and `data` with a folder for each of the others."""
    found = {name: contents(root / place, files) for name, (place, files) in _PACKED.items()}
    cassettes = {name: shortened(data) for name, data in found.pop("cassettes").items()}
    data = {f"{name}/{path}": each for name, files in found.items() for path, each in files.items()}
    return {"cassettes": cassettes, "data": data}


def contents(folder: Path, files: str) -> dict[str, bytes]:
    """Return some files of a folder, by their paths in it, in the order in which they pack best.

    Args:
        folder: where they are.
        files: a pattern of their paths in it.
    """
    every = (path for path in folder.glob(files) if path.is_file())
    # What is alike stands together: answers in one piece, and streams, of one format.
    ordered = sorted(
        every,
        key=lambda path: (".streaming." in path.name, path.parts[-3].rpartition(".")[2], path),
    )
    return {path.relative_to(folder).as_posix(): _bare(path) for path in ordered}


def _bare(path: Path) -> bytes:
    """Return what a file holds; of JSON without the white space that people read it by."""
    data = path.read_bytes()
    if path.suffix != ".json":
        return data
    return json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False).encode()


def shortened(cassette: bytes) -> bytes:
    """Return a cassette without what its wheel needs not, and what cannot be packed any smaller.

    That is its digest of its own requests, and what times have beyond the millisecond.
    """

    def rounded(found: re.Match[bytes]) -> bytes:
        return found[1] + str(round(float(found[2]), 3)).encode()

    return _ARRIVAL.sub(rounded, _DIGEST.sub(b"", cassette))


def packed(files: dict[str, bytes]) -> bytes:
    """Return files as one packed file, the same bytes for the same files."""
    # By its path: to import the package from here would find whichever is installed, or none.
    pack = runpy.run_path(str(Path(__file__).parent / "harness/toolwire/io/packing.py"))["packed"]
    archive: bytes = pack(files)
    return archive
