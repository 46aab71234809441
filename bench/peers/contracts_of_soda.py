# Verifies contracts with Soda 4, in one process on one connection. The first line of standard input is
# {"data_source", "contracts"} as JSON; each further line asks for one verification of all of them, and is
# answered by a line: the failing rows of every check, in the order of the contracts.
import json
import os
import sys
import tempfile

from soda_core import configure_logging
from soda_core.common.data_source_impl import DataSourceImpl
from soda_core.common.yaml import DataSourceYamlSource
from soda_core.contracts import verify_contract_locally


def failing_rows(data_source, path):
    session = verify_contract_locally(data_sources=[data_source], contract_file_path=path)
    (result,) = session.contract_verification_results
    if session.has_errors or not result.check_results:
        raise SystemExit(f"Soda could not verify {path}: {session.get_errors_str()}")
    return [round(check.threshold_value) for check in result.check_results]


given = json.loads(sys.stdin.readline())
# What Soda tells of each check goes nowhere; its log takes the output that it finds here.
printed, sys.stdout = sys.stdout, open(os.devnull, "w")
configure_logging(verbose=False)
# The log would take what ends this program as well.
sys.excepthook = sys.__excepthook__
source = DataSourceImpl.from_yaml_source(DataSourceYamlSource.from_str(json.dumps(given["data_source"])))
with source, tempfile.TemporaryDirectory() as folder:
    paths = [os.path.join(folder, f"contract_{number}.yml") for number in range(len(given["contracts"]))]
    for path, contract in zip(paths, given["contracts"]):
        with open(path, "w") as file:
            json.dump(contract, file)
    for _ in sys.stdin:
        counts = [count for path in paths for count in failing_rows(source, path)]
        print(json.dumps(counts), file=printed, flush=True)
