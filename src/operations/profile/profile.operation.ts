import { defineOperation } from '../../runs/operation.ts'
import { abortContainers, reopenContainers } from '../../store/run-containers.ts'
import { concludeProfile } from './conclude-run.ts'
import { details } from './details.ts'
import { acceptProfile, echoProfile, payload } from './payload.ts'
import { conclude, container, partition, plan } from './units.ts'

/** Reads the data of containers and describes every field by figures, which are kept as history. */
export default defineOperation({
  trigger: 'profile',
  type: 'profile',
  payload,
  resumable: true,
  rerunnable: true,
  schedulable: true,
  begins_containers: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  initialStatus: {
    total_containers: 0,
    containers_analyzed: 0,
    partitions_analyzed: 0,
    records_processed: 0,
    fields_profiled: 0,
    checks_synchronized: 0,
    checks_added: 0,
    checks_updated: 0,
  },
  accept: acceptProfile,
  units: [plan, container, partition, conclude],
  conclude: concludeProfile,
  abort: abortContainers,
  reopen: reopenContainers,
  echo: echoProfile,
  details,
})
