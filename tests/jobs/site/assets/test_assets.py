"""What pages load beside them."""

from __future__ import annotations

from toolwire.jobs.site import assets


def test_every_asset_is_of_this_site_alone() -> None:
    """No style sheet or script names another address or evaluates text."""
    found = {one.path: one.data.decode() for one in assets.files(None)}  # type: ignore[arg-type]
    assert "assets/site.css" in found
    for path, text in found.items():
        assert path.endswith((".css", ".js", ".svg")), path
        for word in ("http:", "https:", "//cdn", "@import", "eval(", "innerHTML", "new Function"):
            assert word not in text.replace("http://www.w3.org/2000/svg", ""), (path, word)
