"""Providers that speak several dialects, and addresses that hold the user's account."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.jobs.audit.plan import Item
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode
from toolwire.providers import (
    Capability,
    Link,
    Model,
    Provider,
    Target,
    every_target,
    load_providers,
    targets,
)
from toolwire.suites import load_suites

TWO = """\
provider: two
title: Two
mirrors: openai
base_url: https://{TWO_HOST}/v1
key_env: TWO_KEY
auth: {header: x-two}
extra: {reasoning_effort: none}
variables: {TWO_HOST: two.example}
disable_native_tools_for_models: [old-*]
models:
  - {id: m, source: "https://two.example", read: 2026-11-21}
  - {id: old-m, source: "https://two.example", read: 2026-11-21}
docs: {url: "https://two.example/docs", read: 2026-11-20}
speaks:
  - dialect: openai-responses
    mirrors: openai.openai-responses
  - as: older
    dialect: openai-chat
    path: /older/{TWO_HOST}/{model}
    legacy: {status: deprecated, since: 2026-01, source: "https://two.example", read: 2026-11-21}
    documented:
      round_trip: {value: no, confirmed: false}
"""
MIRROR = "provider: three\ntitle: T\nmirrors: two.older\nbase_url: http://localhost:1\n"


def routes(tmp_path: Path, *texts: str) -> dict[str, Provider]:
    """Load files beside the shipped ones and return all routes by name."""
    for number, text in enumerate(texts):
        (tmp_path / f"p{number}.yaml").write_text(text, encoding="utf-8")
    return {route.name: route for p in load_providers([tmp_path]) for route in p.routes}


def test_routes_share_the_provider_and_differ_in_the_wire(tmp_path: Path) -> None:
    """Key, host and models are the provider's; extra members and mirrors the route's own."""
    known = routes(tmp_path, TWO)
    first, responses, older = known["two"], known["two.openai-responses"], known["two.older"]
    assert [r.name for r in first.routes] == ["two", "two.openai-responses", "two.older"]
    assert {r.id for r in first.routes} == {"two"}
    for one in (responses, older):
        assert (one.key_env, one.auth_header, one.models) == ("TWO_KEY", "x-two", first.models)
        assert one.docs == Link("https://two.example/docs", "2026-11-20")
        assert one.also == ()
    assert (first.endpoint.extra, responses.endpoint.extra) == ({"reasoning_effort": "none"}, {})
    assert (responses.dialect, older.dialect) == ("openai-responses", "openai-chat")
    assert (first.legacy, older.legacy and older.legacy.status) == (None, "deprecated")


def test_what_is_mirrored_says_from_whom(tmp_path: Path) -> None:
    """Documentation of another provider is named as such, own is not; a route can be mirrored."""
    known = routes(tmp_path, TWO, MIRROR)
    state = known["two.openai-responses"].documented["reasoning_state"]
    assert (state.value, state.inherited) == ("yes", "openai.openai-responses")
    own = known["two.older"].documented["round_trip"]
    assert own == Capability("no", confirmed=False)
    assert not own.absent
    three = known["three"]
    assert (three.dialect, three.key_env, three.legacy) == ("openai-chat", "", None)
    path = Target(three, Model("x")).endpoint.path
    assert path == "/older/two.example/{model}"


def test_targets_of_routes_have_names_and_folders_of_their_own(tmp_path: Path) -> None:
    """The first dialect keeps `provider/model`; others are `provider.route/model`."""
    known = tuple(routes(tmp_path, TWO).values())
    providers = [p for p in known if not p.route]
    assert [t.name for t in targets(providers, ["two"])] == ["two/m"]
    words = ["two.older", "two.openai-responses/any-model"]
    named = targets(providers, words)
    assert [t.name for t in named] == ["two.older/m", "two.openai-responses/any-model"]
    assert [t.name for t in targets(providers, ["two*"])] == [
        "two/m",
        "two.openai-responses/m",
        "two.older/m",
    ]
    mine = [t.name for t in every_target(providers) if t.provider.id == "two"]
    assert mine == [
        f"{r}/{m}" for r in ("two", "two.openai-responses", "two.older") for m in ("m", "old-m")
    ]
    suite = next(s for s in load_suites() if s.id == "single_call")
    item = Item(named[0], suite, suite.cases[0], Mode.BLOCKING)
    assert item.cassette.parts[:2] == ("two.older", "m")
    assert item.id == f"two.older/m::{suite.cases[0].name}[blocking]"


def test_the_account_is_filled_in_and_stands_in_for_itself_in_cassettes(tmp_path: Path) -> None:
    """A cassette holds the stand-in; a live run takes the environment, and nothing odd of it."""
    older = routes(tmp_path, TWO)["two.older"]
    target = Target(older, older.models[0])
    assert target.endpoint.base_url == "https://two.example/v1"
    assert target.endpoint.path == "/older/two.example/{model}"
    live = target.reached({"TWO_HOST": "mine.example:8080", "OTHER": "x"})
    assert (live.base_url, live.model) == ("https://mine.example:8080/v1", "m")
    for value in ("evil.example/", "a b", "x@y", "é", "a\nb", "{TWO_HOST}"):
        with pytest.raises(ToolwireError, match="TWO_HOST cannot be"):
            target.reached({"TWO_HOST": value})


def test_the_list_of_models_is_mirrored_as_other_paths_are(tmp_path: Path) -> None:
    """A mirror has the mirrored path below its own address, or its own, or none; a route its own."""
    own = "models_path: {path: '/{TWO_HOST}/list', source: 'https://two.example', read: 2026-11-22}"
    known = routes(tmp_path, TWO)
    assert known["two"].endpoint.models_path == "/models"
    assert known["two.openai-responses"].endpoint.models_path == "/models"
    assert known["two.older"].endpoint.models_path is None
    without = routes(tmp_path, TWO.replace("key_env:", "models_path: null\nkey_env:"))
    assert without["two"].endpoint.models_path is None
    assert without["two.openai-responses"].endpoint.models_path == "/models"
    mine = routes(tmp_path, TWO.replace("key_env:", f"{own}\nkey_env:"))
    target = Target(mine["two"], Model("m"))
    assert target.endpoint.models_path == "/two.example/list"
    assert target.reached({"TWO_HOST": "mine.example"}).models_path == "/mine.example/list"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/models", "a mapping or null"),
        ("{path: /models}", "source"),
        ("{path: models, source: 'https://t.example', read: 2026-11-22}", "begins with a slash"),
        ("{path: '/m?x=1', source: 'https://t.example', read: 2026-11-22}", "has no query"),
        ("{path: '/{OTHER}', source: 'https://t.example', read: 2026-11-22}", "OTHER"),
    ],
)
def test_a_list_of_models_says_where_and_whence(tmp_path: Path, path: str, told: str) -> None:
    """A path without a slash, with a query, an unknown variable or no source is refused."""
    with pytest.raises(ToolwireError, match=told):
        routes(tmp_path, TWO.replace("key_env:", f"models_path: {path}\nkey_env:"))


def test_native_tools_can_be_switched_off_for_models(tmp_path: Path) -> None:
    """Seed 002's setting makes native cases unsupported; the prompted ones are still asked."""
    two = routes(tmp_path, TWO)["two"]
    assert (two.native_tools("m"), two.native_tools("old-m")) == (True, False)
    known = {suite.id: suite for suite in load_suites()}
    told = [
        Item(Target(two, model), known["single_call"], known["single_call"].cases[0], Mode.BLOCKING)
        for model in two.models
    ]
    assert told[0].absent is None
    assert "native tools are switched off for old-m" in str(told[1].absent)
    fallback = known["prompt_fallback"]
    case = next(case for case in fallback.cases if case.dialect == "prompted")
    item = Item(Target(two, two.models[1]), fallback, case, Mode.BLOCKING)
    assert "switched off" not in str(item.absent)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("mirrors: openai.openai-responses", "mirrors: openai.responses", "p0.yaml:16: unknown p"),
        ("as: older", "as: openai-responses", "p0.yaml:17: another route is called 'openai-resp"),
        ("    dialect: openai-chat\n", "", "p0.yaml:17: the key 'dialect' is missing"),
        ("variables: {TWO_HOST: two.example}\n", "", "base_url has {TWO_HOST}, which is unknown"),
        ("/older/{TWO_HOST}", "/older/{TOW_HOST}", "path has {TOW_HOST}, which is unknown"),
        ("status: deprecated", "status: old", "p0.yaml:20: 'status' cannot be 'old'"),
        ("confirmed: false", "confirmed: true", "p0.yaml:22: 'confirmed' cannot be True"),
        (", confirmed: false", "", "p0.yaml:22: the key 'source' is missing"),
        ("two.example}", "two example}", "p0.yaml:8: 'two example' does not fit: a stand-in is"),
    ],
)
def test_mistakes_in_routes_are_told_with_their_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """A mistake inside `speaks` is one line that names file and line, as any other."""
    assert old in TWO
    with pytest.raises(ToolwireError) as caught:
        routes(tmp_path, TWO.replace(old, new, 1))
    assert told in str(caught.value)


def test_a_circle_through_routes_is_refused(tmp_path: Path) -> None:
    """Two routes that mirror each other are told as the circle they are."""
    form = "provider: {0}\ntitle: T\nmirrors: openai\nbase_url: http://localhost\nspeaks:\n"
    entry = "  - {{as: r, dialect: openai-chat, mirrors: {0}.r}}\n"
    texts = [form.format("aa") + entry.format("bb"), form.format("bb") + entry.format("aa")]
    with pytest.raises(ToolwireError, match=r"aa\.r mirrors bb\.r mirrors aa\.r"):
        routes(tmp_path, *texts)
