import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import { StatementRefused, type Session } from '../../connectors/connector.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { count, select } from '../../sql/build.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { printSelect } from '../../sql/print.ts'
import { Columns } from './columns.ts'
import { halves, partsAfter } from './parts.ts'

/** What is counted for one subject: a check, a field, whatever the caller counts for. */
export interface Wanted<Subject> {
  subject: Subject
  /** Aggregates over the relation, by names of the caller's. */
  wants: Readonly<Record<string, Expression>>
  /** Whether they may take any time, however few the rows: such ones are suspected first of a statement that did not end. */
  is_slow: boolean
}

/** What one pass found out about each subject: each is either found or refused. */
export interface Counts<Subject> {
  /** All rows of the relation; null when no statement at all succeeded. */
  rows: number | null
  /** By the names that the subject asked by. */
  found: Map<Subject, Record<string, Cell>>
  /** What the source cannot count; the others were counted without it. */
  refused: { subject: Subject; error: StatementRefused }[]
}

/**
 * One pass over the relation for all subjects: as few statements as the engine's limits allow, with a column for what
 * several ask for. When a statement is refused, the subjects are halved until those that cause it stand alone. Of one that
 * ran out of time or ended its process, the slow ones are suspected first, so that one costs its time only twice, and one
 * that ends processes ends few.
 */
export async function countPass<Subject>(
  session: Session,
  relation: Relation,
  wanted: readonly Wanted<Subject>[],
): Promise<Counts<Subject>> {
  const counts: Counts<Subject> = { rows: null, found: new Map(), refused: [] }
  const queue: (readonly Wanted<Subject>[])[] = [wanted]
  for (let block = queue.shift(); block; block = queue.shift()) {
    const statement = planStatement(block, session.dialect)
    if (statement.columns.exceedsLimits && block.length > 1) {
      queue.unshift(...halves(block))
      continue
    }
    try {
      await ask(session, relation, statement, counts)
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      const parts = partsAfter(error, block)
      if (parts.length > 1) queue.unshift(...parts)
      else counts.refused.push(...block.map(({ subject }) => ({ subject, error })))
    }
  }
  return counts
}

interface PlannedStatement<Subject> {
  columns: Columns
  /** The column that all rows are counted in. */
  rows: string
  /** The columns of each subject, by the names that it asked by. */
  answers: { subject: Subject; aliases: [name: string, alias: string][] }[]
}

function planStatement<Subject>(
  block: readonly Wanted<Subject>[],
  dialect: Dialect,
): PlannedStatement<Subject> {
  const columns = new Columns(dialect)
  const rows = columns.add(count('rows'))
  const answers = block.map(({ subject, wants }) => ({
    subject,
    aliases: Object.entries(wants).map(([name, expression]): [string, string] => [
      name,
      columns.add(expression),
    ]),
  }))
  return { columns, rows, answers }
}

async function ask<Subject>(
  session: Session,
  from: Relation,
  { columns, rows: rowsAlias, answers }: PlannedStatement<Subject>,
  into: Counts<Subject>,
): Promise<void> {
  const { columns: answered, rows } = await session.query(
    printSelect(select({ items: columns.items, from }), session.dialect),
  )
  const cells = new Map(answered.map(({ name }, index) => [name, rows[0]?.[index] ?? null]))
  into.rows = cellToNumber(cells.get(rowsAlias))
  for (const { subject, aliases } of answers) {
    const found = aliases.map(([name, alias]) => [name, cells.get(alias) ?? null])
    into.found.set(subject, Object.fromEntries(found))
  }
}
