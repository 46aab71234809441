import { defineOperation } from '../../runs/operation.ts'
import { initialJudgingStatus } from '../../services/judging/initial-status.ts'
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
  initialStatus: initialJudgingStatus,
  accept: acceptExternalScan,
  units: [plan, container],
  conclude: concludeExternalScan,
  abort: abortExternalScan,
  reopen: reopenContainers,
  echo: echoExternalScan,
})
