"""The fixture `toolwire_server`, as the tests of a client use it."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

CLIENT = """
import json
import urllib.error
import urllib.request

import pytest

ASKED = {"model": "m", "messages": [{"role": "user", "content": 'get_time({})'}], "tools": [
    {"type": "function", "function": {"name": "get_time", "parameters": {"type": "object", "properties": {}}}}]}
KEPT = []


def ask(url):
    request = urllib.request.Request(
        f"{url}/v1/chat/completions", json.dumps(ASKED).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["choices"][0]


def test_it_is_correct_or_has_one_fault(toolwire_server):
    clean = toolwire_server()
    faulty = toolwire_server(dialect="openai-chat", fault="TC401")
    assert clean.url != faulty.url
    assert clean.url.startswith("http://127.0.0.1:")
    assert (clean.dialect, clean.fault, faulty.fault) == ("openai-chat", None, "TC401")
    assert ask(clean.url)["finish_reason"] == "tool_calls"
    assert ask(faulty.url)["finish_reason"] != "tool_calls"
    KEPT.extend([clean.url, faulty.url])


def test_all_of_them_ended():
    assert len(KEPT) == 2
    for url in KEPT:
        with pytest.raises(urllib.error.URLError):
            ask(url)


def test_a_mistake_is_told(toolwire_server):
    with pytest.raises(Exception, match="no dialect 'openai-chta'.*did you mean openai-chat"):
        toolwire_server(dialect="openai-chta")
    with pytest.raises(Exception, match="no rule 'TC999'"):
        toolwire_server(fault="TC999")


def test_the_model_is_named(toolwire_server):
    server = toolwire_server("openai-chat", model="mine")
    with urllib.request.urlopen(f"{server.url}/v1/models", timeout=30) as answer:
        assert [one["id"] for one in json.load(answer)["data"]] == [server.model] == ["mine"]
"""


def test_a_client_is_tested_with_it(pytester: pytest.Pytester) -> None:
    """Several servers a test, each on a port of its own; none outlives its test."""
    pytester.makepyfile(test_client=CLIENT)
    pytester.makeini("[pytest]\nfilterwarnings = error\n    ignore:Module already imported\n")
    pytester.runpytest_inprocess("-q").assert_outcomes(passed=4)


def test_a_failing_test_ends_its_servers(pytester: pytest.Pytester) -> None:
    """The port is free again after a test that failed in the middle."""
    pytester.makepyfile(
        test_fails="def test_it(toolwire_server):\n"
        "    print('at', toolwire_server().url)\n    assert False\n"
    )
    done = pytester.runpytest_inprocess("-q", "-Wignore:Module already imported")
    done.assert_outcomes(failed=1)
    (url,) = {line[3:] for line in done.outlines if line.startswith("at http://127.0.0.1:")}
    pytester.makepyfile(
        test_again="import socket\n\n\ndef test_it():\n    with socket.socket() as one:\n"
        f"        assert one.connect_ex(('127.0.0.1', {url.rpartition(':')[2]})) != 0\n"
    )
    pytester.runpytest_inprocess(
        "-q", "test_again.py", "-Wignore:Module already imported"
    ).assert_outcomes(passed=1)
