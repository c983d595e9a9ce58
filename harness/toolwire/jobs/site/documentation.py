"""Where the project's documentation is, for those who read the site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Documentation:
    """Where pages of the documentation are.

    Attributes:
        place: what stands before a page's name: an `https://.../` address, or a folder below the
            site, with a slash at its end; "" where nobody knows.
        ending: what stands after it: `.html` of built pages, `.md` of the repository's files.
    """

    place: str = ""
    ending: str = ".html"

    def page(self, name: str, root: str) -> str:
        """Return the address of a page such as `limits`, or "" where nobody knows one.

        Args:
            name: of the page, without folder and ending.
            root: what leads from the page that links to the top of the site.
        """
        if not self.place:
            return ""
        before = "" if self.place.startswith("https://") else root
        return f"{before}{self.place}{name}{self.ending}"
