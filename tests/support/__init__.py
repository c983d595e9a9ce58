"""What the tests of several dialects share; not a test itself."""

import pytest

# So that what fails here says what it compared, as in a test.
pytest.register_assert_rewrite("tests.support.recorded", "tests.support.wire")
