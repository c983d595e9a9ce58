"""From provider files to providers and targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from harness.conversation import Json, JsonObject
from harness.declarative import Document, check, load, nearest
from harness.errors import ToolwireError
from harness.exchange import Endpoint
from harness.json_text import items_of, object_of, string_of
from harness.providers.model import Capability, Deviation, Link, Model, Provider, Target

__all__ = ["INHERITED", "load_providers", "provider_of_host", "targets"]

#: What `mirrors` passes on: the form of the wire and what is documented of it. Never the
#: key (it must not travel to another host), the hosts, the models with their extra request
#: members, or another's deviations.
INHERITED: tuple[str, ...] = (
    "auth",
    "dialect",
    "docs",
    "documented",
    "headers",
    "path",
    "stream_path",
)


def load_providers(directories: Iterable[Path] = ()) -> tuple[Provider, ...]:
    """Load a user's providers and the shipped ones that none of them replaces.

    Args:
        directories: a user's own folders (or single provider files), strongest first; a
            provider in one of them replaces a later one of the same id.

    Returns:
        All of them, sorted by id, with what they mirror filled in.

    Raises:
        ToolwireError: a folder or file cannot be read or breaks the form, or mirrors what
            is not there; names file and line.
    """
    documents: dict[str, Document] = {}
    for place in (*directories, _shipped()):
        for name, document in _in_place(place).items():
            documents.setdefault(name, document)
    return tuple(_provider(_resolved(name, documents)) for name in sorted(documents))


def targets(providers: Iterable[Provider], selection: Iterable[str] = ()) -> tuple[Target, ...]:
    """Return the targets that a selection names.

    Args:
        providers: what there is to choose from.
        selection: words like `openai` (its first model), `openai/gpt-6-luna` (that model,
            also one its file does not list) or `openai/*` (all its models); empty for the
            first model of every provider that lists one.

    Returns:
        The targets in the order of the selection, each once.

    Raises:
        ToolwireError: a word names no provider, or a provider without a model to take.
    """
    known = {provider.id: provider for provider in providers}
    words = tuple(selection)
    if not words:
        return tuple(Target(p, p.models[0]) for p in known.values() if p.models)
    chosen = [target for word in words for target in _chosen(word, known)]
    return tuple({target.name: target for target in chosen}.values())


@lru_cache(maxsize=4096)
def provider_of_host(host: str) -> str | None:
    """Return the id of the shipped provider that answers at a host, None when none is known.

    Args:
        host: host name, with or without a port, in any case. An exact name wins over the
            end of one (`*.suffix`), a longer end over a shorter.
    """
    name = host.rpartition("@")[2].partition(":")[0].rstrip(".").lower()
    exact, endings = _hosts()
    found = exact.get(name)
    if found is not None:
        return found
    return next((owner for ending, owner in endings if name.endswith(ending)), None)


@cache
def _hosts() -> tuple[Mapping[str, str], tuple[tuple[str, str], ...]]:
    pairs = [(host, provider.id) for provider in load_providers() for host in provider.hosts]
    exact = {host: owner for host, owner in pairs if not host.startswith("*")}
    endings = [(host[1:], owner) for host, owner in pairs if host.startswith("*")]
    return exact, tuple(sorted(endings, key=lambda pair: -len(pair[0])))


def _shipped() -> Path:
    return Path(str(files("harness.providers")))


def _in_place(place: Path) -> dict[str, Document]:
    if not place.is_file() and not place.is_dir():
        raise ToolwireError("no such folder of providers", where=str(place))
    paths = [place] if place.is_file() else sorted((*place.glob("*.yaml"), *place.glob("*.yml")))
    found: dict[str, Document] = {}
    for path in paths:
        document = load(path)
        check(document, "provider")
        name = str(document.value["provider"])
        if name in found:
            raise document.error("/provider", f"another file of this folder is provider {name!r}")
        found[name] = document
    return found


def _resolved(name: str, documents: Mapping[str, Document]) -> JsonObject:
    """Return a provider's form with what it mirrors filled in."""
    chain = list(_chain(name, documents))
    form: JsonObject = {}
    documented: JsonObject = {}
    for document in reversed(chain):
        own = document is chain[0]
        value = document.value
        form |= {key: value[key] for key in value if own or key in INHERITED}
        documented |= object_of(value.get("documented"))
    form["documented"] = documented
    if "dialect" not in form:
        raise chain[0].error("/mirrors", "neither this provider nor what it mirrors has a dialect")
    return form


