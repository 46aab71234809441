"""Runs the checks of a tool by the tool itself, and prints as JSON what it says of each: passed, failed, or null."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

here = Path(__file__).parent


def statements():
    return [one for one in (here / "shop.sql").read_text().split(";\n") if one.strip()]


def database(path):
    import duckdb

    connection = duckdb.connect(path)
    for statement in statements():
        connection.execute(statement)
    return connection


def of_dbt(scratch, packages):
    """By the name of the test. The manifest stays in the scratch folder."""
    project = scratch / "dbt"
    shutil.copytree(here / "dbt", project)
    (project / "dbt_packages").mkdir()
    (project / "dbt_packages" / "dbt_utils").symlink_to(packages, target_is_directory=True)
    path = scratch / "shop.duckdb"
    database(str(path)).close()
    environment = {**os.environ, "SHOP_DATABASE": str(path), "DBT_PROFILES_DIR": str(project)}
    command = [str(Path(sys.executable).with_name("dbt")), "--quiet", "build", "--project-dir", str(project)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    results = project / "target" / "run_results.json"
    if not results.exists():
        raise SystemExit(f"dbt did not run: {done.stdout} {done.stderr}")
    verdicts = {}
    for result in json.loads(results.read_text())["results"]:
        if result["unique_id"].startswith("test."):
            name = result["unique_id"].split(".")[2]
            verdicts[name] = {"pass": True, "fail": False, "warn": False}.get(result["status"])
    return verdicts


def of_great_expectations(_scratch, _packages):
    """By the number of the expectation."""
    import great_expectations
    import pandas

    def frame(table):
        columns = re.search(rf"create table {table} \(((?:[^()]|\([^()]*\))*)\)", (here / "shop.sql").read_text())[1]
        names = [one.strip().split()[0] for one in re.sub(r"\(.*?\)", "", columns).split(",")]
        rows = []
        for line in statements():
            found = re.match(rf"\s*insert into {table} values \((.*)\)$", line, re.S)
            if found:
                text = re.sub(r"date ('[^']*')", r"\1", found[1]).replace("null", "None")
                rows.append(eval(f"[{text}]"))  # The literals of our own file.
        made = pandas.DataFrame(rows, columns=names)
        for name in names:
            if name.endswith("_on"):
                made[name] = pandas.to_datetime(made[name])
        return made

    context = great_expectations.get_context(mode="ephemeral")
    asset = context.data_sources.add_pandas("shop").add_dataframe_asset("orders")
    batch = asset.add_batch_definition_whole_dataframe("all").get_batch({"dataframe": frame("orders")})
    verdicts = {}
    for number, one in enumerate(json.loads((here / "expectations.json").read_text())["expectations"]):
        configured = great_expectations.expectations.expectation_configuration.ExpectationConfiguration(
            type=one["type"], kwargs=one["kwargs"]
        )
        result = batch.validate(configured.to_domain_obj())
        verdicts[str(number)] = None if "raised_exception': True" in str(result.exception_info) else result.success
    return verdicts


def of_soda(_scratch, _packages):
    """By the section and the number of the check in it."""
    from soda.scan import Scan
    from ruamel.yaml import YAML

    connection = database(":memory:")
    verdicts = {}
    for section, checks in YAML(typ="safe").load((here / "checks.yaml").read_text()).items():
        for number, check in enumerate(checks):
            scan = Scan()
            scan.disable_telemetry()
            scan.set_scan_definition_name("shop")
            scan.add_duckdb_connection(connection, data_source_name="shop")
            scan.set_data_source_name("shop")
            scan.add_sodacl_yaml_str(json.dumps({section: [check]}))
            scan.execute()
            outcomes = [one["outcome"] for one in scan.get_scan_results()["checks"]]
            verdicts[f"{section}[{number}]"] = {"pass": True, "fail": False, "warn": False}.get(
                outcomes[0] if len(outcomes) == 1 else None
            )
    return verdicts


def main():
    tool, scratch, packages = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    run = {"dbt": of_dbt, "great-expectations": of_great_expectations, "soda": of_soda}[tool]
    printed = sys.stdout
    sys.stdout = sys.stderr  # The tools write there, too.
    json.dump(run(scratch, packages), printed)


main()
