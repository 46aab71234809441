import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { hold } from '../kernel/held.ts'
import { recordWriter } from '../kernel/cell.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import { column, select, subquery, userExpression } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { allRows } from './relation.ts'

/** The rows that somebody wants to see of a container. */
export interface WantedPreview {
  container: ContainerReference
  /** The fields that the rows have, in their order; the filter and the sorting can read no others. */
  fields: readonly DiscoveredField[]
  /** A condition in the source's own SQL; null for all rows. */
  filter: string | null
  /** Names among the fields; without any the rows come as the source gives them. */
  sort: readonly { field: DiscoveredField; descending: boolean }[]
  limit: number
  /** Rows that are passed over first (default none). */
  offset?: number
}

const isComputed = ({ computation, computed_fields = [] }: ContainerReference): boolean =>
  computation != null || computed_fields.length > 0

/** Most text of rows that is held at once, characters of JSON. */
const mostText = 4 * 1024 * 1024

/** At most `limit` rows, and fewer where they hold very long values. Throws StatementRefused for a filter that the source refuses. */
export async function previewRows(
  held: HeldSession,
  { container, fields, filter, sort, limit, offset }: WantedPreview,
): Promise<HeldRecord[]> {
  const session = readable(held)
  const rows = allRows(session, container, fields)
  const items = fields.map((field) => ({ expression: column(field), alias: field.name }))
  const statement = printSelect(
    select({
      items,
      // A query of people has other columns too, which the filter must not read.
      from: isComputed(container) ? subquery(select({ items, from: rows })) : rows,
      ...(filter !== null && { where: userExpression(filter) }),
      ...(sort.length > 0 && {
        order_by: sort.map(({ field, descending }) => ({
          expression: column(field),
          ...(descending && { descending: true as const }),
        })),
      }),
      limit,
      ...(offset !== undefined && { offset }),
    }),
    session.dialect,
  )
  const write = recordWriter(fields.map(({ name }) => name))
  const records: HeldRecord[] = []
  let size = 0
  for await (const { rows } of session.stream(statement)) {
    for (const row of rows) {
      const record = write(row)
      size += record.length
      if (size > mostText && records.length > 0) return records
      records.push(hold(record))
    }
  }
  return records
}
