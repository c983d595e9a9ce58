"""Templates into pages. Everything that came from a provider is hostile: jinja2 escapes it, and
what would act unseen is spelled out (`toolwire.io.shown`)."""

from __future__ import annotations

from functools import cache

import jinja2

from toolwire import __version__
from toolwire.io.shipped import shipped
from toolwire.jobs.report.broken_rules import code, web
from toolwire.jobs.report.labels import link, severities_text, share_text, short, state_text
from toolwire.jobs.report.pages import harmless
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.model.observation import FACETS
from toolwire.results.cells.marks import LEGEND, counts_text, known_text, mark

#: What a page may load: nothing from another host, no script and no style that stands in a page.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
#: Where the navigation leads: words, page.
NAVIGATION = (
    ("Matrix", addresses.INDEX),
    ("Formats", "formats.html"),
    ("Providers", "providers/index.html"),
    ("Rules", "rules/index.html"),
    ("Suites", "suites/index.html"),
    ("Trends", "trends.html"),
    ("Differences", "differences/index.html"),
    ("Checklist", "checklist.html"),
    ("Method", "method.html"),
    ("Data", "data.html"),
)


def page(site: Site, template: str, path: str, **values: object) -> SiteFile:
    """Render one page.

    Args:
        site: what it is of.
        template: its name in `templates/`; it extends `base.html.j2`.
        path: of the page below the site's folder.
        values: what the template needs besides.
    """
    text = (
        environment()
        .get_template(template)
        .render(
            site=site,
            day=site.newest.day.isoformat(),
            today=site.newest.day,
            content=site.content,
            matrix=site.content.matrix,
            path=path,
            root=addresses.root_of(path),
            **values,
        )
    )
    return SiteFile(path, text.encode())


@cache
def environment() -> jinja2.Environment:
    """Return the environment of all templates of the site."""
    made = jinja2.Environment(
        # The matrix is the same in the single file of a report.
        loader=jinja2.ChoiceLoader(
            [
                jinja2.FileSystemLoader(shipped("site-templates")),
                jinja2.FileSystemLoader(shipped("report-templates")),
            ]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=harmless,
    )
    made.filters |= {"code": code, "cut": cut, "name": name}
    made.tests["web"] = web
    made.globals |= {
        "version": __version__,
        "policy": POLICY,
        "navigation": NAVIGATION,
        "facets": FACETS,
        "legend": LEGEND,
        "mark": mark,
        "counts": counts_text,
        "how_known": known_text,
        "link": link,
        "short": short,
        "severities": severities_text,
        "share": share_text,
        "state": state_text,
        "row_id": addresses.row_id,
        "cell_id": addresses.cell_id,
        "cell_page": addresses.cell_page,
        "provider_page": addresses.provider_page,
        "rule_page": addresses.rule_page,
        "suite_page": addresses.suite_page,
    }
    return made
