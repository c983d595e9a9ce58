"""Which models a server lists, asked of servers on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from aiohttp import web

from tests.jobs.verify.bench import running
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import application
from toolwire.jobs.verify.models import ServerModels, only_model, server_models
from toolwire.jobs.verify.planned import plan_of
from toolwire.jobs.verify.run import VerifyPlan
from toolwire.model.conversation import Json
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.transport.live.destination import Permission

KEY = "sk-0123456789abcdefghijklmnop"
Handler = Callable[[web.Request], Awaitable[web.Response]]


def plan(url: str, *, dialect: str = "auto", key_env: str = "") -> VerifyPlan:
    """Return the plan of a verification that names no model."""
    return plan_of(
        url,
        "",
        dialect=dialect,
        key_env=key_env,
        aws_region="",
        concurrency=4,
        permission=Permission(),
    )


def asked(plan: VerifyPlan) -> ServerModels:
    """Return what the server of a plan lists."""
    return asyncio.run(server_models(plan))


def listing(path: str, value: Json, seen: list[str] | None = None) -> web.Application:
    """Return a server that answers one path with a list, and every other with 404."""

    async def answer(request: web.Request) -> web.Response:
        if seen is not None:
            seen.append(request.path)
        return web.json_response(value)

    app = web.Application()
    app.router.add_get(path, answer)
    return app


LISTED = [name for name in DIALECTS if load_dialect(name).wire.models is not None]


@pytest.mark.parametrize("name", LISTED)
def test_each_dialect_lists_its_models_its_own_way(name: str) -> None:
    """Whatever a server speaks, the name that requests need is found."""
    with running(application(Server((name,), model="m:1"))) as url:
        assert asked(plan(url, dialect=name)) == ServerModels(("m:1",))


@pytest.mark.parametrize("path", ["", "/v1", "/v1/chat/completions"])
def test_the_list_stands_beside_whatever_address_was_given(path: str) -> None:
    """A host, the SDK's base URL and an endpoint's whole path lead to the same list."""
    seen: list[str] = []
    value: Json = {"object": "list", "data": [{"id": "a"}]}
    with running(listing("/v1/models", value, seen)) as url:
        assert asked(plan(f"{url}{path}")).names == ("a",)
    assert seen == ["/v1/models"]


def test_a_gateway_below_a_path_is_asked_there() -> None:
    """The version that the SDK's base URL ends with may be missing."""
    with running(listing("/api/models", {"data": [{"id": "a"}]})) as url:
        assert asked(plan(f"{url}/api")).names == ("a",)


def test_models_of_ones_own_are_listed_too() -> None:
    """llama.cpp and vLLM name a model by its file; who asks is whose file that is."""
    value: Json = {"data": [{"id": "/srv/models/tiny.gguf"}, {"id": "ft:b:me::x"}]}
    with running(listing("/v1/models", value)) as url:
        assert asked(plan(url)).names == ("/srv/models/tiny.gguf", "ft:b:me::x")


def test_a_key_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a gate the list is asked for as each dialect sends its key."""
    monkeypatch.setenv("MY_KEY", KEY)

    async def answer(request: web.Request) -> web.Response:
        if request.headers.get("x-api-key") != KEY:
            return web.Response(status=401)
        return web.json_response({"data": [{"id": "a", "type": "model"}], "has_more": False})

    app = web.Application()
    app.router.add_get("/v1/models", answer)
    with running(app) as url:
        assert asked(plan(url, key_env="MY_KEY")).names == ("a",)
        assert asked(plan(url)).reason == "HTTP 401"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"data": []}, "an empty list"),
        ({"hello": 1}, "not a list of models"),
        ([], "an empty list"),
    ],
)
def test_what_is_no_list_is_told(value: Json, reason: str) -> None:
    """The first reason is told, in words of ours."""
    with running(listing("/v1/models", value)) as url:
        assert asked(plan(url)) == ServerModels((), reason)


def test_names_that_act_on_a_terminal_are_passed_over() -> None:
    """A hostile server cannot write to the screen by the name of a model."""
    with running(listing("/v1/models", {"data": [{"id": "\x1b[2J"}, {"id": "b"}]})) as url:
        assert asked(plan(url)).names == ("b",)


def test_nobody_at_the_address_is_told_as_ever() -> None:
    """Where nothing listens that is the error, and not that there is no list."""
    with pytest.raises(TrafficError, match="connection refused"):
        asked(plan("http://127.0.0.1:9"))


def test_a_format_without_a_list_says_so() -> None:
    """Bedrock's models are listed by another host, so nothing is asked."""
    found = asked(plan("http://127.0.0.1:9", dialect="bedrock-converse"))
    assert found == ServerModels((), "its format has none")


def test_the_only_model_is_taken_and_of_several_none() -> None:
    """One line says how to choose."""
    assert only_model(ServerModels(("a",)), "u") == "a"
    with pytest.raises(
        ToolwireError, match=r"^u: it lists 2 models \(choose one, such as --model a\)$"
    ):
        only_model(ServerModels(("a", "b")), "u")
    with pytest.raises(ToolwireError, match=r"^u: no list of models: x \(name one with --model\)$"):
        only_model(ServerModels((), "x"), "u")


def test_a_list_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer in the time there is for a list is the reason."""
    monkeypatch.setattr("toolwire.jobs.verify.models.SECONDS", 0.05)

    async def never(_request: web.Request) -> web.Response:
        await asyncio.sleep(30)
        return web.Response()

    app = web.Application()
    app.router.add_get("/v1/models", never)
    with running(app) as url:
        assert asked(replace(plan(url), concurrency=1)).reason == "no answer in 0.05 s"
