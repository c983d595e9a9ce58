"""Models that get no native tools, by the user's wish: in a provider file or the environment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from toolwire.providers.model import Provider

#: Holds ids of models, or patterns of them, with commas between: of any provider.
VARIABLE: Final = "DISABLE_NATIVE_TOOLS_FOR_MODELS"


def disabled_in(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the models or patterns that the environment names; () where it names none."""
    words = (word.strip() for word in environ.get(VARIABLE, "").split(","))
    return tuple(word for word in words if word)


def switched_off(providers: Iterable[Provider], environ: Mapping[str, str]) -> tuple[Provider, ...]:
    """Return providers that leave out, beside what their files say, what the environment says.

    It is as if each file, in each of its routes, said it under `disable_native_tools_for_models`.
    """
    disabled = disabled_in(environ)
    if not disabled:
        return tuple(providers)
    return tuple(_without(provider, disabled) for provider in providers)


def _without(provider: Provider, disabled: tuple[str, ...]) -> Provider:
    return replace(
        provider,
        no_native_tools=(*provider.no_native_tools, *disabled),
        also=tuple(_without(route, disabled) for route in provider.also),
    )
