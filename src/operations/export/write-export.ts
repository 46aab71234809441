import { appendRows, type Writer, type WrittenValue } from '../../connectors/writer.ts'
import { policiesOf } from '../../disclosure/policies.ts'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import type { UnitKind, UnitWork } from '../../runs/operation.ts'
import { withTidiedWriter } from '../../services/enrichment/tidied-writer.ts'
import { findDatastore } from '../../store/datastores.ts'
import { findEnriched, type EnrichedDatastore } from '../../store/enrichment.ts'
import { endExports, failExports, plannedContainers, type EndedExport } from '../../store/exports.ts'
import { logToOperation, incompleteBefore } from '../../store/operations.ts'
import { assets, type ExportedContainer } from './assets.ts'
import type { ExportPayload } from './payload.ts'

/**
 * Writes all containers into a table of their own, one transaction each, and puts it in the place of the one before. One
 * container that the store refuses leaves the others as they are.
 */
export const writeExport: UnitKind<ExportPayload, object> = {
  kind: 'export',
  async run(work) {
    const { environment, operation, signal, commit } = work
    const { database } = environment.store
    const datastore = await findEnriched(database, operation.payload.datastore_id)
    const target = datastore?.enrich_datastore_id
      ? await findDatastore(database, datastore.enrich_datastore_id)
      : undefined
    if (!datastore || !target)
      throw new RunFailure('The enrichment datastore was unlinked; link one and run the export again.')
    const tables = tablesOf(datastore, operation)
    const outcome = await withTidiedWriter(environment, target, signal, tables.next, (writer) =>
      writeContainers(work, datastore, writer, tables),
    )
    if (signal.aborted) throw new Aborted()
    return commit(async () => ({
      status: {
        containers_analyzed: outcome.ends.filter(({ message }) => message === null).length,
        records_processed: outcome.ends.reduce((sum, { records }) => sum + records, 0),
      },
      async locked(transaction) {
        await endExports(transaction, outcome.ends)
        for (const { container_id, sentence } of outcome.remarks)
          await logToOperation(transaction, operation.id, 'warning', sentence, container_id)
      },
    }))
  },
  abandon: async (_transaction, unit, message) => ({
    locked: (transaction) => failExports(transaction, unit.operation_id, message),
  }),
}

interface Tables {
  /** The table that readers see. */
  shown: string
  /** The one that is being written; of this run alone. */
  next: string
}

function tablesOf(
  datastore: EnrichedDatastore,
  { id, payload }: { id: number; payload: ExportPayload },
): Tables {
  const shown = `${datastore.enrichment_prefix}_${assets[payload.asset_type].table}`
  return { shown, next: nextOf(datastore, id) }
}

const nextOf = ({ enrichment_prefix }: Pick<EnrichedDatastore, 'enrichment_prefix'>, id: number): string =>
  `${enrichment_prefix}_next_${id}`

interface Outcome {
  ends: EndedExport[]
  remarks: { container_id: number; sentence: string }[]
}

async function writeContainers(
  { environment: { store, clock }, operation }: UnitWork<ExportPayload, object>,
  datastore: EnrichedDatastore,
  writer: Writer,
  { shown, next }: Tables,
): Promise<Outcome> {
  const { rows, columns, whenNone } = assets[operation.payload.asset_type]
  const table = { name: next, columns, is_next: true }
  const generated_at = (await clock.now(store.database)).toISOString()
  const outcome: Outcome = { ends: [], remarks: [] }
  const left_by = await incompleteBefore(store.database, operation)
  for (const id of [...left_by, operation.id]) await writer.drop(nextOf(datastore, id))
  // There is a table also when there is nothing to write.
  await appendRows(writer, table, nothing())
  const planned = await plannedContainers(store.database, operation.id)
  const ids = planned.map(({ container_id }) => container_id)
  const known = await policiesOf(store.database, ids)
  for (const { id, container_id, name } of planned) {
    const container = { id: container_id, name }
    const of: ExportedContainer = { store, datastore, container, settings: operation.payload, generated_at }
    try {
      const records = await appendRows(writer, table, rows(of))
      outcome.ends.push({ id, records, message: null })
      if (records === 0 && whenNone) outcome.remarks.push({ container_id, sentence: whenNone(name) })
    } catch (error) {
      // What may pass is tried again as a whole.
      if (!(error instanceof RunFailure) || error.retryable) throw error
      outcome.ends.push({ id, records: 0, message: error.message })
    }
  }
  const isAllLost = outcome.ends.length > 0 && outcome.ends.every(({ message }) => message !== null)
  if (isAllLost) await writer.drop(next)
  else {
    const policyOf = await policiesOf(store.database, ids)
    if (ids.some((id) => policyOf(id).since(known(id).hidden()).length > 0)) {
      await writer.drop(next)
      throw new RunFailure('A field was masked while its values were exported.', { retryable: true })
    }
    await writer.publish(next, shown)
  }
  return outcome
}

async function* nothing(): AsyncGenerator<WrittenValue[][]> {}
