import type { HeldSession, Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { select, union } from '../../sql/build.ts'
import type { Increment } from '../increment.ts'
import { rowsIn } from '../one-value.ts'
import { keepRows, scannedRows } from '../relation.ts'
import { readGroups, rowsOfGroup, type GroupValues } from './groups.ts'
import { profileRows, type MeasuredField } from './profile-rows.ts'
import type { ProfileSettings } from './settings.ts'

/** A container to be measured, as the source shows it now. */
export interface ProfileRequest {
  container: ContainerReference
  /** All fields of the container. */
  observed: readonly DiscoveredField[]
  /** The names of fields that are not measured. */
  left_out: ReadonlySet<string>
  /** Null: all rows. */
  increment: Increment | null
  /** Most rows that are read of a partition; null for all. */
  record_cap: number | null
  settings: ProfileSettings
}

/** The measures of a part of a container. */
export interface MeasuredPart {
  /** Rows that there are, whatever share of them was read. */
  records_count: number
  records_processed: number
  fields: MeasuredField[]
}

/** Measures the rows of these partitions. */
export async function profilePartitions(
  held: HeldSession,
  request: ProfileRequest,
  partitions: readonly string[],
): Promise<MeasuredPart> {
  const session = readable(held)
  const relation = readRows(session, request, partitions)
  keepRows(session, relation, request)
  return measuredPart(session, request, relation, async (read) => {
    if (request.record_cap === null && request.increment === null) return read
    const all = { ...request, record_cap: null, increment: null }
    return rowsIn(session, readRows(session, all, partitions))
  })
}

/** Measures the greatest groups of rows that agree in the fields of a grouping; none when a field of it is gone. */
export async function* profileGroups(
  held: HeldSession,
  request: ProfileRequest,
  partitions: readonly string[],
  grouping: readonly string[],
): AsyncGenerator<{ values: GroupValues; measured: MeasuredPart }> {
  const session = readable(held)
  const fields = grouping.flatMap((name) => request.observed.filter((field) => field.name === name))
  if (fields.length < grouping.length) return
  const rows = readRows(session, request, partitions)
  for (const values of await readGroups(session, rows, fields)) {
    const group = rowsOfGroup(rows, fields, values)
    yield { values, measured: await measuredPart(session, request, group, async (read) => read) }
  }
}

async function measuredPart(
  session: Session,
  { observed, left_out, settings }: ProfileRequest,
  relation: Relation,
  countAll: (read: number) => Promise<number>,
): Promise<MeasuredPart> {
  const measured = observed.filter(({ name }) => !left_out.has(name))
  const { rows, fields } = await profileRows(session, relation, measured, settings)
  return { records_count: await countAll(rows), records_processed: rows, fields }
}

/** The rows of these partitions that a profile reads. A cap holds for each partition, so that several of them are read one by one. */
export function readRows(
  session: Session,
  { container, observed, increment, record_cap }: ProfileRequest,
  partitions: readonly string[],
): Relation {
  const reading = { container, increment, record_cap }
  const [, ...others] = partitions
  if (record_cap === null || others.length === 0) return scannedRows(session, reading, observed, partitions)
  return union(
    partitions.map((name) => select({ items: 'all', from: scannedRows(session, reading, observed, [name]) })),
  )
}
