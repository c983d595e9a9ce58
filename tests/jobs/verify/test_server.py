"""The made-up provider and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.dialects.wire import BEARER, Auth
from toolwire.jobs.verify.server import ServerOptions, provider_yaml
from toolwire.jobs.verify.sighting import DialectSighting, Presence
from toolwire.providers import load_providers, targets

MODEL = 'org/it\'s "tiny": 7B\n# \x9b\U0001f600'


@pytest.mark.parametrize("model", ["m", "org/m:7b", MODEL, "- x", "yes"])
def test_the_file_loads_as_what_was_audited(tmp_path: Path, model: str) -> None:
    """Every route comes back with address, key and model, whatever characters the model has."""
    server = ServerOptions("http://127.0.0.1:8000", model, "MY_KEY")
    seen = [
        DialectSighting("openai-chat", "http://127.0.0.1:8000/v1", Presence.ANSWERS),
        DialectSighting(
            "anthropic-messages", "http://127.0.0.1:8000", Presence.ANSWERS, auth=Auth("x-api-key")
        ),
        DialectSighting("gemini-generate", "http://127.0.0.1:8000", Presence.ANSWERS, auth=BEARER),
    ]
    made = server.routes(seen)
    (tmp_path / "it.yaml").write_bytes(provider_yaml(made, "made by a test"))
    loaded = load_providers((tmp_path,))
    for target in made:
        (found,) = targets(loaded, [f"{target.provider.name}/{model}"])
        assert found.name == target.name
        assert found.endpoint == target.endpoint
        for member in ("key_env", "auth_header", "auth_scheme", "dialect"):
            assert getattr(found.provider, member) == getattr(target.provider, member)


def test_the_name_is_no_shipped_one() -> None:
    """It is made of host and port, and says so."""
    assert ServerOptions("https://api.openai.com/v1", "m").id == "at-api-openai-com"
    assert ServerOptions("http://[::1]:80", "m").id == "at-1-80"
    known = {provider.id for provider in load_providers()}
    assert not any(name.startswith("at-") for name in known)
