import { defineOperation } from '../../runs/operation.ts'
import { reopenContainers } from '../../store/run-containers.ts'
import { abortExternalScan, concludeExternalScan } from './conclude-run.ts'
import { acceptExternalScan, echoExternalScan, payload } from './payload.ts'
import { container, plan } from './units.ts'

/** Judges rows that a person gives by the Active checks of a container, whose own rows are not read. */
export default defineOperation({
  trigger: 'external_scan',
  type: 'external_scan',
  payload,
  resumable: false,
  rerunnable: false,
  schedulable: false,
  takes_rows: true,
  shows_check_results: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  initialStatus: {
    total_containers: 0,
    containers_analyzed: 0,
    partitions_scanned: 0,
    records_processed: 0,
    anomalies_identified: 0,
    auto_resolved_anomaly_count: 0,
  },
  accept: acceptExternalScan,
  units: [plan, container],
  conclude: concludeExternalScan,
  abort: abortExternalScan,
  reopen: reopenContainers,
  echo: echoExternalScan,
})
