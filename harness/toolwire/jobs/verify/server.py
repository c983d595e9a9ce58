"""A provider made up for a server of which no file is known, and the file to go on with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from toolwire.dialects.wire import Auth
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.model.exchange import Endpoint
from toolwire.providers.model import Model, Provider, Target

_OTHER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What the user said of a server.

    Attributes:
        url: its address, cleaned.
        model: name of the model to ask.
        key_env: environment variable of the key; "" for none.
        region: of AWS, for which requests are signed; "" where a key is sent or none.
        no_native_tools: models, or patterns of them, that are sent no native tools.
        name: provider id that the user gave it; "" for one made of the address.
    """

    url: str
    model: str
    key_env: str = ""
    region: str = ""
    no_native_tools: tuple[str, ...] = ()
    name: str = ""

    @property
    def id(self) -> str:
        """Return the id that was given, else one of host and port; no shipped provider has such a one."""
        if self.name:
            return self.name
        netloc = _OTHER.sub("-", urlsplit(self.url).netloc.lower()).strip("-")
        return f"at-{netloc}"[:64].rstrip("-")

    def target(self, dialect: str, base_url: str, auth: Auth, route: str = "") -> Target:
        """Return the target of one dialect at one address."""
        provider = Provider(
            id=self.id,
            title=self.name or urlsplit(self.url).netloc,
            dialect=dialect,
            endpoint=Endpoint(base_url, ""),
            key_env=self.key_env,
            auth_header=auth.header,
            auth_scheme=auth.scheme,
            hosts=(),
            models=(Model(self.model),),
            route=route,
            no_native_tools=self.no_native_tools,
        )
        return Target(provider, provider.models[0])

    def routes(self, seen: Iterable[DialectSighting]) -> tuple[Target, ...]:
        """Return a target for each dialect; the first keeps the plain name."""
        return tuple(
            self.target(one.dialect, one.base_url, one.auth, one.dialect if number else "")
            for number, one in enumerate(seen)
        )


def provider_yaml(targets: Iterable[Target], made: str) -> bytes:
    """Return a provider file of the targets of one server, first one first.

    Args:
        targets: of one provider id.
        made: one line that says how it came about.
    """
    first, *further = (target.provider for target in targets)
    lines = [
        f"# {made}",
        "# Nothing is documented here yet: see docs/adding-a-provider.md.",
        f"provider: {_text(first.id)}",
        f"title: {_text(first.title)}",
        f"dialect: {first.dialect}",
        *_reach(first, ""),
        *([f"key_env: {first.key_env}"] if first.key_env else []),
        *_switched_off(first),
        "models:",
        *(f"  - {{id: {_text(model.id)}, confirmed: false}}" for model in first.models),
        *(["speaks:"] if further else []),
    ]
    for route in further:
        lines += [f"  - dialect: {route.dialect}", *_reach(route, "    ")]
    return ("\n".join(lines) + "\n").encode()


def _switched_off(provider: Provider) -> list[str]:
    words = ", ".join(map(_text, provider.no_native_tools))
    return [f"disable_native_tools_for_models: [{words}]"] if words else []


def _reach(provider: Provider, indent: str) -> list[str]:
    scheme = f", scheme: {_text(provider.auth_scheme)}" if provider.auth_scheme else ""
    return [
        f"{indent}base_url: {_text(provider.endpoint.base_url)}",
        f"{indent}auth: {{header: {_text(provider.auth_header)}{scheme}}}",
    ]


def _text(text: str) -> str:
    """Return a double-quoted YAML scalar (YAML 1.2, section 7.3.1), in printable ASCII."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if " " <= char <= "~" else f"\\U{ord(char):08x}"
