"""The models that tests of this folder share, made once."""

from __future__ import annotations

import pytest

from servers.scripted_model import load_script, merged, shipped_script
from servers.scripted_model.derive import script_of
from servers.scripted_model.expected_replies import courses_of
from servers.scripted_model.model import Model, model_of
from toolwire.suites import load_suites


@pytest.fixture(scope="session")
def shipped() -> Model:
    """Return the model that is built when no script is given."""
    suites = script_of(courses_of(load_suites()))
    return model_of(merged((load_script(shipped_script()), suites)))
