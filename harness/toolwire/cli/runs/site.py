"""`toolwire site`: dated reports into the pages that people read."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from toolwire import __version__
from toolwire.cli.facts import facts
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.screen.table import many, say
from toolwire.io.project import address as repository
from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.site import Documentation, SitePlan, build
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers
from toolwire.results import EXCHANGES
from toolwire.transport.cassette.file import shipped_cassettes

#: A folder below the site: plain words, none of which leads out of it.
_FOLDER: Final = re.compile(
    r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?", re.ASCII
)


def _address(value: str) -> str:
    """Return where the site will be, as it is written into pages."""
    if not value:
        return ""
    if not _published(value):
        raise ToolwireError(
            f"{value!r} is no address", where="--address", hint="write https://example.com/matrix/"
        )
    return value if value.endswith("/") else f"{value}/"


def _published(value: str) -> bool:
    return web(value) and not {"?", "#"} & {*value} and bool(urlsplit(value).hostname)


def _documentation(value: str) -> Documentation:
    """Return where pages link to for what the documentation says; else to files of the repository."""
    if not value:
        known = repository()
        return Documentation(f"{known}/blob/v{__version__}/docs/" if known else "", ".md")
    if not _published(value) and not _FOLDER.fullmatch(value):
        raise ToolwireError(
            f"{value!r} is neither an address nor a folder below the site",
            where="--docs",
            hint="write https://example.com/docs/, or docs",
        )
    return Documentation(value if value.endswith("/") else f"{value}/")


def run(
    reports: tuple[Path, ...],
    output: Path,
    today: date,
    *,
    cassettes: tuple[Path, ...],
    providers_dir: Path | None,
    address: str,
    docs: str,
    overwrite: bool,
    quiet: bool,
) -> int:
    """Do what `toolwire site` says; return the exit code."""
    providers = load_providers(() if providers_dir is None else (providers_dir,))
    beside = tuple(one / EXCHANGES for one in reports if (one / EXCHANGES).is_dir())
    plan = SitePlan(
        output,
        today,
        facts(providers),
        imported=traffic_of,
        cassettes=(*beside, *cassettes, shipped_cassettes()),
        providers=tuple(providers),
        address=_address(address),
        documentation=_documentation(docs),
    )
    built = build(reports, plan, overwrite=overwrite)
    if not quiet:
        say(f"{many(len(built.files), 'file')} of {many(len(built.site.reports), 'report')}")
        say(f"  {output / 'index.html'}")
    return 0
