"""What Bedrock refuses by the address, and what it takes that looks like it."""

from __future__ import annotations

import pytest

from toolwire.dialects.bedrock_converse.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.known_refusal import found_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request

HOST = "https://bedrock-runtime.us-east-1.amazonaws.com"


def found(*blocks: Json, model: str = "m", operation: str = "converse") -> list[str]:
    """Return the ids of what is found wrong with a message of some blocks."""
    body = dump({"messages": [{"role": "user", "content": [*blocks]}]})
    request = Request("POST", f"{HOST}/model/{model}/{operation}", (), body)
    return [one.id for one in found_in(request, KNOWN_REFUSALS)]


def test_the_model_stands_in_the_address() -> None:
    """Of both operations."""
    hello: Json = {"text": "Hello."}
    assert found(hello, model="no-such-model") == ["unknown_model"]
    assert found(hello, model="no-such-model", operation="converse-stream") == ["unknown_model"]
    assert found(hello, model="no-such-model-2") == []


def test_white_space_alone_is_blank() -> None:
    """So it says of both."""
    assert found({"text": " \n"}) == found({"text": ""}) == ["blank_text"]


def test_a_result_that_is_no_failure_may_be_empty() -> None:
    """Only a failure has to say something."""
    assert found({"toolResult": {"toolUseId": "a", "content": []}}) == []
    failed: Json = {"toolResult": {"toolUseId": "a", "content": [], "status": "error"}}
    assert found(failed) == ["empty_failure"]


@pytest.mark.parametrize("name", ["a b", "a-b", "a(1)[2]", "a_b", ""])
def test_documents_have_names_of_some_signs(name: str) -> None:
    """The lower line is taken, though no page has it; none at all is not."""
    assert found({"document": {"name": name}}) == ([] if name else ["document_name"])
    assert found({"document": {"name": f"{name}.txt"}}) == ["document_name"]
