import { fieldStatuses } from '../model/field.ts'
import { hold, type Held } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import { readRecord, type HeldRecord } from '../kernel/record-json.ts'
import { fieldsInState } from '../store/fields.ts'
import { maskedByWrittenName } from '../store/masked-fields.ts'
import type { Queryable } from '../store/pool.ts'
import { columnsOf } from './copies.ts'
import { Policy } from './policy.ts'
import { shownText } from './records.ts'

/** A kind of table in an enrichment datastore, by where values of the source may stand in it; `copy` has the columns of a container. */
export type WrittenKind = 'plain' | 'verdicts' | 'failures' | 'records' | 'parts' | 'profiles' | 'copy'

/** The columns that may show values of a masked field of the row's container; in `profiles` of the row's own field. */
const tellingColumns: Record<Exclude<WrittenKind, 'copy'>, readonly string[]> = {
  plain: [],
  verdicts: ['ASSERTION_DETAILS'],
  failures: ['QUALITY_CHECK_MESSAGE'],
  records: ['RECORD'],
  parts: ['MESSAGE'],
  profiles: ['HISTOGRAM_BUCKETS', 'KLL', 'MIN', 'MAX', 'MEAN', 'MEDIAN', 'Q1', 'Q3', 'STD_DEV', 'SUM'],
}

/** How rows of such a table are shown to somebody who sees no masked value. */
interface ShownRows {
  /** Columns that are not to be read at all, and are shown as masked. */
  unread: ReadonlySet<string>
  /** Columns that a filter must not name. */
  telling: ReadonlySet<string>
  shown(record: HeldRecord): Record<string, unknown>
}

/** What of the rows is shown now, whatever was masked when they were written. */
export async function writtenRows(
  database: Queryable,
  {
    kind,
    datastore_id,
    container,
  }: { kind: WrittenKind; datastore_id: number; container: { id: number; name: string } | null },
): Promise<ShownRows> {
  const masking = await maskedByWrittenName(database, datastore_id)
  if (kind === 'copy') {
    const called = container?.name.toLowerCase()
    // The copy may be that of another container that had the name.
    const meant = masking.filter(({ id, name }) => id === container?.id || name.toLowerCase() === called)
    const masked = new Set(meant.flatMap((one) => one.masked))
    const known = container === null ? [] : await fieldsInState(database, container.id, fieldStatuses)
    const columns = columnsOf(
      known.map(({ name }) => name),
      masked,
    )
    const unread = new Set([...masked, ...columns])
    return { unread, telling: unread, shown: readRecord }
  }
  const columns = masking.length === 0 ? [] : tellingColumns[kind]
  return {
    unread: new Set(),
    telling: new Set(columns),
    shown(record) {
      const row = readRecord(record)
      if (columns.length > 0) hide(row, columns, kind, maskedOf(row, masking))
      return row
    },
  }
}

type Masking = Awaited<ReturnType<typeof maskedByWrittenName>>

/** The masked fields of the container that the row is about, and of others that had its name. */
function maskedOf(row: Record<string, unknown>, masking: Masking): string[] {
  const container = String(textOf(row['CONTAINER_ID']))
  return masking
    .filter(({ id, name }) => row['SOURCE_CONTAINER'] === name || container === String(id))
    .flatMap(({ masked }) => masked)
}

/** A number of a record is held as raw JSON. */
const textOf = (value: unknown): unknown => (JSON.isRawJSON(value) ? value.rawJSON : value)

function hide(
  row: Record<string, unknown>,
  columns: readonly string[],
  kind: WrittenKind,
  masked: readonly string[],
): void {
  if (masked.length === 0) return
  if (kind === 'profiles' && !masked.includes(String(row['FIELD_NAME']))) return
  for (const column of columns) {
    const value = row[column]
    if (value === null || value === undefined) continue
    row[column] =
      kind === 'records' ? shownText(hold(String(value)) as Held<string>, new Policy(masked)) : maskedValue
  }
}
