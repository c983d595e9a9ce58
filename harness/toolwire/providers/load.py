"""From provider files to providers, and which of them a recording is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias
from urllib.parse import urlsplit

from toolwire.dialects import DIALECTS
from toolwire.io.declarative import Document, check, load
from toolwire.io.json_text import object_of
from toolwire.io.shipped import shipped
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.providers.form import provider_of_form
from toolwire.providers.mirror import resolved
from toolwire.providers.model import Provider, variables_in

_ENUMS = (("dialect", tuple(DIALECTS)),)
_ADDRESSES = ("base_url", "path", "stream_path")
#: Variables whose values are secrets, and how the names of others say so.
_SECRET = frozenset({"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"})
_KEY_LIKE = re.compile(
    r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSW(?:OR)?D|PAT|CREDENTIALS?)(?:_|$)"
)
#: Variable of the key, origin, and variables of the account with their stand-ins.
_Reads: TypeAlias = tuple[str, str, frozenset[tuple[str, str]]]


def load_providers(directories: Iterable[Path] = ()) -> tuple[Provider, ...]:
    """Load a user's providers and the shipped ones that none of them replaces.

    Args:
        directories: a user's own folders (or single provider files), strongest first; a
            provider in one of them replaces a later one of the same id. What these read is
            `foreign`, unless a shipped file reads the same for the same origin.

    Returns:
        All of them, sorted by id, with what they mirror filled in; the further routes of
        each are in its `also`.

    Raises:
        ToolwireError: a folder or file cannot be read or breaks the form, or mirrors what
            is not there; names file and line.
    """
    ours = _kept(_shipped())
    documents: dict[str, Document] = {}
    for place in directories:
        for name, document in _in_place(place).items():
            documents.setdefault(name, document)
    vouched = _vouched(ours) if documents else None
    documents = {**ours, **documents}
    return tuple(_provider(name, documents, vouched) for name in sorted(documents))


def _provider(
    name: str, documents: Mapping[str, Document], vouched: frozenset[_Reads] | None
) -> Provider:
    first, *further = resolved(name, documents)
    _known_variables((first, *further), documents[name])
    _no_keys_in_addresses((first, *further), documents[name])
    found = provider_of_form(first, map(provider_of_form, further))
    if vouched is None:
        return found
    also = tuple(replace(route, foreign=_reads(route) not in vouched) for route in found.also)
    return replace(found, foreign=_reads(found) not in vouched, also=also)


def _reads(route: Provider) -> _Reads:
    """Return which variables a route reads, and where what they hold goes."""
    origin = urlsplit(route.endpoint.base_url)
    return (
        route.key_env,
        f"{origin.scheme}://{origin.netloc}",
        frozenset(route.variables.items()),
    )


def _vouched(ours: Mapping[str, Document]) -> frozenset[_Reads]:
    """Return what the shipped files read and where it goes, as long as they mirror each other only."""
    forms = (form for name in ours for form in resolved(name, ours))
    return frozenset(_reads(provider_of_form(form)) for form in forms)


def _no_keys_in_addresses(forms: Iterable[JsonObject], document: Document) -> None:
    """Refuse a variable that holds a key where it would stand in an address."""
    for form in forms:
        for name in object_of(form.get("variables")):
            if name == form.get("key_env") or name in _SECRET or _KEY_LIKE.search(name):
                hint = "a key goes into a header: name it as `key_env`"
                raise document.error("/variables", f"{name} would stand in an address", hint)


def _known_variables(forms: Iterable[JsonObject], document: Document) -> None:
    """Refuse an address with a variable that the file gives no stand-in for."""
    for form in forms:
        known = form.get("variables")
        listed = object_of(form.get("models_path")).get("path")
        addresses = {key: form.get(key) for key in _ADDRESSES} | {"models_path": listed}
        for key, address in addresses.items():
            for name in variables_in(str(address or "")):
                if not isinstance(known, dict) or name not in known:
                    hint = f"add `variables: {{{name}: a-word-for-cassettes}}`"
                    raise document.error("", f"{key} has {{{name}}}, which is unknown", hint)


@lru_cache(maxsize=4096)
def provider_of_host(host: str) -> str | None:
    """Return the id of the shipped provider that answers at a host, None when none is known.

    Args:
        host: host name, with or without a port, in any case. An exact name wins over a
            pattern (`*.suffix`, `prefix.*.suffix`), a longer pattern over a shorter.
    """
    name = host.rpartition("@")[2].partition(":")[0].rstrip(".").lower()
    exact, patterns = _hosts()
    found = exact.get(name)
    if found is not None:
        return found
    return next((owner for head, tail, owner in patterns if _fits(name, head, tail)), None)


@lru_cache(maxsize=4096)
def provider_of_name(name: str) -> str | None:
    """Return the id of the shipped provider that a recording calls by a name, None if none.

    Args:
        name: an id or alias, in any case.
    """
    return _names().get(name.lower())


def defines(provider: str, dialect: str) -> bool:
    """Return whether a dialect is the own format of a shipped provider, named by its id."""
    return dialect in _defined().get(provider, ())


def _fits(name: str, head: str, tail: str) -> bool:
    return len(name) > len(head) + len(tail) and name.startswith(head) and name.endswith(tail)


@cache
def _hosts() -> tuple[Mapping[str, str], tuple[tuple[str, str, str], ...]]:
    pairs = [(host, provider.id) for provider in load_providers() for host in provider.hosts]
    exact = {host: owner for host, owner in pairs if "*" not in host}
    patterns = [(*host.split("*", 1), owner) for host, owner in pairs if "*" in host]
    found = ((head, tail, owner) for head, tail, owner in patterns)
    return exact, tuple(sorted(found, key=lambda one: -len(one[0] + one[1])))


@cache
def _defined() -> Mapping[str, tuple[str, ...]]:
    return {provider.id: provider.defines for provider in load_providers()}


@cache
def _names() -> Mapping[str, str]:
    known = load_providers()
    names = {alias: provider.id for provider in known for alias in provider.aliases}
    return names | {provider.id: provider.id for provider in known}


def _shipped() -> Path:
    return shipped("providers")


@cache
def _kept(place: Path) -> Mapping[str, Document]:
    """Return the files of a folder that nobody changes, which are read once by a process."""
    return MappingProxyType(_in_place(place))


def _in_place(place: Path) -> dict[str, Document]:
    if not place.is_file() and not place.is_dir():
        raise ToolwireError("no such folder of providers", where=str(place))
    paths = [place] if place.is_file() else sorted((*place.glob("*.yaml"), *place.glob("*.yml")))
    found: dict[str, Document] = {}
    for path in paths:
        document = load(path)
        check(document, "provider", _ENUMS)
        name = str(document.value["provider"])
        if name in found:
            raise document.error("/provider", f"another file of this folder is provider {name!r}")
        found[name] = document
    return found
