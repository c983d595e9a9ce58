"""Who installs toolwire beside packages of the same names as our folders notices nothing of it."""

from __future__ import annotations

import json
import lzma
import re
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.installed import ROOT, Environment, build, environment
from tests.support.kept import kept
from toolwire.io.packing import unpacked

#: A project of somebody else. Its YAML would be read as ours, and be refused, if it were read.
PROJECT = {
    "pyproject.toml": '[tool.pytest.ini_options]\nfilterwarnings = ["error"]\n',
    "conftest.py": "import harness\n",
    "harness/__init__.py": "WHOSE = 'theirs'\n",
    "harness/pytest_plugin.py": "raise RuntimeError('nobody imports this')\n",
    "harness/cli.py": "raise RuntimeError('nor this')\n",
    "suites/__init__.py": "SMOKE = 'smoke.yaml'\n",
    "suites/tools.yaml": "]: no YAML\n",
    "suites/single_call.yaml": "suite: a helm test\ntests:\n  - it: renders\n",
    "suites/test_suites.py": (
        "import suites\n\n\ndef test_suites():\n    assert suites.SMOKE == 'smoke.yaml'\n"
    ),
    "cassettes/__init__.py": "",
    "cassettes/vllm/m/single_call.auto.blocking.yaml": "interactions: ]\n",
    "providers/openai.yaml": "provider: ]\n",
    "reports/attributions.yaml": "attributions: ]\n",
    "tests/__init__.py": "",
    "tests/test_mine.py": (
        "from pathlib import Path\n\nimport pytest\n\nimport cassettes\nimport harness\nimport suites\n"
        "import tests\n\nROOT = Path(__file__).parents[1]\n\n\n"
        "@pytest.mark.parametrize('package', [cassettes, harness, suites, tests])\n"
        "def test_packages_are_mine(package):\n"
        "    assert Path(package.__file__).parents[1] == ROOT\n\n\n"
        "def test_harness():\n    assert harness.WHOSE == 'theirs'\n"
    ),
}
#: What a wheel has packed, and the folders of the repository that it is of.
PACKED = {
    "cassettes": "cassettes",
    "dialect-schemas": "harness/toolwire/dialects",
    "providers": "harness/toolwire/providers",
    "report-templates": "harness/toolwire/jobs/report/templates",
    "schemas": "harness/toolwire/schemas",
    "site-assets": "harness/toolwire/jobs/site/assets",
    "site-templates": "harness/toolwire/jobs/site/templates",
    "suites": "suites",
    "withdrawn": "harness/toolwire/rules/proof",
}
RECORDING = re.findall(
    r"```json\n(.*?)```", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.DOTALL
)
COMMANDS = {
    "audit": (("audit", "-s", "single_call", "--quiet", "-o", "{out}"), 0, ""),
    "lint": (("lint", "{recording}"), 1, "error TC401 at /choices/0/finish_reason"),
    "explain": (("explain", "TC304"), 0, "TC304"),
    "list suites": (("list", "suites"), 0, "single_call"),
    "list providers": (("list", "providers"), 0, "openai"),
    "list rules": (("list", "rules"), 0, "TC304"),
}


@dataclass(frozen=True, slots=True)
class Foreign:
    """A project of somebody else, and an environment in which toolwire was installed.

    Attributes:
        folder: of the project.
        place: around it.
        wheel: what was installed; source: the source distribution beside it.
        environment: where.
        before: what its pytest said before the installation.
    """

    folder: Path
    place: Path
    wheel: Path
    source: Path
    environment: Environment
    before: list[str]


def passed_in(environment: Environment, folder: Path) -> list[str]:
    """Run the project's pytest; return what became of each test, and how many there were."""
    done = environment.run("python", "-m", "pytest", "-v", "-p", "no:cacheprovider", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line.partition("[")[0] for line in done.stdout.splitlines() if "::" in line]
    return [*lines, *re.findall(r"\d+ passed", done.stdout)]


def files(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    every = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in every}


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    """Make the project, run its tests, and install the wheel."""
    place = tmp_path_factory.mktemp("foreign").resolve()
    folder = place / "project"
    for name, text in PROJECT.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (place / "recording.jsonl").write_text(RECORDING[0], encoding="utf-8")
    wheel, source = build(ROOT, place / "dist")
    made = environment(place / "environment", folder)
    before = passed_in(made, folder)
    made.install(wheel)
    return Foreign(folder, place, wheel, source, made, before)


