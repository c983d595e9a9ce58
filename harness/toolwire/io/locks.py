"""Locks on open files against other processes; one ends with the process that has it.

POSIX locks a file as a whole and stops nobody from reading or writing it. Windows locks bytes, which
nobody else can read then, so that it is one byte far behind the end of any file of ours.
"""

from __future__ import annotations

import errno
import os
import sys

if sys.platform == "win32":
    import msvcrt

    _FAR = 0x7FFFFFFE
    _TAKEN = frozenset({errno.EACCES, errno.EDEADLK, errno.EDEADLOCK})
else:
    import fcntl


def locked(handle: int, *, wait: bool = False) -> bool | None:
    """Lock an open file; None where another has it, False where its file system has no locks.

    Args:
        handle: of a file that is open for writing; its position stays.
        wait: until nobody else has it, so that None is never returned.
    """
    try:
        return _taken(handle, wait=wait)
    except OSError:
        return False


if sys.platform == "win32":

    def _taken(handle: int, *, wait: bool) -> bool | None:
        at = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            while True:
                try:
                    # The first one asks ten times in ten seconds by itself.
                    msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                except OSError as error:
                    if error.errno not in _TAKEN:
                        raise
                    if not wait:
                        return None
                else:
                    return True
        finally:
            os.lseek(handle, at, os.SEEK_SET)

else:

    def _taken(handle: int, *, wait: bool) -> bool | None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return None
        return True
