import type { HeldSession, Session } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { cellToNumber } from '../kernel/cell.ts'
import { inParts } from '../kernel/parts.ts'
import type { Partition } from '../model/container.ts'
import { count, number, select, union } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import type { ScanRequest } from './check.ts'
import { rowsIn } from './one-value.ts'
import { allRows, scannedRows, withoutExcluded } from './relation.ts'

/** Partitions of one statement: the engine of files takes ten times as long for a hundred of them as for five times twenty. */
const countedTogether = 20

/** A partition, and how many rows it has. */
export interface CountedPartition {
  partition: Partition
  rows: number
}

/**
 * The number of rows of each partition of a container of files, in statements that need the value of no column: nothing is described or
 * converted, and stores that know the number answer from their metadata. Throws StatementRefused when the fields are not those of the
 * last sync any more.
 */
export async function countRows(session: HeldSession, request: ScanRequest): Promise<CountedPartition[]> {
  const source = readable(session)
  const { container } = request
  const partitions = source.partitionsOf?.(container) ?? []
  const [only = { name: container.name, size_bytes: null, last_modified: null }, ...others] = partitions
  if (others.length === 0) {
    const fields = withoutExcluded(container, request.known_fields)
    return [{ partition: only, rows: await rowsIn(source, allRows(source, container, fields)) }]
  }
  const counted: CountedPartition[] = []
  for (const part of inParts(partitions, countedTogether))
    counted.push(...(await countPart(source, request, part)))
  return counted
}

async function countPart(
  source: Session,
  { container, known_fields }: ScanRequest,
  partitions: readonly Partition[],
): Promise<CountedPartition[]> {
  const fields = withoutExcluded(container, known_fields)
  const counts = partitions.map(({ name }, place) =>
    select({
      items: [
        { expression: number(place), alias: 'place' },
        { expression: count('rows'), alias: 'm0' },
      ],
      from: scannedRows(source, { container, increment: null, record_cap: null }, fields, [name]),
    }),
  )
  const { rows } = await source.query(
    printSelect(select({ items: 'all', from: union(counts) }), source.dialect),
  )
  const found = new Map(rows.map(([place = null, told = null]) => [cellToNumber(place), cellToNumber(told)]))
  return partitions.map((partition, place) => ({ partition, rows: found.get(place) ?? 0 }))
}
