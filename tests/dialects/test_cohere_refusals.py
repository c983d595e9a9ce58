"""What Cohere refuses in both of its formats is told from what it takes."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.known_refusal import NO_MODEL, found_in
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

PATHS = {"cohere-v1": "/v1/chat", "cohere-v2": "/v2/chat"}


def found(name: str, **members: Json) -> set[str]:
    """Return what is wrong with a request that has some members."""
    form = load_dialect(name).wire.request
    assert form is not None
    body: JsonObject = {"model": "m", **members}
    request = Request("POST", f"http://127.0.0.1{PATHS[name]}", (), dump(body))
    return {one.id for one in found_in(request, form.known_refusals)}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize(
    ("member", "right", "wrong"),
    [
        ("max_tokens", (0, 1, 4096), (-1,)),
        ("frequency_penalty", (0, 1), (1.1, -1)),
        ("k", (0, 500), (501,)),
        ("p", (0, 0.75, 1), (1.5,)),
    ],
)
def test_numbers_are_wrong_outside_of_their_bounds(
    name: str, member: str, right: tuple[float, ...], wrong: tuple[float, ...]
) -> None:
    """The bounds themselves are taken."""
    assert all(found(name, **{member: value}) == set() for value in right)
    assert all(len(found(name, **{member: value})) == 1 for value in wrong)


@pytest.mark.parametrize("name", PATHS)
def test_five_ends_are_taken_and_six_are_not(name: str) -> None:
    """As the vendor says."""
    assert found(name, stop_sequences=["a"] * 5) == set()
    assert found(name, stop_sequences=["a"] * 6) == {"too_many_ends"}


@pytest.mark.parametrize("name", PATHS)
def test_a_model_that_there_is_not_is_not_found(name: str) -> None:
    """The reference says so with the status that Cohere says it with."""
    said: JsonObject = (
        {"message": "Say hello."}
        if name == "cohere-v1"
        else {"messages": [{"role": "user", "content": "Say hello."}]}
    )
    body = dump({"model": NO_MODEL, "stream": False, **said})
    headers = (("content-type", "application/json"),)
    request = Request("POST", f"http://127.0.0.1{PATHS[name]}", headers, body)
    response = Server([name]).answer(request).response
    assert response.status == 404
    assert "a model that there is not" in str(object_of(parse(response.body))["message"])


def test_words_beside_results_are_refused_in_several_steps() -> None:
    """With the member that asks for one step they are what its guide sends; empty words are none."""
    results: Json = [{"call": {"name": "a", "parameters": {}}, "outputs": [{"deg": 18}]}]
    both: JsonObject = {"message": "Weather?", "tool_results": results}
    assert found("cohere-v1", **both) == {"message_beside_results"}
    assert found("cohere-v1", **both, force_single_step=False) == {"message_beside_results"}
    assert found("cohere-v1", **both, force_single_step=True) == set()
    assert found("cohere-v1", **{**both, "message": ""}) == set()
