import type { Select } from './ast.ts'
import type { Dialect } from './dialect.ts'

/** What bounds the rows of a select in its text: what stands in front of its items, and what at its end; each empty without bounds. */
export function pageOf(
  { limit, offset, order_by }: Pick<Select, 'limit' | 'offset' | 'order_by'>,
  dialect: Dialect,
): { first: string; last: string } {
  const rows = limit === undefined ? null : Math.trunc(limit)
  const passed = offset ? Math.trunc(offset) : 0
  if (dialect.page)
    return rows === null ? { first: '', last: '' } : dialect.page(rows, passed, order_by !== undefined)
  const most = rows === null ? '' : ` limit ${rows}`
  const from = passed === 0 ? '' : ` offset ${passed}`
  return { first: '', last: dialect.offsetFirst ? `${from}${most}` : `${most}${from}` }
}
