"""What ships beside the code: suites, cassettes, providers' files, templates, notes on public recordings.

A wheel carries them inside of the package, folders packed. In a checkout they stand where people edit
them, and nothing is inside; so folders of the same names that lie beside an installed package are not ours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolwire.io.packed import folder_of
from toolwire.io.packing import SUFFIX

#: The folder of the package.
PACKAGE: Final = Path(__file__).resolve().parents[1]
#: The archive of a wheel that has a folder for each of what is not packed alone.
_TOGETHER: Final = "data"
_IN_CHECKOUT: Final = {
    "suites": "suites",
    "cassettes": "cassettes",
    "providers": "harness/toolwire/providers",
    "dialect-schemas": "harness/toolwire/dialects",
    "schemas": "harness/toolwire/schemas",
    "report-templates": "harness/toolwire/jobs/report/templates",
    "site-assets": "harness/toolwire/jobs/site/assets",
    "site-templates": "harness/toolwire/jobs/site/templates",
    "withdrawn": "harness/toolwire/rules/proof",
    "attributions.yaml": "reports/attributions.yaml",
}


def shipped(name: str) -> Path:
    """Return where something that ships is: in the wheel, else the checkout.

    Args:
        name: `suites` or another name of `_IN_CHECKOUT`.

    Raises:
        ToolwireError: it is packed, and cannot be unpacked anywhere.
    """
    inside = PACKAGE / "_shipped" / name
    if inside.exists():
        return inside
    alone, together = (inside.with_name(f"{each}{SUFFIX}") for each in (name, _TOGETHER))
    if alone.exists():
        return folder_of(alone)
    return (
        folder_of(together) / name if together.exists() else PACKAGE.parents[1] / _IN_CHECKOUT[name]
    )
