"""Running code that may hang or crash: in a child process, with a time and a memory limit."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import json
import math
import os
import queue
import random
import select
import signal
import sys
import sysconfig
import threading
import time
import traceback
import warnings
from collections.abc import Generator, Sequence
from typing import Any, NoReturn

from .case import Case, Outcome, Student

MEMORY = 2**30  # bytes that a student's function may take


def _outcomes(function: Student, cases: Sequence[Case], seconds: float) -> Generator[Outcome, None, None]:
    """One outcome per case, in order. A child runs as many of them as it survives."""
    for case in cases:
        _ = case.expected  # ours is found here: in the child, only the student's code runs
    run = _forked if hasattr(os, "fork") else _threaded
    done = 0
    while done < len(cases):
        with contextlib.closing(run(function, cases[done:], seconds)) as outcomes:
            for outcome in outcomes:
                done += 1
                yield outcome


def _attempt(function: Student, case: Case) -> Outcome:
    try:
        return case.outcome(function)
    except BaseException as error:  # a student's sys.exit() too
        return Outcome("exception", *_last_line(error))


def _last_line(error: BaseException) -> tuple[str, list[Any]]:
    """The error as Python prints it, and the last line of the student's code that it passed."""
    text = "".join(traceback.format_exception_only(type(error), error)).strip()[-400:]
    # Each cell of a notebook is a file, so that the function's own file would not be enough.
    others = (os.path.dirname(os.path.dirname(__file__)), *sysconfig.get_paths().values(), "<frozen")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(others):
            return text, [frame.lineno, frame.name, frame.line]
    return text, []


def _forked(function: Student, cases: Sequence[Case], seconds: float) -> Generator[Outcome, None, None]:
    """Runs the cases in a child process until one of them takes too long or ends it."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of threads, which a notebook always has: the child needs none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reading)
        _serve(function, cases, writing)
    os.close(writing)
    ended = False
    try:
        waiting = select.poll()
        waiting.register(reading, select.POLLIN)
        buffer = b""
        for _ in cases:
            deadline = time.monotonic() + seconds
            while b"\n" not in buffer:
                left = deadline - time.monotonic()
                if left <= 0 or not waiting.poll(math.ceil(1000 * left)):
                    yield Outcome("time", where=[seconds])
                    return
                chunk = os.read(reading, 1 << 16)
                if not chunk:
                    status = _ended(child, seconds)
                    ended = True
                    yield Outcome("died", where=[status])
                    return
                buffer += chunk
            line, _, buffer = buffer.partition(b"\n")
            yield Outcome(*json.loads(line))
    finally:
        os.close(reading)
        if not ended:
            _ended(child, 0)


def _serve(function: Student, cases: Sequence[Case], writing: int) -> NoReturn:
    """The child: one line per case. It leaves by the back door, past the parent's exit handlers."""
    try:
        os.setpgid(0, 0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        # Notebooks and tests have streams of their own, and a copy of stderr for crashes.
        faulthandler.disable()
        sys.stdin = os.fdopen(0)
        sys.stdout = sys.stderr = os.fdopen(1, "w")
        _limit_memory()
        myself = os.getpid()
        for case in cases:
            random.seed(case.text(""))  # a failure happens again when the case is run again
            outcome = _attempt(function, case)
            if os.getpid() != myself:
                break  # the student's function forked
            os.write(writing, json.dumps(outcome).encode() + b"\n")
    finally:
        os._exit(0)


def _limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm") as statm:
        taken = int(statm.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))


def _ended(child: int, seconds: float) -> int:
    """Waits that long for the child, then ends it and what it started; its exit status, negative
    for a signal."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        gone, status = os.waitpid(child, os.WNOHANG)
        if gone:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    for kill in (os.killpg, os.kill):  # the group is not there if the child has not begun
        with contextlib.suppress(OSError):
            kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _threaded(function: Student, cases: Sequence[Case], seconds: float) -> Generator[Outcome, None, None]:
    """The same in a thread, where there are no forks: it can be left, but not always be ended."""
    outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
    leave = threading.Event()

    def work() -> None:
        for case in cases:
            outcomes.put(_attempt(function, case))
            if leave.is_set():
                break

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        for _ in cases:
            yield outcomes.get(timeout=seconds)
    except queue.Empty:
        yield Outcome("time", where=[seconds])
    finally:
        leave.set()
        if thread.is_alive() and thread.ident:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