def test_their_tests_run_as_before(foreign: Foreign) -> None:
    """The same tests are collected and pass with toolwire installed, and it is a plugin there."""
    assert foreign.before[-1] == "6 passed"
    assert passed_in(foreign.environment, foreign.folder) == foreign.before
    told = foreign.environment.run("python", "-m", "pytest", "--help", cwd=foreign.folder)
    assert "--toolwire-provider" in told.stdout


def test_harness_is_theirs(foreign: Foreign) -> None:
    """In their folder `import harness` is their package, and elsewhere there is none."""
    code = "import harness, toolwire; print(harness.WHOSE, toolwire.__file__)"
    here = foreign.environment.run("python", "-c", code, cwd=foreign.folder).stdout.split()
    assert here == ["theirs", str(foreign.environment.packages / "toolwire" / "__init__.py")]
    elsewhere = foreign.environment.run("python", "-c", "import harness", cwd=foreign.place)
    assert "No module named 'harness'" in elsewhere.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_nothing_of_theirs(name: str, foreign: Foreign) -> None:
    """In their folder each command works, opens and lists nothing there, and leaves nothing."""
    words, code, printed = COMMANDS[name]
    places = {"{out}": foreign.place / "out", "{recording}": foreign.place / "recording.jsonl"}
    before = files(foreign.folder)
    foreign.environment.opened()
    spelled = [str(places.get(word, word)) for word in words]
    done = foreign.environment.run("toolwire", *spelled, cwd=foreign.folder)
    assert done.returncode == code, done.stdout + done.stderr
    assert printed in done.stdout
    # Only whether their project has a table for us.
    asked = {f"open {foreign.folder / 'pyproject.toml'}"}
    assert set(foreign.environment.opened()) <= asked
    assert files(foreign.folder) == before


def test_what_is_opened_is_noticed(foreign: Foreign) -> None:
    """The proof above would see it: a command that is told to read their file is seen to."""
    foreign.environment.opened()
    words = ("toolwire", "audit", "--suites", "suites", "-o", str(foreign.place / "refused"))
    done = foreign.environment.run(*words, cwd=foreign.folder)
    assert done.returncode == 3
    assert any("suites" in line for line in foreign.environment.opened())


def test_the_api_takes_nothing_of_theirs(foreign: Foreign) -> None:
    """Nor does a program of theirs that calls the functions."""
    program = foreign.place / "program.py"
    program.write_text(
        "import toolwire\n"
        "print(toolwire.audit('vllm', 'single_call').exit_code())\n"
        f"print(toolwire.lint({str(foreign.place / 'recording.jsonl')!r}).exit_code())\n",
        encoding="utf-8",
    )
    foreign.environment.opened()
    done = foreign.environment.run("python", str(program), cwd=foreign.folder)
    assert done.stdout.split() == ["0", "1"], done.stderr
    assert foreign.environment.opened() == []


#: A project of somebody who has taken it up.
ADOPTED = {
    "pyproject.toml": (
        '[tool.pytest.ini_options]\nfilterwarnings = ["error"]\ntoolwire_suites = "wire"\n'
        'toolwire_provider = ["vllm"]\n'
    ),
    "wire/tiny.yaml": (ROOT / "suites" / "no_tool_needed.yaml").read_text(encoding="utf-8"),
    "values.yaml": "]: no YAML\n",
    "test_client.py": (
        "import urllib.request\n\n\ndef test_client(toolwire_server):\n"
        "    server = toolwire_server(fault='TC304')\n"
        "    with urllib.request.urlopen(f'{server.url}/v1/models') as answer:\n"
        "        assert answer.status == 200\n"
    ),
}


