"""Runs commands of the installed qualytics-cli in one process: loading it costs more than most of its commands.

Each line of the input is a JSON list of arguments, or null for the names of all commands; each line of the output is
{"code", "out"} of one command, or that list.
"""

import contextlib
import io
import json
import sys
import time
import traceback

from qualytics.qualytics import app
from typer.main import get_command

sleep = time.sleep
# The client asks how far a run is every few seconds, which the tests would spend on waiting.
time.sleep = lambda seconds: sleep(min(seconds, 0.1))


def run(arguments: list[str]) -> dict[str, object]:
    said = io.StringIO()
    code = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            app(arguments, prog_name="qualytics")
        except SystemExit as end:
            code = 0 if end.code is None else end.code if isinstance(end.code, int) else 1
        except BaseException:
            # As the interpreter would end: an error that the client does not catch.
            traceback.print_exc(file=said)
            code = 1
    return {"code": code, "out": said.getvalue()}


def names(command, path: tuple[str, ...] = ()) -> list[str]:
    children = getattr(command, "commands", None)
    if children is None:
        return [" ".join(path)]
    return [name for key, child in children.items() for name in names(child, (*path, key))]


for line in sys.stdin:
    arguments = json.loads(line)
    answer = names(get_command(app)) if arguments is None else run(arguments)
    print(json.dumps(answer), flush=True)
