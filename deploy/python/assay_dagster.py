"""Dagster: an op that scans a datastore and fails when it finds more anomalies than are tolerated."""

from dagster import op

from assay_runs import Assay


def assay_scan_op(name, datastore, container_names=None, tolerated_anomalies=0, poll_seconds=2):
    """Makes the op. It reads ASSAY_URL and ASSAY_TOKEN; its result is the id of the run and the number of anomalies."""

    @op(name=name)
    def scan(context):
        found = Assay().scan(datastore, container_names, tolerated_anomalies, poll_seconds)
        context.log.info(f"Run {found['run_id']} of Assay found {found['anomalies']} anomalies.")
        return found

    return scan
