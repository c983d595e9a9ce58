"""`toolwire plan`: what a live audit would ask and cost at most; opens no connection."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from toolwire.cli.keys import allowed
from toolwire.cli.screen.audit import missing_keys
from toolwire.cli.screen.table import plain, say, say_json
from toolwire.cli.screen.terminal import table, tell, terminal
from toolwire.cli.screen.unlisted import note_unlisted
from toolwire.jobs.audit.estimate import MOST_OUTPUT, Ceiling, Estimate, estimate
from toolwire.jobs.audit.price import REMEDY, unpriced
from toolwire.jobs.audit.selection import select
from toolwire.model.conversation import JsonObject
from toolwire.model.shard import Shard
from toolwire.providers.model import Price, Target
from toolwire.transport.live.access import missing_key
from toolwire.transport.live.destination import (
    Destination,
    Permission,
    destination_of,
    origins,
)


def run(
    *,
    providers: tuple[str, ...],
    models: tuple[str, ...],
    suites: tuple[str, ...],
    suites_dir: Path | None,
    providers_dir: Path | None,
    repeat: int,
    shard: Shard | None,
    key_env: tuple[str, ...],
    insecure_http: bool,
    as_json: bool,
) -> int:
    """Do what `toolwire plan` says; return the exit code."""
    own = {"suites_dir": suites_dir, "providers_dir": providers_dir}
    chosen = select(providers, suites, **own, shard=shard, models=models)
    note_unlisted(chosen.targets)
    found = tuple(estimate(chosen.items, repeat))
    permission = allowed(key_env, insecure_http=insecure_http)
    if as_json:
        for one in found:
            say_json(_line(one, os.environ, permission))
    else:
        # Of everybody's keys only those are told that are there.
        told = [one for one in found if providers or _key(one.target, os.environ) == "set"]
        going = [_destination(one.target, os.environ) for one in told]
        closing = [*_closing(found, unpriced(chosen.items), os.environ), *_keys(going, permission)]
        _print(found, closing, os.environ)
    return 0


def _key(target: Target, environment: Mapping[str, str]) -> str:
    if missing_key(target, environment):
        return "missing"
    return "set" if environment.get(target.provider.key_env) else "none"


def _destination(target: Target, environment: Mapping[str, str]) -> Destination:
    """Return where the keys of a target go, or would if there were any."""
    found = destination_of(target, environment)
    wanted = (target.provider.key_env,) if target.provider.key_env else ()
    return found if found.keys else replace(found, keys=wanted)


def _keys(going: Iterable[Destination], permission: Permission) -> Iterator[str]:
    """Yield where each key goes, and which of them must not."""
    refused = {one.text: one.refusal(permission) for one in going}
    for text in origins(going):
        error = refused[text]
        yield f"refused: {error}" if error else text


def _line(one: Estimate, environment: Mapping[str, str], permission: Permission) -> JsonObject:
    provider = one.target.provider
    going = _destination(one.target, environment)
    refused = going.refusal(permission)
    return {
        "target": one.target.name,
        "dialect": provider.dialect,
        "cases": one.cases,
        "absent": one.absent,
        "requests": one.ceiling.requests,
        "input_tokens": one.ceiling.input,
        "output_tokens": one.ceiling.output,
        "usd": one.usd,
        "price": _price(one.target.model.price),
        "key_env": provider.key_env or None,
        "key": _key(one.target, environment),
        "origin": going.origin,
        "refused": str(refused) if refused else None,
    }


def _price(price: Price | None) -> JsonObject | None:
    if price is None:
        return None
    source = price.source
    return {
        "input": price.input,
        "output": price.output,
        "note": price.note,
        "source": source.url if source else None,
        "read": source.read if source else None,
    }


_HEADINGS: Final = ("target", "key", "usd", "cases", "requests", "in", "out")


def _print(
    found: tuple[Estimate, ...], closing: Iterable[str], environment: Mapping[str, str]
) -> None:
    rows = (
        (plain(one.target.name), _key(one.target, environment), *_figures(one)) for one in found
    )
    seen = terminal()
    for line in table(_HEADINGS, rows, seen.columns if seen else None):
        say(line)
    say()
    for line in closing:
        tell(line)


def _figures(one: Estimate) -> tuple[str, ...]:
    price = "not known" if one.usd is None else f"{one.usd:.2f}"
    ceiling = one.ceiling
    return (
        price,
        f"{one.cases:,}",
        f"{ceiling.requests:,}",
        f"{ceiling.input:,}",
        f"{ceiling.output:,}",
    )


def _closing(
    found: tuple[Estimate, ...], priceless: tuple[str, ...], environment: Mapping[str, str]
) -> list[str]:
    total = Ceiling()
    for one in found:
        total = total.plus(one.ceiling)
    known = [one.usd for one in found if one.usd is not None]
    unknown = len(found) - len(known)
    targets = "target" if unknown == 1 else "targets"
    more = f", and {unknown} {targets} whose price is not known" if unknown else ""
    keyless = [one.target for one in found if missing_key(one.target, environment)]
    names = sorted({missing_key(target, environment) for target in keyless})
    lines = [
        (
            f"at most {total.requests:,} requests, {total.input:,} tokens in, "
            f"{total.output:,} out: {sum(known):.2f} USD{more}"
        ),
        (
            "counted: all attempts of every case, with what is asked beside a refusal; a token for "
            f"three bytes, and {MOST_OUTPUT:,} tokens a reply where the request sets no limit"
        ),
    ]
    if priceless:
        lines.append(f"--max-usd is refused for {', '.join(priceless)}: {REMEDY}")
    if names:
        providers = len({target.provider.id for target in keyless})
        lines.append(missing_keys(names, providers, "their cases are not run"))
    return lines
