# Verifies constraints with PyDeequ on a Parquet file, in one session of Spark on all cores. The first line of
# standard input is {"path", "rows", "constraints"} as JSON, each constraint {"method", "arguments", "least", "most"} with
# null for a bound that it does not have; each further line asks for one verification, and is answered by a line: for each
# constraint the failing rows, as the share that Deequ tells of the rows; null where it tells another number that is out of bounds.
import json
import os
import re
import sys

os.environ["SPARK_VERSION"] = "3.5"
from pydeequ.checks import Check, CheckLevel
from pydeequ.verification import VerificationSuite
from pyspark.sql import SparkSession

given = json.loads(sys.stdin.readline())
# What PyDeequ tells besides goes nowhere.
printed, sys.stdout = sys.stdout, open(os.devnull, "w")
spark = (
    SparkSession.builder.master("local[*]")
    .config("spark.driver.memory", "2g")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .getOrCreate()
)


def within(least, most):
    return lambda value: (least is None or value >= least) and (most is None or value <= most)


def failing_rows(result):
    if result["constraint_status"] == "Success":
        return 0
    told = re.match(r"Value: (\S+) does not meet", result["constraint_message"])
    share = float(told.group(1)) if told else None
    is_share = re.match(r"(Completeness|Uniqueness|Distinctness|Compliance|PatternMatch)Constraint", result["constraint"])
    return round((1 - share) * given["rows"]) if is_share and share is not None else None


try:
    for _ in sys.stdin:
        check = Check(spark, CheckLevel.Error, "bench")
        for constraint in given["constraints"]:
            bounds = [constraint["least"], constraint["most"]]
            assertion = [] if bounds == [None, None] else [within(*bounds)]
            check = getattr(check, constraint["method"])(*constraint["arguments"], *assertion)
        outcome = VerificationSuite(spark).onData(spark.read.parquet(given["path"])).addCheck(check).run()
        print(json.dumps([failing_rows(result) for result in outcome.checkResults]), file=printed, flush=True)
finally:
    # Python would wait for the thread that calls the assertions.
    spark.sparkContext._gateway.shutdown_callback_server()
    spark.stop()