def _chain(name: str, documents: Mapping[str, Document]) -> Iterator[Document]:
    """Yield a provider's document, then the one it mirrors, and so on."""
    passed: list[str] = []
    while True:
        document = documents[name]
        passed.append(name)
        yield document
        mirrored = string_of(document.value.get("mirrors"))
        if mirrored is None:
            return
        if mirrored not in documents:
            hint = nearest(mirrored, documents)
            raise document.error("/mirrors", f"unknown provider {mirrored!r}", hint)
        if mirrored in passed:
            circle = " mirrors ".join((*passed, mirrored))
            raise document.error("/mirrors", f"providers mirror each other: {circle}")
        name = mirrored


def _provider(form: JsonObject) -> Provider:
    auth = object_of(form.get("auth"))
    headers = object_of(form.get("headers"))
    documented = object_of(form.get("documented"))
    return Provider(
        id=str(form["provider"]),
        title=str(form["title"]),
        dialect=str(form["dialect"]),
        endpoint=Endpoint(
            base_url=str(form["base_url"]),
            model="",
            path=string_of(form.get("path")),
            stream_path=string_of(form.get("stream_path")),
            headers=tuple((name, str(value)) for name, value in headers.items()),
            extra=object_of(form.get("extra")),
        ),
        key_env=str(form.get("key_env", "")),
        auth_header=str(auth.get("header", "Authorization")),
        auth_scheme=str(auth.get("scheme", "" if auth else "Bearer")),
        hosts=tuple(str(host) for host in items_of(form.get("hosts"))),
        models=tuple(_model(object_of(model)) for model in items_of(form.get("models"))),
        documented={k: _capability(object_of(v)) for k, v in documented.items()},
        docs=_link(form.get("docs")),
        changelog=_link(form.get("changelog")),
        deviations=tuple(_deviation(object_of(d)) for d in items_of(form.get("deviations"))),
    )


def _model(form: JsonObject) -> Model:
    price = object_of(form.get("price"))
    return Model(
        id=str(form["id"]),
        price_input=_number(price.get("input")),
        price_output=_number(price.get("output")),
        source=_source(form),
    )


def _capability(form: JsonObject) -> Capability:
    return Capability(str(form["value"]), str(form.get("note", "")), _source(form))


def _deviation(form: JsonObject) -> Deviation:
    return Deviation(str(form["rule"]), str(form["reason"]), str(form["seen"]), _source(form))


def _source(form: JsonObject) -> Link:
    return Link(str(form["source"]), str(form["read"]))


def _link(value: Json) -> Link | None:
    form = object_of(value)
    return Link(str(form["url"]), str(form["read"])) if form else None


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _chosen(word: str, known: Mapping[str, Provider]) -> Iterator[Target]:
    name, slash, model = word.partition("/")
    provider = known.get(name)
    if provider is None:
        raise ToolwireError(f"no provider {name!r}", hint=nearest(name, known))
    if not slash:
        if not provider.models:
            hint = f"name one: {name}/MODEL"
            raise ToolwireError(f"provider {name!r} lists no model", hint=hint)
        yield Target(provider, provider.models[0])
        return
    matching = [one for one in provider.models if fnmatchcase(one.id, model)]
    if matching:
        yield from (Target(provider, one) for one in matching)
    elif model and not set(model) & set("*?["):
        yield Target(provider, Model(model))
    else:
        ids = ", ".join(one.id for one in provider.models) or "none"
        raise ToolwireError(f"no model of {name!r} fits {model!r}", hint=f"it lists: {ids}")
