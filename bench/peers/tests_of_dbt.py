# dbt takes modules whose name begins with dbt_ for plugins of its own, so this one has another name.
# Runs tests with dbt, each in a file of its own, in one process. The first line of standard input is {"profile", "tests"}
# as JSON; each further line asks for one `dbt test` of them all, and is answered by a line: the failing
# rows of every test, in their order.
import json
import os
import sys
import tempfile

from dbt.cli.main import dbtRunner

given = json.loads(sys.stdin.readline())
# What dbt tells of each test goes nowhere.
printed, sys.stdout = sys.stdout, open(os.devnull, "w")
with tempfile.TemporaryDirectory() as folder:
    files = {
        "dbt_project.yml": json.dumps({"name": "bench", "version": "1.0", "profile": "bench"}),
        "profiles.yml": json.dumps({"bench": {"target": "bench", "outputs": {"bench": given["profile"]}}}),
        **{f"tests/test_{number:03}.sql": sql for number, sql in enumerate(given["tests"])},
    }
    os.mkdir(os.path.join(folder, "tests"))
    for name, text in files.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    asked = ["--quiet", "test", "--project-dir", folder, "--profiles-dir", folder]
    for _ in sys.stdin:
        answer = dbtRunner().invoke([*asked, "--no-send-anonymous-usage-stats"])
        failures = {result.node.name: result.failures for result in answer.result or []}
        counts = [failures.get(f"test_{number:03}") for number in range(len(given["tests"]))]
        if None in counts:
            raise SystemExit(f"dbt could not run all tests: {answer.exception or answer.result}")
        print(json.dumps(counts), file=printed, flush=True)
