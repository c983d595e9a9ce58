"""A dialect is one folder and one line: the guide's own commands add one to a scratch copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.root import ROOT

GUIDE = ROOT / "docs" / "adding-a-dialect.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: Decodes, judges and serves every clean exchange of the new dialect, and breaks what it can.
TRY = """
from toolwire.dialects import load_dialect
from toolwire.jobs.serve.server import Server
from toolwire.rules import RULES, judge, judge_request
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.rules.proof import exchanges

acme, server = load_dialect("acme-chat"), Server(("acme-chat",))
for scenario, mode, exchange in every_clean(acme):
    reading = acme.decode(exchange)
    assert reading.dialect == "acme-chat", (scenario, mode)
    assert judge(reading) == (), (scenario, mode)
    judge_request(reading)
    served = server.answer(exchange.request)
    assert (served.dialect, served.trouble) == ("acme-chat", ""), served
    assert acme.decode(exchange).reply.complete or scenario == "refused", (scenario, mode)
broken = [(rule, m) for rule in RULES.values() for m in rule.mutations if m.dialect == "acme-chat"]
for rule, mutation in broken:
    reading = exchanges.reading(rule, "acme-chat", mutation.scenario, exchanges.mutated(rule, mutation))
    assert rule.id in {found.rule for found in exchanges.findings(rule, reading)}, rule.id
assert len({rule.id for rule, _ in broken}) > 5
"""


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package in which the guide's commands have been run."""
    copy = tmp_path_factory.mktemp("scratch")
    shutil.copytree(ROOT / "harness", copy / "harness")
    for name in ("suites", "cassettes", "reports"):
        (copy / name).symlink_to(ROOT / name)
    commands = "\n".join(BLOCK.findall(GUIDE.read_text(encoding="utf-8")))
    run(copy, "bash", "-euc", commands)
    return copy


def run(where: Path, *command: str) -> str:
    """Run a command in a scratch copy; return what it printed, and fail where it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = os.environ | {"PATH": path, "PYTHONPATH": str(where / "harness")}
    done = subprocess.run(
        command, cwd=where, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Traceback" not in done.stderr
    return done.stdout


def test_the_guide_touches_the_folder_and_one_line(scratch: Path) -> None:
    """Nothing but the new folder and a line of the table differs from the package."""
    changed = {
        path.relative_to(scratch).as_posix()
        for path in (scratch / "harness").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not (old := ROOT / path.relative_to(scratch)).is_file()
        or old.read_bytes() != path.read_bytes()
    }
    dialects = "harness/toolwire/dialects"
    elsewhere = {name for name in changed if not name.startswith(f"{dialects}/acme_chat/")}
    assert elsewhere == {f"{dialects}/__init__.py"}
    table = f"{dialects}/__init__.py"
    lines = (scratch / table).read_text(encoding="utf-8").splitlines()
    assert len(lines) == len((ROOT / table).read_text(encoding="utf-8").splitlines()) + 1


def test_the_new_dialect_is_decoded_judged_served_and_broken(scratch: Path) -> None:
    """Its clean exchanges are clean, its server answers, and each fault trips its rule."""
    run(scratch, sys.executable, "-c", TRY)


def test_a_fact_that_is_left_out_fails_at_import_with_its_name(scratch: Path) -> None:
    """No default hides that a dialect says nothing of where it is served."""
    wire = scratch / "harness/toolwire/dialects/acme_chat/wire.py"
    whole = wire.read_text(encoding="utf-8")
    lacking = re.sub(
        r"^    serving=.*?^    models=", "    models=", whole, flags=re.MULTILINE | re.DOTALL
    )
    assert lacking != whole
    wire.write_text(lacking, encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match=r"missing 1 required .* 'serving'"):
            run(scratch, sys.executable, "-c", "import toolwire.dialects.acme_chat")
    finally:
        wire.write_text(whole, encoding="utf-8")
