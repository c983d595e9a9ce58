"""Providers and targets as frozen values; loaded from `harness/toolwire/providers/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from types import MappingProxyType

from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint

_VARIABLE = re.compile(r"\{([A-Z][A-Z0-9_]*)\}", re.ASCII)
# What may stand in an address for a variable: no slash, so that a path keeps its parts.
_VALUE = re.compile(r"[A-Za-z0-9._:-]+", re.ASCII)
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Link:
    """An address of a fact or a page.

    Attributes:
        url: http or https.
        read: ISO date on which the page was read; "" where nobody could open it.
        seen: in its place, the date on which the address was found in public files.
    """

    url: str
    read: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """What tokens cost.

    Attributes:
        input, output: USD per million tokens.
        note: whose price it is, or why there is none to pay; one line, "" for nothing to say.
        source: the page or registry that says so.
    """

    input: float
    output: float
    note: str = ""
    source: Link | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """A model to audit with.

    Attributes:
        id: as the provider spells it.
        price: None when unknown.
        source: whence the id is; None for a model named on the command line, or one nobody
            has confirmed.
        retires: ISO date the vendor has announced for its end; "" when none is known.
    """

    id: str
    price: Price | None = None
    source: Link | None = None
    retires: str = ""


@dataclass(frozen=True, slots=True)
class Capability:
    """What the documentation says of one suite or case.

    Attributes:
        value: `yes`, `no` or `partial`.
        note: one line of explanation.
        source: the page that says so; None when not confirmed.
        confirmed: whether anyone has read a source. What is not confirmed decides nothing.
        inherited: name of the provider whose documentation this is, where it is not the
            provider's own; "" where it is.
        models: ids or patterns of the only models it is said of; empty for all.
        own: whether the provider's own pages say it, or say that it answers as the one whose
            pages do.
    """

    value: str
    note: str = ""
    source: Link | None = None
    confirmed: bool = True
    inherited: str = ""
    models: tuple[str, ...] = ()
    own: bool = True

    @property
    def absent(self) -> bool:
        """Whether the vendor documents that the provider lacks it."""
        return self.confirmed and self.value == "no"

    def lacking(self, model: str) -> bool:
        """Return whether it is documented that a model of the provider lacks it."""
        named = not self.models or any(fnmatchcase(model, pattern) for pattern in self.models)
        return self.absent and named


@dataclass(frozen=True, slots=True)
class WireFact:
    """How a vendor documents that one facet of the format is written.

    Attributes:
        words: as the comparison matrix shows them; the first is the usual one. One that ends
            in `…` says only how it begins.
        source: the page or code that says so.
        inherited: name of the provider whose documentation this is; "" for the provider's own.
        example: the only id there is, of an `id_pattern` that does not vary; "" otherwise.
        body: of an `error_field`, the whole body, `{message}` and `{status}` to be filled in;
            None where the facet's own form says it all.
        status: of an `error_field`, the HTTP status of a request that is wrong; None for 400.
    """

    words: tuple[str, ...]
    source: Link
    inherited: str = ""
    example: str = ""
    body: JsonObject | None = None
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Deviation:
    """A known, explained finding.

    Attributes:
        rule: its id.
        reason: what the provider does, in a sentence.
        seen: ISO month it was first seen in.
        source: an exchange or thread that shows it.
        models: ids or patterns of the models that do it; empty for all.
        modes: modes in which it shows; empty for both.
        dialect: wire format it is about; "" for that of the route that lists it.
        until: ISO month it was last seen in; "" while it lasts.
    """

    rule: str
    reason: str
    seen: str
    source: Link
    models: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    dialect: str = ""
    until: str = ""

    def concerns(self, model: str, mode: str) -> bool:
        """Return whether it is about answers of a model in a mode."""
        if self.modes and mode not in self.modes:
            return False
        return not self.models or any(fnmatchcase(model, pattern) for pattern in self.models)

    def lasts(self, recorded_at: str | None) -> bool:
        """Return whether it had not passed at a time (ISO 8601); a time nobody knows counts."""
        return not self.until or not recorded_at or recorded_at[: len(self.until)] <= self.until


@dataclass(frozen=True, slots=True)
class Legacy:
    """That a format is on its way out.

    Attributes:
        status: `legacy` (a newer one is recommended), `deprecated`, `maintenance` or `retired`.
        note: what replaces it.
        since, ends: ISO month or date; "" when none is announced.
        source: the page that says so; None when not confirmed.
    """

    status: str
    note: str = ""
    since: str = ""
    ends: str = ""
    source: Link | None = None


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Requests a minute that the provider allows; None when it documents that it has no limit."""

    requests_per_minute: int | None
    note: str = ""
    source: Link | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """Who serves a wire format, seen through one of the dialects it speaks.

    A provider that speaks several dialects is several of these values: the first, and in its
    `also` one for each further route. They share `id`; `dialect`, `endpoint`, `models`,
    `documented`, `wire`, `docs`, `legacy` and `deviations` are those of the route.

    Attributes:
        id: as in file names and results; title: as people call it.
        dialect: name in the dialect table.
        endpoint: base URL, paths, headers and extra body members, without a model; addresses
            may hold `{VARIABLE}`s of the user's account.
        key_env: environment variable of the key; "" when it needs none.
        auth_header, auth_scheme: header the key goes into and the word before it ("" for none).
        hosts: host names (one `*` each) by which recorded traffic is recognised.
        defines: dialects that are the vendor's own; what its hosts answer in them is the
            reference, and no rule outranks it undisputed.
        models: cheapest tool-capable model first.
        documented: suite id, or `suite.case` -> capability; what is not named is taken as
            `yes`.
        wire: key of `observation.FACETS`, or `reasoning_field` -> how it is documented to be
            written; what is not named is not documented.
        docs, changelog, sdk, deprecations: pages for the monthly check: how tools are called,
            what changed, the vendor's own client, and what ends when.
        deviations: known findings.
        route: name of a further route, its dialect unless the file says otherwise; "" for
            the first.
        also: the further routes; empty in a further route itself.
        aliases: other names by which recordings call it.
        legacy: set when the format is on its way out.
        rate_limit: what is documented; None when nothing is known.
        price: of every model that has none of its own, those named on the command line
            included; None where it depends on the model.
        variables: environment variable -> the word that stands for it in cassettes.
        source: whence address, key and paths are; None when nobody has confirmed them.
        no_native_tools: models (or patterns of them) to which no native tools are to be sent.
        foreign: a file that did not ship decides which variables are read, or where what they
            hold goes; the user has to allow that.
    """

    id: str
    title: str
    dialect: str
    endpoint: Endpoint
    key_env: str
    auth_header: str
    auth_scheme: str
    hosts: tuple[str, ...]
    models: tuple[Model, ...]
    documented: Mapping[str, Capability] = field(default_factory=dict)
    docs: Link | None = None
    changelog: Link | None = None
    sdk: Link | None = None
    deprecations: Link | None = None
    deviations: tuple[Deviation, ...] = ()
    route: str = ""
    also: tuple[Provider, ...] = ()
    aliases: tuple[str, ...] = ()
    legacy: Legacy | None = None
    rate_limit: RateLimit | None = None
    price: Price | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    source: Link | None = None
    no_native_tools: tuple[str, ...] = ()
    wire: Mapping[str, WireFact] = field(default_factory=dict)
    foreign: bool = False
    defines: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the id, for a further route `id.route`; it names targets and folders."""
        return f"{self.id}.{self.route}" if self.route else self.id

    @property
    def routes(self) -> tuple[Provider, ...]:
        """Return the provider in each dialect it speaks, this one first."""
        return (self, *self.also)

    def unlisted(self, model: str) -> Model:
        """Return a model that the file does not list, at the price of all the others."""
        return Model(model, self.price)

    def capability(self, suite: str, case: str = "") -> Capability | None:
        """Return what is documented of a case, else of its suite; None when nothing is."""
        return self.documented.get(f"{suite}.{case}") or self.documented.get(suite)

    def native_tools(self, model: str) -> bool:
        """Say whether native tools may be sent to a model.

        False is the user's own setting (`disable_native_tools_for_models`, or the environment
        variable of that name): the model is then asked in words, by a prompted route.
        """
        named = (model == word or fnmatchcase(model, word) for word in self.no_native_tools)
        return not any(named)


@dataclass(frozen=True, slots=True)
class Target:
    """Provider x dialect x model: one thing that can be audited."""

    provider: Provider
    model: Model

    @property
    def endpoint(self) -> Endpoint:
        """Return the endpoint with model and stand-ins filled in, as cassettes hold it."""
        return self.reached(_NOTHING)

    def reached(self, environment: Mapping[str, str]) -> Endpoint:
        """Return the endpoint with the model and the user's own account filled in.

        Args:
            environment: values of variables; the file's stand-in for one that is not set.

        Raises:
            ToolwireError: a value could change the address into another.
        """
        values = {
            name: environment.get(name) or word for name, word in self.provider.variables.items()
        }
        for name, value in values.items():
            if not _VALUE.fullmatch(value):
                hint = "letters, digits and . _ : - may stand in an address"
                raise ToolwireError(f"{name} cannot be {value!r}", hint=hint)
        base = self.provider.endpoint
        return replace(
            base,
            base_url=_filled(base.base_url, values),
            model=self.model.id,
            path=base.path and _filled(base.path, values),
            stream_path=base.stream_path and _filled(base.stream_path, values),
            models_path=base.models_path and _filled(base.models_path, values),
        )

    @property
    def name(self) -> str:
        """Return `provider/model`, for a further route `provider.route/model`."""
        return f"{self.provider.name}/{self.model.id}"


def variables_in(text: str) -> tuple[str, ...]:
    """Return the names of the `{VARIABLE}`s in an address or path."""
    return tuple(_VARIABLE.findall(text))


def _filled(text: str, values: Mapping[str, str]) -> str:
    # `{model}` stays: the dialect puts the model in.
    return _VARIABLE.sub(lambda match: values[match[1]], text)
