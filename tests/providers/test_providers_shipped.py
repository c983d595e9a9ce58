"""The shipped provider files: complete, sourced, unambiguous, and true of recorded traffic."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import toolwire.providers
from tests.support.recorded import cited
from tests.support.root import ROOT
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.declarative import load
from toolwire.io.json_text import object_of
from toolwire.jobs.lint.attribution import load_attributions, provider_of
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.providers import Provider, load_providers, provider_of_name
from toolwire.rules import RULES
from toolwire.suites import load_suites

PROVIDERS = load_providers()
ROUTES = [route for provider in PROVIDERS for route in provider.routes]
FILES = sorted(Path(str(toolwire.providers.__file__)).parent.glob("*.yaml"))

#: The providers of the format guide (seed 000) and of the documents beside it.
OF_THE_SEEDS = {
    *("openai", "azure-openai", "anthropic", "gemini", "vertex-ai", "xai", "mistral", "cohere"),
    *("deepseek", "aws-bedrock", "ollama", "vllm", "qwen", "gpustack", "lm-studio", "localai"),
    "tgi",
}
#: Parts of a file that state facts, and so say whence and when, or that nobody confirmed them.
FACTS = ("models", "documented", "legacy", "rate_limit", "deviations")
#: Servers of one's own, which listen where one has put them, and providers nobody has recorded.
WITHOUT_A_HOST = {
    *("vllm", "gpustack", "lm-studio", "localai", "tgi", "llama-cpp", "litellm-proxy"),
    "transformers",
}
#: From general knowledge, as their own files say.
UNCONFIRMED = {"github-models", "moonshot"}


def named(routes: list[Provider]) -> list[str]:
    """Return the names of routes, for test ids."""
    return [route.name for route in routes]


def test_every_provider_of_the_seeds_has_a_file() -> None:
    """Seventeen rows of the user's own documents, and each can be audited."""
    by_id = {provider.id: provider for provider in PROVIDERS}
    assert by_id.keys() >= OF_THE_SEEDS
    for name in OF_THE_SEEDS:
        assert by_id[name].models, name
        assert by_id[name].changelog is not None, name


#: Sources of a page that never changes again: a release of a package, a tree at a commit.
PINNED = ("pypi.org/project/", "/tree/", "/blob/")


def test_every_provider_of_the_seeds_has_a_page_of_changes() -> None:
    """A changelog is a page that grows; the vendor's own client stands beside it."""
    by_id = {provider.id: provider for provider in PROVIDERS}
    for name in OF_THE_SEEDS:
        changelog, sdk = by_id[name].changelog, by_id[name].sdk
        assert changelog is not None, name
        assert not any(part in changelog.url for part in PINNED), name
        assert changelog != by_id[name].docs, name
        assert sdk is None or sdk.read, name


def test_every_model_of_a_provider_of_the_seeds_has_a_price() -> None:
    """In each dialect, with the page and the day; nothing costs nothing without a reason."""
    routes = [route for route in ROUTES if route.id in OF_THE_SEEDS]
    assert len(routes) > 30
    for route in routes:
        for model in route.models:
            price = model.price
            assert price is not None, (route.name, model.id)
            assert price.source is not None, (route.name, model.id)
            assert price.source.read, (route.name, model.id)
            assert price.input + price.output > 0 or price.note, (route.name, model.id)


def test_a_server_of_ones_own_costs_nothing_whatever_it_runs() -> None:
    """The model named on the command line has the price of the listed ones; a cloud's has none."""
    own = {*WITHOUT_A_HOST, "ollama"} - {"litellm-proxy"}
    for provider in PROVIDERS:
        price = provider.unlisted("a-model-of-mine").price
        assert (price is not None) == (provider.id in own), provider.id
        assert price is None or price.input == price.output == 0


#: Of the clouds of the user's documents, those that publish requests a minute.
LIMITED = {"openai": 500, "anthropic": 1_000, "cohere": 500}


def test_published_rate_limits_say_of_which_tier_they_are() -> None:
    """A number goes with a note and a source; who publishes none has none."""
    clouds = OF_THE_SEEDS - WITHOUT_A_HOST
    found = {p.id: p.rate_limit for p in PROVIDERS if p.id in clouds and p.rate_limit}
    assert {name: limit.requests_per_minute for name, limit in found.items()} == LIMITED | {
        "deepseek": None
    }
    for name, limit in found.items():
        assert limit.note, name
        assert limit.source is not None, name


#: Suites that vendors write of: where one file speaks of a suite, every one does.
DOCUMENTED = {name for route in ROUTES for name in route.documented}
#: Suites that ask about forms and not about a feature: vendors document them where they differ.
OF_FORMS = {"history_forms", "schema_forms", "streaming_equals_blocking"}


