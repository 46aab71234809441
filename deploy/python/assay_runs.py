"""Starts runs of Assay and waits for their end, over its HTTP interface. Needs Python 3.9 and nothing else."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

ENDED = {"success", "partial", "warning", "failure", "aborted"}


class RunFailed(Exception):
    """The service refused, the run did not succeed, or it found more than is tolerated."""


class Assay:
    """The service at `url` (default: ASSAY_URL), asked with `token` (default: ASSAY_TOKEN)."""

    def __init__(self, url=None, token=None, timeout_seconds=30):
        self.url = (url or os.environ["ASSAY_URL"]).rstrip("/")
        self.token = token or os.environ["ASSAY_TOKEN"]
        self.timeout_seconds = timeout_seconds

    def ask(self, method, path, body=None):
        """The answer as Python data; RunFailed with the sentence of the service when it refuses."""
        request = urllib.request.Request(
            f"{self.url}/api{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self.token}", "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_seconds) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RunFailed(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def datastore_id(self, name):
        """The id of the datastore of this name; RunFailed when there is none that the token may see."""
        query = urllib.parse.urlencode({"name": name})
        items = self.ask("GET", f"/datastores?{query}")["items"]
        if not items:
            raise RunFailed(f'There is no datastore "{name}" that this token may see.')
        return items[0]["id"]

    def run_to_end(self, run_type, datastore, container_names=None, poll_seconds=2):
        """Starts a sync, profile or scan and returns its record when it has succeeded. A task that is killed aborts its run."""
        body = {"type": run_type, "datastore_id": self.datastore_id(datastore)}
        if container_names:
            body["container_names"] = list(container_names)
        run = self.ask("POST", "/operations/run", body)
        try:
            while run["result"] not in ENDED:
                time.sleep(poll_seconds)
                run = self.ask("GET", f"/operations/{run['id']}")
        except BaseException:
            self.ask("PUT", f"/operations/abort/{run['id']}")
            raise
        if run["result"] in ("failure", "aborted"):
            raise RunFailed(f"Run {run['id']} ended as {run['result']}. {run.get('message') or ''}".strip())
        return run

    def anomalies(self, run_id):
        """How many anomalies this scan found, those known before included."""
        page, found = 1, 0
        while True:
            answer = self.ask("GET", f"/container-scans?operation={run_id}&size=1000&page={page}")
            found += sum(scan["anomaly_count"] for scan in answer["items"])
            if page >= answer["pages"]:
                return found
            page += 1

    def scan(self, datastore, container_names=None, tolerated_anomalies=0, poll_seconds=2):
        """Scans; returns the id of the run and its number of anomalies, or RunFailed when there are more than are tolerated."""
        run = self.run_to_end("scan", datastore, container_names, poll_seconds)
        found = self.anomalies(run["id"])
        if found > tolerated_anomalies:
            raise RunFailed(f"Run {run['id']} found {found} anomalies; {tolerated_anomalies} are tolerated.")
        return {"run_id": run["id"], "anomalies": found}
