"""What Ollama reads as a duration and as an image, and what it refuses."""

from __future__ import annotations

import pytest

from toolwire.dialects.known_refusal import found_in
from toolwire.dialects.ollama_chat.known_refusals import KNOWN_REFUSALS
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request


def found(**members: Json) -> set[str]:
    """Return what is wrong with a request that has some members."""
    body: JsonObject = {"model": "m", **members}
    request = Request("POST", "http://127.0.0.1/api/chat", (), dump(body))
    return {one.id for one in found_in(request, KNOWN_REFUSALS)}


@pytest.mark.parametrize(
    "lasting", ["5m", "24h", "1h30m", "-1s", "0", ".5h", "1.5h", "300ms", 300, -1, None]
)
def test_what_go_reads_as_a_duration_is_right(lasting: Json) -> None:
    """A number with a unit, several of them, nothing at all, and any number that is no text."""
    assert found(keep_alive=lasting) == set()


@pytest.mark.parametrize(
    "lasting", ["-1", "300", "5 minutes", "", "forever", "1d", "30\u5206\u949f"]
)
def test_what_go_does_not_read_is_refused(lasting: str) -> None:
    """Numbers without a unit, and words."""
    assert found(keep_alive=lasting) == {"keep_alive_without_unit"}


@pytest.mark.parametrize("image", ["iVBORw0KGgo=", "iVBO\nRw0KGgo=\n", "", 5, None])
def test_what_go_reads_as_bytes_is_right(image: Json) -> None:
    """The standard alphabet, filled up; ends of lines are passed over. What is no text is the schema's."""
    assert found(messages=[{"role": "user", "images": [image]}]) == set()


@pytest.mark.parametrize("image", ["https://a.example/b.png", "AAA", "a-_b"])
def test_what_is_no_base64_is_refused(image: str) -> None:
    """Addresses, what is not filled up, and the alphabet of addresses."""
    sound = "iVBORw0KGgo="
    assert found(messages=[{"role": "user", "images": [sound, image]}]) == {"image_by_link"}
    whole = f"data:image/png;base64,{sound}"
    assert found(messages=[{"role": "user", "images": [sound, whole]}]) == {"image_as_address"}


@pytest.mark.parametrize("many", [0, 20, 3, "5", None])
def test_up_to_twenty_logprobs_are_right(many: Json) -> None:
    """A text is the schema's."""
    assert found(top_logprobs=many) == set()
    assert found(top_logprobs=21) == found(top_logprobs=-1) == {"too_many_logprobs"}
