"""Sphinx: how the documentation becomes a site.

`nox -s docs` builds it into `docs/_build/html`; warnings are errors. Nothing is fetched while it is
built, and the pages load nothing from another host (`tests/guides/test_docs_site.py`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import toolwire

sys.path.insert(0, str(Path(__file__).resolve().parent))

#: Where the pages are published, with a slash at its end; empty for a copy on disk. The matrix is
#: one folder above (`pages.yml`), and is linked only where it is.
ADDRESS = os.environ.get("TOOLWIRE_DOCS_ADDRESS", "")

project = "toolwire"
author = "The toolwire developers"
project_copyright = author
release = version = toolwire.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "extensions.schema_reference",
    "extensions.rule_pages",
    "extensions.first_terms",
]
exclude_patterns = ["_build", "extensions", "Thumbs.db", ".DS_Store"]
nitpicky = True
language = "en"
smartquotes = False

myst_heading_anchors = 4

# In docstrings single backticks are code, as in Markdown.
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
# Types in signatures that are documented nowhere: of other packages, whose inventories would have to
# be fetched, and of modules of ours that are not public.
nitpick_ignore_regex = [
    ("py:class", r"(collections\.abc|os|pathlib)\..*"),
    ("py:class", r"toolwire\.(jobs|model|results)\..*"),
    ("py:class", r"tuple\[.*|Frame|Json|JsonObject"),
]

html_theme = "furo"
html_title = f"toolwire {release}"
html_baseurl = ADDRESS
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": True,
    "footer_icons": [],
    **({"announcement": '<a href="../index.html">To the matrix</a>'} if ADDRESS else {}),
}
