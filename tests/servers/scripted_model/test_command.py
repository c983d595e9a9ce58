"""`python -m servers.scripted_model`: a folder that servers load, a script that fits the suites."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import servers.scripted_model.command as module
from servers.scripted_model import load_script, shipped_script
from servers.scripted_model.command import command
from servers.scripted_model.derive import script_of
from servers.scripted_model.expected_replies import courses_of
from servers.scripted_model.wording import written
from tests.support.root import ROOT
from toolwire.dialects.chatml.text import read_text
from toolwire.model.errors import ToolwireError
from toolwire.suites import load_suites

SCRIPT = "replies:\n  - {when: weather, calls: [{name: get_weather, arguments: {city: Paris}}]}\n"


def invoke(*arguments: str) -> Result:
    """Run the command and pass a `ToolwireError` on, as `main` would catch it."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_build_writes_a_folder_and_says_how_sure_it_is(tmp_path: Path) -> None:
    """One line: replies, tokens, and the proof."""
    (tmp_path / "replies.yaml").write_text(SCRIPT)
    out = tmp_path / "model"
    result = invoke("build", str(out), "--script", str(tmp_path / "replies.yaml"))
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= {p.name for p in out.iterdir()}
    assert result.output.startswith(f"{out}: 3 replies of ")
    assert " nats ahead of any other\n" in result.output


def test_a_bad_script_writes_nothing(tmp_path: Path) -> None:
    """The error names file, line and nearest key, and there is no folder."""
    path = tmp_path / "replies.yaml"
    path.write_text("replies:\n  - {wehn: weather, text: Hello.}\n")
    with pytest.raises(ToolwireError) as caught:
        invoke("build", str(tmp_path / "model"), "--script", str(path))
    assert str(caught.value).startswith(f"{path}:2: unknown key 'wehn' (did you mean when?")
    assert not (tmp_path / "model").exists()


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, before any work is done."""
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "tokenizers" else name)
    with pytest.raises(ToolwireError) as caught:
        invoke("build", str(tmp_path / "model"))
    assert str(caught.value) == (
        "building a scripted model needs tokenizers (pip install --group scripted-model)"
    )


def test_the_script_of_the_suites_can_be_kept_and_changed(tmp_path: Path) -> None:
    """What is printed is a script, and makes the same entries that a build takes by itself."""
    path = tmp_path / "suites.yaml"
    invoke("script", "-o", str(path))
    assert invoke("script").output == path.read_text("utf-8")
    read, derived = load_script(path), script_of(courses_of(load_suites()))
    assert [(e.when, e.beside, *e.reply.chain()) for e in read.entries] == [
        (e.when, e.beside, *e.reply.chain()) for e in derived.entries
    ]


def test_a_build_answers_the_suites_and_the_keys_for_trying_by_hand() -> None:
    """Both go together, and no prompt of the suites is answered in two ways."""
    script = module._shipped()
    assert {"case:single", "What time is it in Quito?"} <= {entry.when for entry in script.entries}
    assert len(script.entries) > 80


def test_every_reply_of_the_suites_is_read_as_it_was_planned() -> None:
    """What the model writes, our own reader of ChatML takes for the same words and calls."""
    suites = load_suites()
    courses = [course for course in courses_of(suites) if course.beside is None]
    assert len(courses) > 60
    for course in courses:
        for said in course.replies:
            text, calls, unread = read_text(
                written(said).partition("</think>\n\n")[2] or written(said), ""
            )
            assert unread == ()
            assert [(c.name, c.arguments) for c in calls] == [
                (c.name, c.arguments) for c in said.calls
            ]
            assert (text or "").strip() == (said.text or "")


def test_courses_follow_a_case_to_its_end() -> None:
    """A chain of two calls has three replies, and each result is in the next one."""
    courses = {course.where: course for course in courses_of(load_suites())}
    chain = courses["sequential_calls.two_steps"]
    assert [[call.name for call in said.calls] for said in chain.replies] == [
        ["find_person"],
        ["get_weather"],
        [],
    ]
    assert chain.replies[1].calls[0].arguments == {"location": "Arequipa"}
    assert "2b6f" in (chain.replies[2].text or "")
    # Refused by every correct server, so that nothing follows.
    assert "tool_choice.unknown_name" not in courses


def test_the_wire_script_makes_each_form_of_reply() -> None:
    """Right replies and those that are wrong on purpose, as the documentation lists them."""
    replies = {e.when: written(e.reply.said) for e in load_script(shipped_script()).entries}
    assert replies["case:cut-off"].endswith('{"city": "Par')
    assert "9007199254740993" in replies["case:hard-arguments"]
    assert "-123456789012345678901234567890" in replies["case:hard-arguments"]
    assert replies["case:think"].startswith("<think>\n")
    page = ROOT / "docs" / "testing-a-server.md"
    assert [key for key in replies if f"`{key}`" not in page.read_text("utf-8")] == []
