import { defineOperation } from '../../runs/operation.ts'
import { initialJudgingStatus } from '../../services/judging/initial-status.ts'
import { closeScan, isClosingDue } from './close-scan.ts'
import { concludeRun } from './conclude-run.ts'
import { enrichRun, isEnrichmentDue } from './enrich-run.ts'
import { acceptScan, echoScan, payload } from './payload.ts'
import { abortContainers, reopenContainers } from '../../store/run-containers.ts'
import { conclude, container, partition, plan } from './units.ts'

/** Evaluates the Active checks of the containers and raises anomalies with the records that failed. */
export default defineOperation({
  trigger: 'scan',
  type: 'scan',
  payload,
  resumable: true,
  rerunnable: true,
  fromScratch: (configuration) => ({ ...configuration, force: true }),
  schedulable: true,
  shows_check_results: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  initialStatus: initialJudgingStatus,
  accept: acceptScan,
  units: [plan, container, partition, conclude, closeScan, enrichRun],
  closings: [
    { unit: closeScan, isDue: isClosingDue },
    { unit: enrichRun, isDue: isEnrichmentDue },
  ],
  conclude: concludeRun,
  abort: abortContainers,
  reopen: reopenContainers,
  echo: echoScan,
})
