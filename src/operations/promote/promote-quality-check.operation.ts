import { defineOperation } from '../../runs/operation.ts'
import { acceptChecks, echoChecks, payload, shown } from './check-payload.ts'
import { batch, plan } from './check-units.ts'
import { conclude, reopen } from './control.ts'
import { details } from './details.ts'

/** Copies checks of a container to another one, where they are made, or follow what they were before. */
export default defineOperation({
  trigger: 'promote_quality_check',
  type: 'promote',
  payload,
  resumable: true,
  rerunnable: true,
  schedulable: false,
  lists_results: 'quality-checks',
  permissions: ({ datastore_id, ...stored }) =>
    [datastore_id, destinationOf(stored)].flatMap((id) =>
      id === null ? [] : [{ datastore_id: id, permission: 'Editor' }],
    ),
  initialStatus: { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
  accept: acceptChecks,
  units: [plan, batch],
  conclude,
  abort: async () => undefined,
  reopen,
  echo: echoChecks,
  echoes: shown,
  details,
})

/** The datastore of the destination, which is known once the payload was accepted; null before that. */
function destinationOf(stored: object): number | null {
  const id: unknown = 'destination_datastore_id' in stored ? stored.destination_datastore_id : null
  return typeof id === 'number' ? id : null
}
