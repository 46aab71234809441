import type { Queryable } from '../../store/pool.ts'
import { countEnded } from '../../store/exports.ts'
import { abortContainers, planContainers } from '../../store/run-containers.ts'
import { concludeWithRemarks } from '../../runs/conclude-containers.ts'
import { defineOperation, seed, type Conclusion, type UnitKind } from '../../runs/operation.ts'
import { findEnriched } from '../../store/enrichment.ts'
import {
  acceptExport,
  echoExport,
  payload,
  refuseTwoInSchedule,
  revealedBy,
  type ExportPayload,
} from './payload.ts'
import { writeExport } from './write-export.ts'

/** Finds the containers; one unit writes them all, because they share a table. */
const plan: UnitKind<ExportPayload, object> = {
  kind: 'plan',
  without_source: true,
  run: ({ operation, commit }) =>
    commit(async (transaction) => {
      const planned = await planContainers(transaction, operation, operation.payload)
      const datastore = await findEnriched(transaction, operation.payload.datastore_id)
      const target = datastore?.enrich_datastore_id
      return {
        // It waits for a slot on the connection that it writes to; it reads nothing of the source.
        next: [seed(writeExport, {}, target ? { datastore_id: target } : {})],
        status: { total_containers: planned.length },
      }
    }),
  abandon: async () => ({}),
}

/** Writes anomalies, checks or profiles into the enrichment datastore, in the place of what was written before. */
export default defineOperation({
  trigger: 'export',
  type: 'export',
  payload,
  resumable: false,
  rerunnable: true,
  schedulable: true,
  writes_to_enrichment: true,
  exports_assets: true,
  unfinished_rerun: 'rerun_unfinished_export',
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  accept: acceptExport,
  refuse_schedule: refuseTwoInSchedule,
  audited: revealedBy,
  initialStatus: { total_containers: 0, containers_analyzed: 0, records_processed: 0 },
  units: [plan, writeExport],
  conclude,
  abort: abortContainers,
  reopen: async () => undefined,
  echo: echoExport,
})

/** `partial` when some containers were written and some were not, `warning` when all were and there are remarks. */
async function conclude(transaction: Queryable, { id }: { id: number }): Promise<Conclusion> {
  const { result, message, remarks } = await concludeWithRemarks(
    transaction,
    id,
    'No container is selected, so the table that was written has no rows.',
  )
  if (result !== 'failure') return { result: remarks === 0 ? result : 'warning', message }
  const { well } = await countEnded(transaction, id)
  return { result: well > 0 ? 'partial' : result, message }
}
