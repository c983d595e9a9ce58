"""`toolwire plan`: what a live audit would ask and cost at most; opens no connection."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from toolwire.cli.keys import allowed, key_options
from toolwire.cli.screen.table import plain, say_json
from toolwire.cli.selection import (
    model_option,
    own_files_options,
    provider_option,
    shard_option,
    suite_option,
)
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


@click.command(name="plan")
@provider_option("Provider, or provider/model; the first model of every provider if none.")
@model_option
@suite_option
@own_files_options(exists=True)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How often each case would be run.",
)
@shard_option
@key_options
@click.option("--json", "as_json", is_flag=True, help="One JSON line per target on stdout.")
def command(
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
    """Print requests, tokens, the most it can cost, and which key goes where in a live audit.

    Figures are ceilings: every attempt a case allows is counted. Keys are named by their variables,
    with the origin they go to; what a live audit would refuse to send is told. No connection is
    opened.
    """
    own = {"suites_dir": suites_dir, "providers_dir": providers_dir}
    chosen = select(providers, suites, **own, shard=shard, models=models)
    found = tuple(estimate(chosen.items, repeat))
    permission = allowed(key_env, insecure_http=insecure_http)
    if as_json:
        for one in found:
            say_json(_line(one, os.environ, permission))
    else:
        going = [_destination(one.target, os.environ) for one in found]
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


def _print(
    found: tuple[Estimate, ...], closing: Iterable[str], environment: Mapping[str, str]
) -> None:
    from rich import box  # noqa: PLC0415 - lazy: --json needs no terminal library
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("target", overflow="fold", min_width=24)
    for heading in ("cases", "requests", "in", "out", "USD"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("key", no_wrap=True)
    for one in found:
        cells = (
            one.target.name,
            f"{one.cases:,}",
            *_figures(one.ceiling, one.usd),
            _key(one.target, environment),
        )
        table.add_row(*(Text(plain(cell)) for cell in cells))
    console = Console(highlight=False)
    console.print(table)
    for line in closing:
        console.print(plain(line), markup=False, soft_wrap=True)


def _figures(ceiling: Ceiling, usd: float | None) -> tuple[str, ...]:
    price = "not known" if usd is None else f"{usd:.2f}"
    return f"{ceiling.requests:,}", f"{ceiling.input:,}", f"{ceiling.output:,}", price


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
    names = sorted({missing_key(one.target, environment) for one in found} - {""})
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
        lines.append(f"without these keys their cases are not run: {', '.join(names)}")
    return lines
