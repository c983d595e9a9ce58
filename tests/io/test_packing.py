"""Files are packed into the same bytes, and come out as they were."""

from __future__ import annotations

import io
import lzma
import tarfile

from toolwire.io.packing import packed


def test_what_is_packed_comes_out_again() -> None:
    """Names and bytes are kept in their order; nothing tells when or by whom it was packed."""
    members = {"b.yaml": b"1\n", "deep/a.yaml": b""}
    archive = packed(members)
    assert archive == packed(dict(members))
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress(archive))) as tar:
        found = {}
        for member in tar:
            file = tar.extractfile(member)
            assert file is not None
            found[member.name] = file.read()
            assert (member.mtime, member.uid, member.uname) == (0, 0, "")
    assert list(found.items()) == list(members.items())
