"""Files are packed into the same bytes, and come out as they were."""

from __future__ import annotations

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.packing import packed, unpacked

NAMES = st.from_regex(r"[a-z]{1,8}(/[a-z ]{1,8}){0,2}\.yaml", fullmatch=True)


@given(st.dictionaries(NAMES, st.binary(max_size=64), max_size=6))
def test_what_is_packed_comes_out_again(members: dict[str, bytes]) -> None:
    """Names and bytes are kept in their order, and nothing tells when or by whom they were packed."""
    archive = packed(members)
    assert archive == packed(dict(members))
    assert list(unpacked(lzma.decompress(archive)).items()) == list(members.items())


@pytest.mark.parametrize(
    "plain",
    [
        b"",
        b"1 a.yaml\n",
        b"1 a.yaml\n\n",
        b"1 a.yaml\n\nab",
        b"-1 a.yaml\n\n",
        b"a.yaml\n\n",
        b"1 /a.yaml\n\na",
        b"1 ../a.yaml\n\na",
        b"1 \n\na",
        b"1 \xff\n\na",
    ],
)
def test_what_is_no_packed_file_is_an_error(plain: bytes) -> None:
    """A table that does not fit its contents, or names a place elsewhere, unpacks to nothing."""
    with pytest.raises(ValueError, match=r"."):
        unpacked(plain)
