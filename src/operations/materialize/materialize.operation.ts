import { concludeContainers } from '../../runs/conclude-containers.ts'
import { emptySelection } from '../../runs/container-units.ts'
import { defineOperation, seed, type UnitKind } from '../../runs/operation.ts'
import { abortContainers, planContainers } from '../../store/run-containers.ts'
import { copyContainer } from './copy-container.ts'
import {
  acceptMaterialize,
  echoMaterialize,
  payload,
  revealedBy,
  type MaterializePayload,
} from './payload.ts'

/** Finds the containers; each unit calls for the next, because some stores let nobody else write meanwhile. */
const plan: UnitKind<MaterializePayload, object> = {
  kind: 'plan',
  without_source: true,
  run: ({ operation, commit }) =>
    commit(async (transaction) => {
      const planned = await planContainers(transaction, operation, operation.payload)
      const first = planned
        .slice(0, 1)
        .map((id) => seed(copyContainer, { is_first: true }, { container_scan_id: id }))
      return { next: first, status: { total_containers: planned.length } }
    }),
  abandon: async () => ({}),
}

/** Copies the rows of containers into the enrichment datastore, in the place of what was copied before. */
export default defineOperation({
  trigger: 'materialize',
  type: 'materialize',
  payload,
  resumable: false,
  rerunnable: true,
  schedulable: true,
  writes_to_enrichment: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  accept: acceptMaterialize,
  audited: revealedBy,
  initialStatus: {
    total_containers: 0,
    containers_analyzed: 0,
    partitions_analyzed: 0,
    records_processed: 0,
  },
  units: [plan, copyContainer],
  conclude: (transaction, { id, payload }) =>
    concludeContainers(
      transaction,
      id,
      emptySelection(payload, 'materialize') ??
        'There was no container to copy: the datastore has none. A sync finds them.',
    ),
  abort: abortContainers,
  reopen: async () => undefined,
  echo: echoMaterialize,
})
