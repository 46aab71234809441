import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { tellContainer } from '../../connectors/traced.ts'
import type { Writer } from '../../connectors/writer.ts'
import { copyOf, type Copy } from '../../disclosure/copies.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { copiedFiles } from '../../engine/copied-rows.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
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
import { nextStep, stampsOf, type CopiedSoFar, type Source, type Step } from './steps.ts'
import { writeRows, type Copying } from './write-rows.ts'

/** How far a copy has come: to its end, where `so_far` is null, or so far that another unit goes on. */
export interface Copied {
  /** In all of its steps. */
  records: number
  partitions: number
  so_far: CopiedSoFar | null
}

/** What came of earlier units, and what this one must know of its own fate. */
export interface Attempt {
  /** Null: this is the first. */
  before: CopiedSoFar | null
  /** Earlier runs that may have left a table behind, because they were aborted or killed between two steps. */
  left_by: readonly number[]
  /** True when another worker had this unit before, so that the table may have rows that nobody noted. */
  is_repeated: boolean
  /** True when the table of an attempt that threw this is to stay, because another one goes on with it. */
  keeps(error: unknown): Promise<boolean>
}

/**
 * Copies the rows of a container, or the next ones of many files, as they are in one snapshot of its source; bounded in memory by
 * the batches of the source. Nothing is shown of a copy during which a field was masked: `masked since`.
 */
export async function writeCopy(
  environment: Environment,
  run: RunOf<MaterializePayload>,
  loaded: LoadedContainer,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Copied | 'masked since'> {
  const { datastore_id } = run.payload
  const place = await placeOf(environment.store.database, datastore_id, loaded)
  const halfOf = (id: number): string => `${place.prefix}_next_${id}`
  const names = { next: halfOf(run.id), shown: place.shown, left: attempt.left_by.map(halfOf) }
  const copyFrom = async (session: HeldSession): Promise<Copied | 'masked since'> => {
    const prepared = await prepare(environment, session, run.payload, loaded)
    const write = (writer: Writer) => writeStep(writer, names, prepared, attempt)
    return withTidiedWriter(environment, place.target, signal, names.next, write, {
      reads: prepared.copying.files,
      keeps: attempt.keeps,
    })
  }
  const source = { datastore_id, computation: loaded.reference.computation ?? null }
  const origin = { operation_id: run.id, container_id: loaded.id }
  tellContainer(environment.span, origin, loaded.reference)
  return withContainerSession(environment, source, signal, copyFrom, { origin })
}

/** A container as its source has it now, ready to be copied. */
interface Prepared {
  copying: Omit<Copying, 'parts'>
  source: Source
  /** Names of the masked fields whose values are copied. */
  revealed: ReadonlySet<string>
  /** How the fields would be copied by what is masked now. */
  copyNow(): Promise<Copy>
}

async function prepare(
  environment: Environment,
  session: HeldSession,
  { include_masked, max_records_per_partition: record_cap }: MaterializePayload,
  loaded: LoadedContainer,
): Promise<Prepared> {
  const { fields, partitions } = await described(session, loaded)
  const shownFields = loaded.fields.flatMap(({ name }) => fields.find((field) => field.name === name) ?? [])
  if (shownFields.length === 0)
    throw new RunFailure('It has no field that is known; run a sync of the datastore.')
  const copyNow = () =>
    copyOf(environment.store.database, loaded.id, shownFields, session.dialect, include_masked)
  const copy = await copyNow()
  const reading = { container: loaded.reference, fields, read: copy.read, record_cap }
  const files = record_cap === null ? (copiedFiles(session, reading)?.files ?? null) : null
  const source = {
    partitions,
    stamps: await stampsOf(session, loaded.reference, partitions),
    shape: JSON.stringify([copy.columns, [...copy.hidden], loaded.reference]),
    step_bytes: (environment.sources.copy_step_mb ?? 256) * 1024 * 1024,
  }
  return {
    copying: { session, reading, copy, files, masked: loaded.masked },
    source,
    revealed: new Set(include_masked ? loaded.masked : []),
    copyNow,
  }
}

/** The tables of a copy: the one that is written, the name under which it is shown at last, and those that earlier runs may have left. */
interface CopyTables {
  next: string
  shown: string
  left: readonly string[]
}

async function writeStep(
  writer: Writer,
  { next, shown, left }: CopyTables,
  { copying, source, revealed, copyNow }: Prepared,
  attempt: Attempt,
): Promise<Copied | 'masked since'> {
  for (const name of left) await writer.drop(name)
  const step = await begun(writer, next, source, attempt)
  const parts = partsOf(source.partitions, step, copying.reading.record_cap)
  const { columns, hidden } = copying.copy
  // What the store says of a value that it refuses may quote it.
  const written = await withholdingReason(revealed, () =>
    writeRows(writer, { name: next, columns, is_next: true }, { ...copying, parts }),
  )
  const now = await copyNow()
  if (!now.hidden.isSubsetOf(hidden)) {
    await writer.drop(next)
    return 'masked since'
  }
  return concluded(writer, { next, shown }, step, written)
}

/** The step that is due, with the table as the steps before left it, or without one. */
async function begun(writer: Writer, next: string, source: Source, attempt: Attempt): Promise<Step> {
  const { before } = attempt
  const all = writer.rewrites ? { ...source, stamps: new Map<string, string>() } : source
  const isTrue = before === null || !attempt.is_repeated || (await writer.count(next)) === before.records
  const step = nextStep(all, before !== null && !isTrue ? { ...before, state: '' } : before)
  if (step.done.partitions === 0) await writer.drop(next)
  return step
}

/** What is read one after the other: a cap is one of each partition. */
function partsOf(partitions: readonly Partition[], step: Step, record_cap: number | null): Copying['parts'] {
  const names = step.partitions.map(({ name }) => name)
  if (partitions.length < 2) return ['all']
  if (record_cap !== null) return names.map((name) => [name])
  return [names.length === partitions.length ? 'all' : names]
}

/** Shows the table after its last step; throws when somebody else wrote into it. */
async function concluded(
  writer: Writer,
  { next, shown }: { next: string; shown: string },
  { done, partitions, isLast, state }: Step,
  written: number,
): Promise<Copied> {
  const copied = {
    partitions: done.partitions + Math.max(1, partitions.length),
    records: done.records + written,
  }
  if (!isLast && state !== null) return { ...copied, so_far: { ...copied, state, restarts: done.restarts } }
  if (done.partitions > 0 && (await writer.count(next)) !== copied.records)
    throw new RunFailure('The table of the copy was changed while it was written.', { retryable: true })
  await writer.publish(next, shown)
  return { ...copied, so_far: null }
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
): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
  return withholdingReason(masked, () => describeContainer(session, reference, known))
}
