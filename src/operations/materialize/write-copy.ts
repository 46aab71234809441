import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import type { Writer } from '../../connectors/writer.ts'
import { copyOf } from '../../disclosure/copies.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { copiedFiles } from '../../engine/copied-rows.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { RunOf } from '../../runs/operation.ts'
import { withContainerSession } from '../../services/datastores/container-session.ts'
import { materializedTable } from '../../services/enrichment/table-names.ts'
import { withTidiedWriter } from '../../services/enrichment/tidied-writer.ts'
import { findDatastore } from '../../store/datastores.ts'
import { findEnriched, sourcesEnrichedBy } from '../../store/enrichment.ts'
import type { Queryable } from '../../store/pool.ts'
import type { LoadedContainer } from './load-container.ts'
import type { MaterializePayload } from './payload.ts'
import { isWhole, writeRows, type Copying } from './write-rows.ts'

/** What was copied of a container. */
interface Copied {
  records: number
  partitions: number
}

/**
 * Copies the rows of a container as they are in one snapshot of its source; bounded in memory by the batches of the source. Nothing is
 * shown of a copy during which a field was masked: `masked since`.
 */
export async function writeCopy(
  environment: Environment,
  { id, payload }: RunOf<MaterializePayload>,
  loaded: LoadedContainer,
  signal: AbortSignal,
): Promise<Copied | 'masked since'> {
  const { database } = environment.store
  const place = await placeOf(database, payload.datastore_id, loaded)
  const next = `${place.prefix}_next_${id}`
  const source = { datastore_id: payload.datastore_id, computation: loaded.reference.computation ?? null }
  return withContainerSession(environment, source, signal, async (session) => {
    const { fields, names } = await described(session, loaded)
    const shownFields = loaded.fields.flatMap(({ name }) => fields.find((field) => field.name === name) ?? [])
    if (shownFields.length === 0)
      throw new RunFailure('It has no field that is known; run a sync of the datastore.')
    const { include_masked, max_records_per_partition: record_cap } = payload
    const copy = await copyOf(database, loaded.id, shownFields, include_masked)
    const parts = record_cap === null || names.length < 2 ? ['all' as const] : names.map((name) => [name])
    const reading = { container: loaded.reference, fields, read: copy.read, record_cap }
    const copying: Copying = { session, reading, copy, parts, masked: loaded.masked }
    const files = isWhole(copying) ? copiedFiles(session, reading) : null
    const write = async (writer: Writer): Promise<Copied | 'masked since'> => {
      // What the store says of a value that it refuses may quote it.
      const records = await withholdingReason(new Set(include_masked ? loaded.masked : []), () =>
        writeRows(writer, { name: next, columns: copy.columns }, copying, files?.sql ?? null),
      )
      const now = await copyOf(database, loaded.id, shownFields, include_masked)
      if (!now.hidden.isSubsetOf(copy.hidden)) {
        await writer.drop(next)
        return 'masked since'
      }
      await writer.publish(next, place.shown)
      return { records, partitions: Math.max(1, names.length) }
    }
    return withTidiedWriter(environment, place.target, signal, next, write, files?.files)
  })
}

async function placeOf(database: Queryable, datastoreId: number, { id, reference }: LoadedContainer) {
  const datastore = await findEnriched(database, datastoreId)
  const target = datastore?.enrich_datastore_id
    ? await findDatastore(database, datastore.enrich_datastore_id)
    : undefined
  if (!datastore || !target)
    throw new RunFailure('The enrichment datastore was unlinked; link one and run it again.')
  const sources = await sourcesEnrichedBy(database, target.id)
  const all = sources.find((source) => source.id === datastoreId)?.containers ?? []
  const prefix = datastore.enrichment_prefix
  return { target, prefix, shown: materializedTable(prefix, { id, name: reference.name }, all) }
}

/** The fields and the partitions that the container has now. */
async function described(
  session: HeldSession,
  { reference, known, masked }: LoadedContainer,
): Promise<{ fields: DiscoveredField[]; names: string[] }> {
  const { fields, partitions } = await withholdingReason(masked, () =>
    describeContainer(session, reference, known),
  )
  return { fields, names: partitions.map(({ name }) => name) }
}
