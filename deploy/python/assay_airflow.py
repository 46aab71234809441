"""Airflow: a task that scans a datastore and fails when it finds more anomalies than are tolerated."""

try:
    from airflow.sdk import BaseOperator
except ImportError:
    from airflow.models import BaseOperator

from assay_runs import Assay


class AssayScanOperator(BaseOperator):
    """Reads ASSAY_URL and ASSAY_TOKEN of the worker. Its result is the id of the run and the number of anomalies."""

    template_fields = ("datastore", "container_names")

    def __init__(self, *, datastore, container_names=None, tolerated_anomalies=0, poll_seconds=2, **options):
        super().__init__(**options)
        self.datastore = datastore
        self.container_names = container_names
        self.tolerated_anomalies = tolerated_anomalies
        self.poll_seconds = poll_seconds

    def execute(self, context):
        return Assay().scan(self.datastore, self.container_names, self.tolerated_anomalies, self.poll_seconds)
