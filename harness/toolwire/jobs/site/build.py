"""The files of a site: every part makes its own, and what an earlier build left goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from toolwire.io.files import write_atomically
from toolwire.io.garbage import not_looked_for
from toolwire.io.json_text import JsonError, dump, items_of, object_of, parse
from toolwire.io.opening import content
from toolwire.jobs.site import (
    assets,
    cells,
    data,
    differences,
    formats,
    method,
    overview,
    providers,
    published,
    review,
    rules,
    suites,
    trends,
)
from toolwire.jobs.site.model import Site, SiteFile, SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.errors import ToolwireError

#: Part of a site -> what makes its files. No part reads what another one made.
PARTS: Mapping[str, Callable[[Site], Iterator[SiteFile]]] = {
    "assets": assets.files,
    "cells": cells.files,
    "overview": overview.files,
    "providers": providers.files,
    "published": published.files,
    "formats": formats.files,
    "differences": differences.files,
    "review": review.files,
    "method": method.files,
    "rules": rules.files,
    "suites": suites.files,
    "data": data.files,
    "trends": trends.files,
}
#: Lists what a build wrote, so that the next one can remove what it does not write again.
MANIFEST = "site.json"
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A site as written: its folder, its files in order, and what it is of."""

    folder: Path
    files: tuple[str, ...]
    site: Site


def build(paths: Iterable[Path], plan: SitePlan, *, overwrite: bool = False) -> BuiltSite:
    """Build a site of reports.

    Args:
        paths: results files, folders that hold them, or folders of dated reports.
        plan: where it goes and what it is told.
        overwrite: write into a folder that holds files of others; they stay, unless a page has
            their name.

    Raises:
        ToolwireError: a report cannot be read, the folder holds something else, or it cannot be
            written.
    """
    before = _manifest(plan.out, overwrite=overwrite)
    with not_looked_for():
        site = site_of(paths, plan)
        _refuse_sources(plan.out, site)
        files = (*_written(site), MANIFEST)
    write_atomically(plan.out / MANIFEST, dump({"schema": 1, "files": [*files]}) + b"\n")
    _remove(plan.out, before.difference(files))
    return BuiltSite(plan.out, files, site)


def _written(site: Site) -> tuple[str, ...]:
    """Write what every part makes, and return the paths."""
    written: dict[str, None] = {}
    for name, part in PARTS.items():
        for file in part(site):
            if file.path in written:
                raise ToolwireError(
                    f"the part {name} writes a file of another one", where=file.path
                )
            # A page can be made again from results: it need not outlive a loss of power.
            target = site.plan.out / PurePosixPath(file.path)
            write_atomically(target, file.data, durable=False, binary=file.binary)
            written[file.path] = None
    return tuple(written)


def _manifest(out: Path, *, overwrite: bool) -> frozenset[str]:
    """Return what the last build wrote; refuse a folder that holds something else."""
    if out.exists() and not out.is_dir():
        raise ToolwireError("is a file", where=str(out), hint="name a folder")
    path = out / MANIFEST
    if not path.exists():
        if out.is_dir() and any(out.iterdir()) and not overwrite:
            raise ToolwireError(
                "holds files that are no site of ours",
                where=str(out),
                hint="name an empty folder, or --overwrite to write among them",
            )
        return frozenset()
    try:
        document = object_of(parse(content(path, _MOST_BYTES)))
    except (OSError, JsonError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ToolwireError(f"not the list of a site's files: {why}", where=str(path)) from None
    return frozenset(one for one in items_of(document.get("files")) if isinstance(one, str))


def _refuse_sources(out: Path, site: Site) -> None:
    """Refuse to write over reports: what a later build does not write again would be removed."""
    there = out.resolve()
    read = {one.folder.resolve() for one in site.reports}
    dated = {one.folder.resolve() for one in site.reports if one.dated}
    dated |= {folder.resolve() for _, folder in site.unread}
    if there in {one.parent for one in dated} or not (read | dated).isdisjoint(
        (there, *there.parents)
    ):
        raise ToolwireError(
            "holds reports that the site is of, or lies in one",
            where=str(out),
            hint="name another folder",
        )


def _remove(out: Path, names: Iterable[str]) -> None:
    """Remove files of an earlier build, and folders that are empty then; nothing outside of `out`."""
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
            continue
        with suppress(OSError):
            (out / path).unlink()
            for folder in (out / path).relative_to(out).parents:
                (out / folder).rmdir()