def test_they_can_take_it_up(foreign: Foreign) -> None:
    """With three lines of configuration their pytest runs suites, and servers for their client."""
    folder = foreign.place / "adopted"
    for name, text in ADOPTED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    done = foreign.environment.run("python", "-m", "pytest", "-q", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", done.stdout)[-3:]}
    # Each case in both modes, of a target whose known deviations are expected; and the client.
    cases = ADOPTED["wire/tiny.yaml"].count("\n  - id: ")
    assert cases > 1
    assert counts["passed"] + counts.get("xfailed", 0) == 2 * cases + 1
    assert counts["passed"] > 1


def inside(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if not name.endswith("/")}


def test_the_wheel_is_one_package(foreign: Foreign) -> None:
    """Its top level is `toolwire` and what describes it; nothing in it is named harness."""
    names = inside(foreign.wheel)
    version = foreign.wheel.name.split("-")[1]
    assert {name.partition("/")[0] for name in names} == {
        "toolwire",
        f"toolwire-{version}.dist-info",
    }
    assert not [name for name in names if "harness" in name.split("/")]


def archive(name: str) -> str:
    """Return where a wheel has a packed folder: cassettes by themselves, the others together."""
    return f"toolwire/_shipped/{name if name == 'cassettes' else 'data'}.files.xz"


def test_the_wheel_has_all_that_runs(foreign: Foreign) -> None:
    """Every file of the package, what is packed and the notes on recordings are in it."""
    code = {name.removeprefix("harness/") for name in kept("harness/toolwire")}
    code -= {
        name.removeprefix("harness/")
        for place in PACKED.values()
        for name in kept(place)
        if name.startswith("harness/") and not name.endswith(".py")
    }
    others = {"toolwire/_shipped/attributions.yaml", *map(archive, PACKED)}
    ours = {name for name in inside(foreign.wheel) if name.startswith("toolwire/")}
    assert ours == code | others


@pytest.mark.parametrize("name", PACKED)
def test_the_wheel_has_every_file_that_is_packed(name: str, foreign: Foreign) -> None:
    """Each folder is one file, each file with the bytes that are kept in the repository.

    But for the digest that a cassette has of its own requests (the wheel has one of everything),
    for times, which it has to the millisecond, and for white space in JSON.
    """
    with zipfile.ZipFile(foreign.wheel) as wheel:
        found = unpacked(lzma.decompress(wheel.read(archive(name))))
    if name != "cassettes":
        mine = f"{name}/"
        found = {
            path.removeprefix(mine): data for path, data in found.items() if path.startswith(mine)
        }
    there = {f"{PACKED[name]}/{path}": data for path, data in found.items()}
    assert there
    every = {path for path in kept(PACKED[name]) if not path.endswith(".py")}
    ours = {path: (ROOT / path).read_bytes() for path in every}
    if name == "cassettes":
        digest = re.compile(rb"(?m)^  requests: [0-9a-f]{64}\n")
        assert all(digest.search(data) for data in ours.values())
        ours = {path: digest.sub(b"", data) for path, data in ours.items()}
        assert {path: times(data) for path, data in there.items()} == {
            path: [round(at, 3) for at in times(data)] for path, data in ours.items()
        }
        there, ours = (
            {path: TIME.sub(b"at", data) for path, data in found.items()} for found in (there, ours)
        )
    assert {path: told(path, data) for path, data in there.items()} == {
        path: told(path, data) for path, data in ours.items()
    }


def told(path: str, data: bytes) -> object:
    """Return what a file says: of JSON the value, with its members in their order."""
    return json.loads(data, object_pairs_hook=list) if path.endswith(".json") else data


#: When a piece of an answer came, as a cassette has it.
TIME = re.compile(rb"(?<=\n    - - )[0-9.e-]+(?=\n)")


def times(cassette: bytes) -> list[float]:
    """Return when the pieces of its answers came, in seconds."""
    return [float(found) for found in TIME.findall(cassette)]


def test_the_wheel_is_small(foreign: Foreign) -> None:
    """Who installs it downloads at most 3 MB of us."""
    assert foreign.wheel.stat().st_size <= 3_000_000


def test_the_source_distribution_is_what_is_kept(foreign: Foreign) -> None:
    """Who has it has every file of the repository, tests and evidence too, and no other."""
    with tarfile.open(foreign.source) as packed:
        names = {member.name.partition("/")[2] for member in packed if member.isfile()}
    assert names == kept() | {"PKG-INFO"}


def test_the_source_distribution_builds_the_same_wheel(foreign: Foreign, tmp_path: Path) -> None:
    """Who builds from the sources gets the same files; no other folder of it is installed."""
    with tarfile.open(foreign.source) as packed:
        packed.extractall(tmp_path, filter="data")
    (root,) = tmp_path.iterdir()
    again, _ = build(root, tmp_path / "dist")
    assert inside(again) == inside(foreign.wheel)
