"""What stands just beside what OpenAI refuses in completions is taken."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.known_refusal import NO_MODEL, found_in
from toolwire.io.json_text import dump
from toolwire.jobs.serve import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request

_PROMPT = "<|im_start|>user\nSay hello.<|im_end|>\n<|im_start|>assistant\n"
_RIGHT: JsonObject = {"model": "reference-model", "prompt": _PROMPT}


def asked(body: JsonObject) -> Request:
    """Return a request of completions."""
    return Request("POST", "http://127.0.0.1/v1/completions", (), dump(body))


def found(name: str, body: JsonObject) -> list[str]:
    """Return the ids of what is found wrong with a request."""
    form = load_dialect(name).wire.request
    assert form is not None
    return [one.id for one in found_in(asked(body), form.known_refusals)]


@pytest.mark.fast
@pytest.mark.parametrize("name", ["chatml", "prompted"])
@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"max_tokens": 16}, []),
        ({"max_tokens": None}, []),
        ({"max_tokens": "many"}, ["worded_limit"]),
        ({"model": "a-model"}, []),
        ({"model": NO_MODEL}, ["unknown_model"]),
    ],
)
def test_a_word_is_no_limit(name: str, body: JsonObject, wrong: list[str]) -> None:
    """A client that is refused for nothing looks for a mistake of its own."""
    assert found(name, body) == wrong


@pytest.mark.fast
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 200),
        ({"max_tokens": 0}, 200),
        ({"max_tokens": -1}, 400),
        ({"max_tokens": "many"}, 400),
        ({"prompt": 7}, 400),
        ({"stream": 7}, 400),
        ({"model": NO_MODEL}, 404),
    ],
)
def test_the_reference_answers_as_openai_does(body: JsonObject, status: int) -> None:
    """Its type of completions allows a limit of 0, where the prompt alone is read."""
    served = Server(("chatml",)).answer(asked({**_RIGHT, **body}))
    assert served.response.status == status
