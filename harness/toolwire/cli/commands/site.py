"""`toolwire site`: dated reports into the pages that people read."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import click

from toolwire.cli.commands.report import date_option
from toolwire.cli.facts import facts
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.screen.table import many, say
from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.site import SitePlan, build
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers
from toolwire.results import EXCHANGES
from toolwire.transport.cassette.file import shipped_cassettes


def _address(_context: click.Context, _option: click.Parameter, value: str) -> str:
    if not value:
        return ""
    plain = web(value) and not {"?", "#"} & {*value} and bool(urlsplit(value).hostname)
    if not plain:
        raise ToolwireError(
            f"{value!r} is no address", where="--address", hint="write https://example.com/matrix/"
        )
    return value if value.endswith("/") else f"{value}/"


@click.command(name="site")
@click.argument("reports", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", "out", required=True,
    type=click.Path(path_type=Path),
    help="Folder of the site; what an earlier build wrote in it and this one does not goes.",
)  # fmt: skip
@click.option(
    "--overwrite", is_flag=True, help="Write into a folder that holds other files; they stay."
)
@click.option(
    "--cassettes",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of cassettes whose bytes the pages show; the shipped ones are known.",
)
@click.option(
    "--providers",
    "providers_dir",
    type=click.Path(exists=True, path_type=Path),
    help="Folder of your provider files.",
)
@date_option
@click.option(
    "--address",
    default="",
    callback=_address,
    help="Where the site will be published (https://...): badges, feed and schemas name it.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
def command(
    reports: tuple[Path, ...],
    out: Path,
    today: date,
    *,
    cassettes: tuple[Path, ...],
    providers_dir: Path | None,
    address: str,
    overwrite: bool,
    quiet: bool,
) -> int:
    """Build the pages of REPORTS: a folder of dated reports, or what an audit wrote.

    The newest report makes the matrix, the pages of providers, rules and suites, and the bytes of
    each cell; all together make trends, differences and the feed. Files of dated reports are copied,
    so that each keeps its address. The pages work from disk and from any static host.

    Results that stand in no folder of a date are of --date.
    """
    providers = load_providers(() if providers_dir is None else (providers_dir,))
    beside = tuple(one / EXCHANGES for one in reports if (one / EXCHANGES).is_dir())
    plan = SitePlan(
        out,
        today,
        facts(providers),
        imported=traffic_of,
        cassettes=(*beside, *cassettes, shipped_cassettes()),
        providers=tuple(providers),
        address=address,
    )
    built = build(reports, plan, overwrite=overwrite)
    if not quiet:
        say(f"{many(len(built.files), 'file')} of {many(len(built.site.reports), 'report')}")
        say(f"  {out / 'index.html'}")
    return 0
