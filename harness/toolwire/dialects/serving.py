"""Where servers of a dialect answer, and how one of a stranger's is recognised and asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from toolwire.dialects.beside import BesideRoute, CountRoute
from toolwire.dialects.model_list import ListForm
from toolwire.model.conversation import JsonObject

__all__ = ["BEARER", "Auth", "Compatibility", "Models", "Serving", "served_at", "vendor_form"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Where a server of the dialect answers.

    Attributes:
        paths: patterns of the paths that a request is posted to; first the format's own, then those
            of clouds that serve it.
        beginnings: what these begin with, letter for letter.
        endings: patterns of the end of an address that a user may give for the dialect's; ()
            where another dialect's say as much.
        root: what clients put between the address of a server and the paths that `encode`
            adds to it.
        beside: what is answered beside these.
        mask: the parameter of an address that says which members an answer is to have; "" where no
            address says so.
        counting: what counts a prompt before it is asked; None where the format has no such path.
    """

    paths: tuple[str, ...]
    beginnings: tuple[str, ...]
    endings: tuple[str, ...]
    root: str
    beside: tuple[BesideRoute, ...]
    mask: str
    counting: CountRoute | None = None

    def is_masked(self, url: str) -> bool:
        """Return whether an address asks for a part of the answer alone: what is not there was not asked for."""
        if not self.mask or self.mask not in url:
            return False
        names = (unquote(part.partition("=")[0]) for part in urlsplit(url).query.split("&"))
        return any(name.removeprefix("$") == self.mask for name in names)


def served_at(path: str, *beside: BesideRoute) -> Serving:
    """Return where servers answer that have one path, the version in it."""
    return Serving(
        paths=(path,), beginnings=(path,), endings=(path,), root="", beside=beside, mask=""
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """How the models of a server are listed.

    Attributes:
        path: that lists them.
        rank: of the dialects that share a path and are served together the lowest answers.
        form: how a page is read.
        body: name of a model -> the list of that one.
    """

    path: str
    rank: int
    form: ListForm
    body: Callable[[str], JsonObject]


@dataclass(frozen=True, slots=True)
class Auth:
    """The header a key goes into, and the word before it ("" for none)."""

    header: str
    scheme: str = ""


BEARER: Final = Auth("Authorization", "Bearer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compatibility:
    """One dialect as a stranger's server may speak it.

    Attributes:
        rank: where two are equally sure, the lowest is named: what nobody imitates comes
            before what everybody does, and that before what gateways offer beside it.
        compatible: the word of a verdict.
        auths: how a key is sent, the SDK's own way first.
        prefix: what its SDK's base URL ends with; "" where the paths hold the version.
        family: dialects of one family have the same error body.
        detected: whether it is looked for; the others are ways to use a detected one's
            paths, which no answer tells apart.
        signed: whether requests to the vendor's own endpoints are signed.
    """

    rank: int
    compatible: str
    auths: tuple[Auth, ...]
    prefix: str
    family: str
    detected: bool
    signed: bool


def vendor_form(
    rank: int, compatible: str, family: str, *, auths: tuple[Auth, ...]
) -> Compatibility:
    """Return how a server of a vendor's own format is recognised and asked.

    Its paths hold the version, it is looked for, and its requests are not signed.
    """
    return Compatibility(
        rank=rank,
        compatible=compatible,
        auths=auths,
        prefix="",
        family=family,
        detected=True,
        signed=False,
    )
