"""Shapes of ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.shape import id_shape

HEX = "0a1b2c3d4e5f6071"


@pytest.mark.parametrize(
    ("value", "name", "shape"),
    [
        ("call_AbCdEfGhIjKlMnOpQrStUv12", None, "call_[A-Za-z0-9]{24}"),
        ("chatcmpl-tool-" + HEX * 2, None, f"chatcmpl-tool-[0-9a-f]{{{32}}}"),
        ("Ab3dE6gH9", None, "[A-Za-z0-9]{9}"),
        ("365174485", None, "[0-9]{9}"),
        ("0", None, "[0-9]"),
        ("toolu_vrtx_01AbCdEfGhIjKlMnOpQrStUv", None, "toolu_vrtx_[A-Za-z0-9]{24}"),
        ("call_00_AbCdEfGhIjKlMnOpQrStUv12", None, "call_[0-9]{2}_[A-Za-z0-9]{24}"),
        ("0f8fad5b-d9cb-469f-a165-70867728950e", None, "uuid"),
        ("fc_0f8fad5b-d9cb-469f-a165-70867728950e", None, "fc_uuid"),
        ("call_-8006461893424155551", None, "call_[0-9-]{20}"),
        ("functions.get_weather:0", "get_weather", "functions.<name>:[0-9]"),
        ("get_weather_1byjy32y4hvq", "get_weather", "<name>_[a-z0-9]{12}"),
        ("get_weather", "get_weather", "get_[a-z0-9]{7}"),
        ("get_weather12ab", "get_weather", "<name>[0-9a-f]{4}"),
        ("call_add_1", "add", "call_<name>_[0-9]"),
        ("call_AbCdEfGhIaddMnOpQrStUv12", "add", "call_[A-Za-z0-9]{24}"),
        ("call_addEfGhIjKlMnOpQrStUv12", "add", "call_[A-Za-z0-9]{23}"),
        ("", None, '""'),
        ("a b", None, "other"),
        ("x\n", None, "other"),
        ("é", None, "other"),
        ("a" * 129, None, "other"),
    ],
)
def test_shape_of_known_ids(value: str, name: str | None, shape: str) -> None:
    """Ids of providers get the pattern people know them by."""
    assert id_shape(value, name) == shape


@given(st.text(max_size=200), st.none() | st.text(max_size=20))
def test_any_id_has_a_short_harmless_shape(value: str, name: str | None) -> None:
    """Whatever the id and name are, the shape is bounded and has no markup but `<name>`."""
    shape = id_shape(value, name)
    assert 0 < len(shape) < 1000
    assert not set(shape.replace("<name>", "")) & set("<>&'\n\\")


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=30), st.sampled_from("_-"))
def test_ids_made_alike_have_one_shape(tail: str, separator: str) -> None:
    """Only the length and class of the random part count, not its letters."""
    assert id_shape(f"call{separator}{tail}") == f"call{separator}[A-Za-z0-9]{{{len(tail)}}}"
