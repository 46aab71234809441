"""Starts runs of Assay and waits for their end, over its HTTP interface. Needs Python 3.9 and nothing else."""

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

ENDED = {"success", "partial", "warning", "failure", "aborted"}


class RunFailed(Exception):
    """The service refused, the run did not succeed, or it found more than is tolerated."""


class ServiceAway(RunFailed):
    """The service, or what stands before it, could not be reached or is starting."""


def _said(error):
    """The text of a refusal, as far as it came."""
    try:
        return error.read().decode(errors="replace")
    except http.client.IncompleteRead as cut:
        return cut.partial.decode(errors="replace")
    except (OSError, http.client.HTTPException):
        return error.reason


class Assay:
    """
    The service at `url` (default: ASSAY_URL), asked with `token` (default: ASSAY_TOKEN). A run that is waited for goes on
    over a service that is away for no longer than `patience_seconds`, as while it starts again.
    """

    def __init__(self, url=None, token=None, timeout_seconds=30, patience_seconds=300):
        self.url = (url or os.environ["ASSAY_URL"]).rstrip("/")
        self.token = token or os.environ["ASSAY_TOKEN"]
        self.timeout_seconds = timeout_seconds
        self.patience_seconds = patience_seconds

    def ask(self, method, path, body=None):
        """The answer as Python data; RunFailed with the sentence of the service when it refuses, ServiceAway when it is away."""
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
            failure = ServiceAway if error.code in (502, 503, 504) else RunFailed
            raise failure(f"{method} {path}: {error.code} {_said(error)}") from None
        except (OSError, http.client.HTTPException) as error:
            raise ServiceAway(f"{method} {path}: {error}") from error

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
        answered = time.monotonic()
        try:
            while run["result"] not in ENDED:
                time.sleep(poll_seconds)
                try:
                    run = self.ask("GET", f"/operations/{run['id']}")
                    answered = time.monotonic()
                except ServiceAway:
                    if time.monotonic() - answered > self.patience_seconds:
                        raise
        except BaseException:
            self._abort(run)
            raise
        if run["result"] in ("failure", "aborted"):
            raise RunFailed(f"Run {run['id']} ended as {run['result']}. {run.get('message') or ''}".strip())
        return run

    def _abort(self, run):
        """What it is aborted for is told, not that it could not be."""
        try:
            self.ask("PUT", f"/operations/abort/{run['id']}")
        except RunFailed:
            pass

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
