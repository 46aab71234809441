import type { Session } from '../connectors/connector.ts'
import type { Expression, NumberedRows, Relation, Select } from '../sql/ast.ts'
import { output, select } from '../sql/build.ts'
import type { Dialect } from '../sql/dialect.ts'
import { printExpression } from '../sql/print.ts'

/** Columns that are decoded twice, once to find rows and once to show them, cost more than they spare beyond this share of all. */
const mostDecodedTwice = 0.5

/** Rows that lie everywhere are no cheaper by their numbers. */
const mostRows = 100

/** The relation with the numbers that its store has for its rows since they were read first, if it has any. */
export function withNumbers(session: Session, relation: Relation): Relation {
  if (relation.kind !== 'store' || relation.numbered) return relation
  const numbered = session.numbered?.(relation)
  return numbered ? { ...relation, numbered } : relation
}

/** The numbers of the rows of a relation; null where its store has none. */
export function numbersIn(session: Session, relation: Relation): NumberedRows | null {
  const found = withNumbers(session, relation)
  return (found.kind === 'store' && found.numbered) || null
}

interface Wanted {
  from: Relation
  where: Expression
  /** What is shown behind the fields (default: nothing). */
  extra?: NonNullable<Select['extra']>
  /** Most rows; the caller expects few where it is left out. */
  limit?: number
}

/**
 * All fields of the rows for which the condition holds. Where a source numbers its rows and the condition needs few of its columns, the
 * numbers are looked for first, and the other columns are read of the rows that were found alone.
 */
export function rowsWhere({ from, where, extra = [], limit }: Wanted, dialect: Dialect): Select {
  const capped = limit === undefined ? {} : { limit }
  const numbered = from.kind === 'store' ? from.numbered : undefined
  if (numbered === undefined || (limit ?? 0) > mostRows || !findsByNumber(where, numbered, dialect))
    return select({ items: 'all', extra, from, where, ...capped })
  const { sql, columns, number } = numbered
  const rows: Relation = { kind: 'store', sql }
  const shown = (name: string) => ({ expression: output(name), alias: name })
  const query = select({ items: [shown(number)], from: rows, where, ...capped })
  return select({
    items: [...columns.map(shown), ...extra],
    from: rows,
    where: { kind: 'in_query', operands: [output(number)], query },
    // What meets a list of numbers may come in any order.
    order_by: [{ expression: output(number) }],
  })
}

/**
 * True where a condition needs so few columns that it is cheaper to look for the numbers of its rows first. By the names that occur in its
 * text, in a person's words too; one that occurs by chance counts as well, which changes the plan alone.
 */
export function findsByNumber(where: Expression, { columns }: NumberedRows, dialect: Dialect): boolean {
  const text = printExpression(where, dialect).sql.toLowerCase()
  const named = columns.filter((name) => text.includes(name.toLowerCase()))
  return named.length <= columns.length * mostDecodedTwice
}
