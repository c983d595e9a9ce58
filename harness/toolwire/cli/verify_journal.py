"""What `toolwire verify --output` keeps of a run that is under way, and finds of one that is through."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolwire import __version__
from toolwire.cli.run_journal import identity, refuse_another, results_in, with_resume_hint
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.session import JOURNAL
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.results import Results
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import recover

if TYPE_CHECKING:
    from toolwire.jobs.verify.run import VerifyPlan

#: The verdict for scripts, which every run that came to its end has written.
VERDICT: Final = "verdict.json"


def _identity_of(plan: VerifyPlan) -> JsonObject:
    """Return what makes it the same verification."""
    suites = hashlib.sha256(repr(plan.suites).encode()).hexdigest()
    server = plan.server
    return {
        "toolwire": __version__,
        "asked": suites,
        "url": server.url,
        "model": server.model,
        "name": server.name,
        "dialect": plan.dialect,
        "key": server.key_env,
        "region": server.region,
        "no_native_tools": list(server.no_native_tools),
        "headers": [*sorted(plan.headers.names)],
    }


@contextmanager
def verify_journal(
    plan: VerifyPlan, folder: Path, *, resume: bool, passing: bool
) -> Iterator[VerifyJournal]:
    """Begin a journal or go on with one; it goes when the caller has written everything.

    Args:
        plan: what is verified.
        folder: of the journal.
        resume: go on with it.
        passing: the folder goes in any case, so that nobody is told to go on.

    Raises:
        ToolwireError: there is a journal and no wish to go on, or it is of another run, in use or
            damaged, or cannot be written.
    """
    path, own = folder / JOURNAL, _identity_of(plan)
    if resume:
        journal, recovered = Journal.resume(path)
        known = recovered.run
    else:
        known = own | identity()
        journal, recovered = Journal.create(path, known), None
    with journal.held():
        if recovered is not None:
            refuse_another(recovered, own, path)
        try:
            with nullcontext() if passing else with_resume_hint(path):
                yield VerifyJournal(journal, recovered, known)
        except TrafficError:
            if recovered is None:
                path.unlink(missing_ok=True)  # nobody there, or no key: nothing to go on with
            raise
        path.unlink(missing_ok=True)


def model_before(out: Path | None) -> str:
    """Return the model that an earlier run in a folder asked; "" where nobody can tell.

    Raises:
        ToolwireError: there is a journal that cannot be read.
    """
    if out is None:
        return ""
    if (out / JOURNAL).exists():
        return str(recover(out / JOURNAL).run.get("model") or "")
    there = results_in(out)
    models = {seen.model for seen in there} if there is not None else set()
    return models.pop() if len(models) == 1 else ""


def finished_results(plan: VerifyPlan, out: Path | None) -> Results | None:
    """Return the results of a run that came to its end; None where there is one to go on with.

    Raises:
        ToolwireError: there is neither.
    """
    if out is None:
        raise ToolwireError("--resume needs the folder of the run", hint="name it with --output")
    if (out / JOURNAL).exists():
        return None
    there, server = results_in(out), plan.server
    models = {seen.model for seen in there} if there is not None else set()
    providers = {seen.provider for seen in there} if there is not None else set()
    if there is None or (models, providers) != ({server.model}, {server.id}):
        hint = "leave out --resume"
        raise ToolwireError("nothing to go on with", where=str(out / JOURNAL), hint=hint)
    return there
