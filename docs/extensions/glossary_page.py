"""Write `docs/glossary.md` of the site's glossary: `python docs/extensions/glossary_page.py`.

One source for both: `harness/toolwire/jobs/site/glossary.py`. A test compares them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolwire.jobs.site.glossary import GLOSSARY

PAGE: Final = Path(__file__).resolve().parents[1] / "glossary.md"
HEAD: Final = """\
# Glossary

One word for one idea, on every page, in every file and on every screen. The pages of the site explain the same words
(`method.html`). Written by `python docs/extensions/glossary_page.py`.
"""


def spelt(term: str) -> str:
    """Return a term as texts write it: of ids only the verdicts keep their hyphen."""
    return term if term in ("not-run", "non-strict") else term.replace("-", " ")


def page() -> str:
    """Return the page: a heading for each term, so that each has an address."""
    lines = [HEAD]
    for group, explained in GLOSSARY.items():
        lines += [f"## {group}", ""]
        for term, meaning in explained.items():
            lines += [f"### {spelt(term)}", "", meaning.replace("Toolwire", "toolwire"), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
