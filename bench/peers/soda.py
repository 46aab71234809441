# Verifies the five checks of small-tables on each of the given tables with Soda 4, in one process on one connection.
# Takes {"host", "port", "username", "password", "tables"} as JSON from standard input; prints
# the rows that failed and the processor time of the verifications, milliseconds, without that of starting Python.
import json
import os
import sys
import tempfile
import time

from soda_core import configure_logging
from soda_core.common.data_source_impl import DataSourceImpl
from soda_core.common.yaml import DataSourceYamlSource
from soda_core.contracts import verify_contract_locally

CONTRACT = """
dataset: many/assay/public/{table}
columns:
  - name: id
    checks:
      - missing:
  - name: name
    checks:
      - missing:
      - invalid:
          valid_max_length: 20
  - name: amount
    checks:
      - invalid:
          valid_min: 0
          valid_max: 999
  - name: kind
    checks:
      - invalid:
          valid_values: ['a', 'b', 'c']
"""

given = json.load(sys.stdin)
# What Soda tells of each check goes nowhere; its log takes the output that it finds here.
printed, sys.stdout = sys.stdout, open(os.devnull, "w")
configure_logging(verbose=False)
source = {
    "type": "postgres",
    "name": "many",
    "connection": {
        "host": given["host"],
        "port": given["port"],
        "user": given["username"],
        "password": given["password"],
        "database": "assay",
    },
}
failed = 0
data_source = DataSourceImpl.from_yaml_source(DataSourceYamlSource.from_str(json.dumps(source)))
with data_source, tempfile.TemporaryDirectory() as folder:
    start = time.process_time()
    for table in given["tables"]:
        path = os.path.join(folder, f"{table}.yml")
        with open(path, "w") as file:
            file.write(CONTRACT.format(table=table))
        session = verify_contract_locally(data_sources=[data_source], contract_file_path=path)
        (result,) = session.contract_verification_results
        if session.has_errors or len(result.check_results) != 5:
            raise SystemExit(f"Soda could not verify {table}: {session.get_errors_str()}")
        for check in result.check_results:
            if check.is_failed:
                failed += round(check.threshold_value)
    spent = (time.process_time() - start) * 1000
print(json.dumps({"failed": failed, "processor_ms": spent}), file=printed)
