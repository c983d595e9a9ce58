"""Where a term of ours first stands on a page, it links to the glossary and shows what it means.

The words are those of the site's glossary. Left out are those that everyday English has too
(`run`, `old`, `tool`): a link on each would explain nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from docutils import nodes

from extensions.glossary_page import spelt
from toolwire.jobs.site.glossary import GLOSSARY

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE: Final = "glossary"
EVERYDAY: Final = frozenset(
    {
        *("asked", "seen", "documented", "imported", "live", "recorded", "submitted", "undated"),
        *(
            "case",
            "exchange",
            "format",
            "harness",
            "mode",
            "pointer",
            "rule",
            "run",
            "step",
            "suite",
        ),
        *("ageing", "old", "thin", "tool", "window", "passport", "mended"),
        *("error", "failed", "info", "unsupported", "warning"),
    }
)
#: Pages whose words are not ours to link: made by commands, or the glossary itself.
LEFT_OUT: Final = re.compile(
    r"glossary|rules/.*|hostile|who-breaks|reported-faults|unnoticed-faults|benchmarks"
)
#: What is no running text.
NOT_TEXT: Final = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block, nodes.raw)


def terms(glossary: Mapping[str, Mapping[str, str]] = GLOSSARY) -> dict[str, str]:
    """Return the terms that are linked, the longest first, each with its explanation."""
    found = {
        term: meaning
        for group in glossary.values()
        for term, meaning in group.items()
        if term not in EVERYDAY
    }
    return dict(sorted(found.items(), key=lambda item: (-len(item[0]), item[0])))


def pattern(known: Mapping[str, str]) -> re.Pattern[str]:
    """Return what finds a term as a word of its own, also in the plural."""
    words = "|".join(re.escape(spelt(term)) for term in known)
    return re.compile(rf"(?<![\w/.-])({words})(s?)(?![\w/-]|\.\w)", re.IGNORECASE)


def pieces(text: str, known: Mapping[str, str], told: set[str]) -> Iterator[tuple[str, str]]:
    """Yield a text in pieces, each with its term where it is the first use of one, else with ''."""
    start = 0
    for found in pattern(known).finditer(text):
        term = found[1].lower().replace(" ", "-")  # which is its id
        if term in told:
            continue
        told.add(term)
        yield text[start : found.start()], ""
        yield found[0], term
        start = found.end()
    yield text[start:], ""


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the first use of each term on a page."""
    if LEFT_OUT.fullmatch(docname) or PAGE not in app.env.all_docs:
        return
    known, told = terms(), linked(doctree)
    address = app.builder.get_relative_uri(docname, PAGE)
    for text in list(doctree.findall(nodes.Text)):
        if inside(text):
            continue
        made: list[nodes.Node] = []
        for piece, term in pieces(text.astext(), known, told):
            if not term:
                made += [nodes.Text(piece)] if piece else []
                continue
            tip = {"reftitle": known[term], "classes": ["term"]}
            made.append(
                nodes.reference("", piece, refuri=f"{address}#{term}", internal=True, **tip)
            )
        if any(isinstance(node, nodes.reference) for node in made):
            text.parent.replace(text, made)


def linked(doctree: nodes.document) -> set[str]:
    """Return the terms to which the writer of a page has linked already."""
    leads = (node.get("refuri", "") for node in doctree.findall(nodes.reference))
    return {lead.partition("#")[2] for lead in leads if f"{PAGE}.html#" in lead}


def inside(text: nodes.Text) -> bool:
    """Say whether a text stands in a link, a heading, code or a signature."""
    node = text.parent
    while node is not None:
        if isinstance(node, NOT_TEXT) or node.tagname.startswith("desc"):
            return True
        node = node.parent
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