def test_every_list_of_models_has_a_form_and_a_page_of_its_own() -> None:
    """What is asked can be read; a provider's own page says where its list is, not the mirrored."""
    for route in ROUTES:
        assert route.endpoint.models_path is None or load_dialect(route.dialect).wire.models, (
            route.name
        )
    listing = {provider.id for provider in PROVIDERS if provider.endpoint.models_path}
    said = {p.stem: object_of(load(p).value).get("models_path", "") for p in FILES}
    # Lists that stand at another host, or that nobody has confirmed: the file says null.
    nowhere = {name for name, path in said.items() if path is None}
    assert {provider.id for provider in PROVIDERS} - listing == {*nowhere, "aws-bedrock"}
    own = {name for name, path in said.items() if path != ""}
    assert own == {provider.id for provider in PROVIDERS} - {"aws-bedrock"}


@pytest.mark.parametrize("route", ROUTES, ids=named(ROUTES))
def test_a_route_is_complete(route: Provider) -> None:
    """Each says where it is documented, has a key or says none, and speaks of every suite."""
    assert route.docs is not None
    assert (route.source is None) == (route.id in UNCONFIRMED)
    suites = {s.id: s for s in load_suites()}
    spoken = {s.id for s in suites.values() if not s.dialects or route.dialect in s.dialects}
    # Tools in a prompt are a convention of clients: no vendor documents them.
    assert spoken & DOCUMENTED - OF_FORMS <= set(route.documented) or route.dialect == "prompted"
    for name, capability in route.documented.items():
        suite, _, case = name.partition(".")
        assert not case or case in {one.id for one in suites[suite].cases}, name
        assert (capability.source is not None) == capability.confirmed, name
    for deviation in route.deviations:
        assert deviation.rule in RULES, deviation
        assert len(deviation.reason) > 20, deviation


@pytest.mark.parametrize("provider", PROVIDERS, ids=named(list(PROVIDERS)))
def test_a_provider_is_recognised(provider: Provider) -> None:
    """The file has the provider's name, and each provider in the cloud its hosts."""
    assert (FILES[0].parent / f"{provider.id}.yaml").is_file()
    assert bool(provider.hosts) == (provider.id not in WITHOUT_A_HOST)
    assert provider_of_name(provider.id.upper()) == provider.id


def test_no_name_and_no_host_belongs_to_two() -> None:
    """An alias is no other provider's id or alias, and a host is one provider's."""
    names = Counter(n for p in PROVIDERS for n in (p.id, *p.aliases))
    hosts = Counter(host for p in PROVIDERS for host in p.hosts)
    assert [name for name, count in (names + hosts).items() if count > 1] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_fact_says_whence_and_when(path: Path) -> None:
    """Each fact of a file has an address and a date, or `confirmed: false`."""
    marks = load(path).marks
    parents = {pointer.rpartition("/")[0] for pointer in marks}
    facts = [
        pointer
        for pointer in parents
        if any(f"/{key}/" in f"{pointer}/" for key in FACTS)
        and {"value", "id", "rule", "status", "requests_per_minute"}
        & {mark.rpartition("/")[2] for mark in marks if mark.rpartition("/")[0] == pointer}
    ]
    for pointer in facts:
        sourced = {f"{pointer}/source", f"{pointer}/read"} <= set(marks)
        assert sourced or f"{pointer}/confirmed" in marks, pointer


def test_names_of_recordings_lead_to_a_file(shared: Path) -> None:
    """Every folder of the recorded traffic is a provider of ours, by id or alias."""
    folders = {path.name for path in (shared / "corpus").iterdir() if path.is_dir()}
    assert len(folders) >= 28
    assert {name for name in folders if provider_of_name(name) is None} == set()


def test_listed_deviations_are_still_seen(shared: Path) -> None:
    """A deviation that cites recorded traffic at hand is found in it: what has passed is taken out.

    Recordings that are in neither corpus are cited too (2026-11-24); they cannot be looked at again.
    """
    notes = load_attributions(ROOT / "reports" / "attributions.yaml")
    seen: set[tuple[str | None, str | None, str]] = set()
    held: set[str] = set()
    for item in lint([shared / "corpus", shared / "corpus2"]):
        if isinstance(item, Judged):
            source = item.exchange.evidence.source
            held.add(source.rpartition("@")[0])
            owner = provider_of(source, notes) or provider_of_name(item.exchange.provider)
            seen |= {(owner, item.detected.dialect, finding.rule) for finding in item.all_findings}
    listed = {
        (route.id, deviation.dialect or route.dialect, deviation.rule)
        for route in ROUTES
        for deviation in route.deviations
        if cited(deviation.source.url) in held and route.dialect in DIALECTS
    }
    assert len(listed) > 50
    assert listed - seen == set()
