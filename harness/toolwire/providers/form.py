"""From the checked form of a provider file to values."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Endpoint
from toolwire.providers.model import (
    Capability,
    Deviation,
    Legacy,
    Link,
    Model,
    Price,
    Provider,
    RateLimit,
    WireFact,
)


def provider_of_form(form: JsonObject, also: Iterable[Provider] = ()) -> Provider:
    """Return the provider of a form in which everything mirrored is filled in.

    Args:
        form: the form of one route.
        also: the provider's further routes, when this is its first.
    """
    auth = object_of(form.get("auth"))
    documented = object_of(form.get("documented"))
    price = _price(form.get("price"), None)
    return Provider(
        id=str(form["provider"]),
        title=str(form["title"]),
        dialect=str(form["dialect"]),
        endpoint=_endpoint(form),
        key_env=str(form.get("key_env", "")),
        auth_header=str(auth.get("header", "Authorization")),
        auth_scheme=str(auth.get("scheme", "" if auth else "Bearer")),
        hosts=_words(form.get("hosts")),
        models=tuple(_model(object_of(model), price) for model in items_of(form.get("models"))),
        documented={k: _capability(object_of(v)) for k, v in documented.items()},
        docs=_link(form.get("docs")),
        changelog=_link(form.get("changelog")),
        sdk=_link(form.get("sdk")),
        deprecations=_link(form.get("deprecations")),
        deviations=tuple(_deviation(object_of(d)) for d in items_of(form.get("deviations"))),
        route=str(form.get("route", "")),
        also=tuple(also),
        aliases=_words(form.get("aliases")),
        legacy=_legacy(form.get("legacy")),
        rate_limit=_rate_limit(form.get("rate_limit")),
        price=price,
        variables={k: str(v) for k, v in object_of(form.get("variables")).items()},
        source=_source(form),
        no_native_tools=_words(form.get("disable_native_tools_for_models")),
        wire={k: _wire_fact(object_of(v)) for k, v in object_of(form.get("wire")).items()},
        defines=_words(form.get("defines")),
    )


def _endpoint(form: JsonObject) -> Endpoint:
    headers = object_of(form.get("headers"))
    return Endpoint(
        base_url=str(form["base_url"]),
        model="",
        path=string_of(form.get("path")),
        stream_path=string_of(form.get("stream_path")),
        headers=tuple((name, str(value)) for name, value in headers.items()),
        extra=object_of(form.get("extra")),
        models_path=string_of(object_of(form.get("models_path")).get("path")),
    )


def _model(form: JsonObject, usual: Price | None) -> Model:
    source = _source(form)
    return Model(
        id=str(form["id"]),
        price=_price(form.get("price"), source) or usual,
        source=source,
        retires=str(form.get("retires", "")),
    )


def _price(value: Json, source: Link | None) -> Price | None:
    """Read a price; one that does not say whence it is has the source of its model."""
    form = object_of(value)
    amounts = form.get("input"), form.get("output")
    if not all(isinstance(amount, int | float) for amount in amounts):
        return None
    return Price(
        input=float(str(amounts[0])),
        output=float(str(amounts[1])),
        note=str(form.get("note", "")),
        source=_source(form) or source,
    )


def _capability(form: JsonObject) -> Capability:
    return Capability(
        value=str(form["value"]),
        note=str(form.get("note", "")),
        source=_source(form),
        confirmed=form.get("confirmed") is not False,
        inherited=str(form.get("inherited", "")),
        models=_words(form.get("models")),
        own=form.get("own") is not False,
    )


def _wire_fact(form: JsonObject) -> WireFact:
    value, status = form["value"], form.get("status")
    return WireFact(
        words=_words(value) if isinstance(value, list) else (str(value),),
        source=Link(str(form["source"]), str(form["read"])),
        inherited=str(form.get("inherited", "")),
        example=str(form.get("example", "")),
        body=object_of(form["body"]) if "body" in form else None,
        status=status if isinstance(status, int) else None,
    )


def _deviation(form: JsonObject) -> Deviation:
    return Deviation(
        rule=str(form["rule"]),
        reason=str(form["reason"]),
        seen=str(form["seen"]),
        source=Link(str(form["source"]), str(form["read"])),
        models=_words(form.get("models")),
        modes=_words(form.get("modes")),
        dialect=str(form.get("dialect", "")),
        until=str(form.get("until", "")),
    )


def _legacy(value: Json) -> Legacy | None:
    form = object_of(value)
    if not form:
        return None
    return Legacy(
        status=str(form["status"]),
        note=str(form.get("note", "")),
        since=str(form.get("since", "")),
        ends=str(form.get("ends", "")),
        source=_source(form),
    )


def _rate_limit(value: Json) -> RateLimit | None:
    form = object_of(value)
    if not form:
        return None
    count = form["requests_per_minute"]
    number = count if isinstance(count, int) else None
    return RateLimit(number, str(form.get("note", "")), _source(form))


def _source(form: JsonObject) -> Link | None:
    if form.get("confirmed") is False or "source" not in form:
        return None
    return Link(str(form["source"]), str(form.get("read", "")))


def _link(value: Json) -> Link | None:
    form = object_of(value)
    if not form:
        return None
    return Link(str(form["url"]), str(form.get("read", "")), str(form.get("seen", "")))


def _words(value: Json) -> tuple[str, ...]:
    return tuple(str(word) for word in items_of(value))
