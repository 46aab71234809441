import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import { halves } from '../../kernel/parts.ts'
import {
  StatementRefused,
  type Session,
  StatementFatal,
  StatementTooLate,
} from '../../connectors/connector.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { count, select } from '../../sql/build.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { printSelect, printExpression } from '../../sql/print.ts'
import { withQueriesBeneath } from './queries-beneath.ts'
import { shareConditions } from './shared-conditions.ts'

/** The counts for one subject: a check, a field, or anything else that the caller counts for. */
export interface Wanted<Subject> {
  subject: Subject
  /** Aggregates over the relation, by names of the caller's. */
  wants: Readonly<Record<string, Expression>>
  /** True when they may take any time, however few the rows: such ones are suspected first of a statement that did not end. */
  is_slow: boolean
  /** True when a statement with them is suspected of ending the server: they are asked for last, and apart (default false). */
  is_suspected?: boolean
}

/** The result of one pass for each subject: either found or refused. */
export interface Counts<Subject> {
  /** All rows of the relation; null when no statement at all succeeded. */
  rows: number | null
  /** By the names that the subject asked by. */
  found: Map<Subject, Record<string, Cell>>
  /** The subjects that the source cannot count; the others were counted without them. */
  refused: { subject: Subject; error: StatementRefused }[]
}

/**
 * One pass over the relation for all subjects: as few statements as the engine's limits allow, with a column for what
 * several ask for. When a statement is refused, the subjects are halved until those that cause it stand alone. Of one that
 * ran out of time or ended its process, the slow ones are suspected first, so that one costs its time only twice, and one
 * that ends processes ends few. `sessionFor` gives the session by which some subjects are counted (default: the same for all).
 */
export async function countPass<Subject>(
  session: Session,
  relation: Relation,
  wanted: readonly Wanted<Subject>[],
  sessionFor: (subjects: readonly Subject[]) => Session = () => session,
): Promise<Counts<Subject>> {
  const counts: Counts<Subject> = { rows: null, found: new Map(), refused: [] }
  const queue = apartFromSuspects(wanted)
  for (let block = queue.shift(); block; block = queue.shift()) {
    const statement = planStatement(block, session.dialect)
    if (statement.columns.exceedsLimits && block.length > 1) {
      queue.unshift(...halves(block))
      continue
    }
    try {
      const asked = sessionFor(block.map(({ subject }) => subject))
      await ask(asked, relation, statement, counts)
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
  const asked = withQueriesBeneath({ items: columns.items, from }, session.dialect)
  const counting = shareConditions(asked, session.dialect)
  const { columns: answered, rows } = await session.query(
    printSelect(select({ ...counting, items: [...counting.items] }), session.dialect),
  )
  const cells = new Map(answered.map(({ name }, index) => [name, rows[0]?.[index] ?? null]))
  into.rows = cellToNumber(cells.get(rowsAlias))
  for (const { subject, aliases } of answers) {
    const found = aliases.map(([name, alias]) => [name, cells.get(alias) ?? null])
    into.found.set(subject, Object.fromEntries(found))
  }
}

/** Up to so many suspects are tried each alone; among more, halving finds the one that ended a process with fewer tries. */
const fewAlone = 8

/** What nothing is held against as one block, and behind it the suspects: few alone, many by halves. */
function apartFromSuspects<Item extends { is_suspected?: boolean }>(
  wanted: readonly Item[],
): (readonly Item[])[] {
  const suspects = wanted.filter((one) => one.is_suspected === true)
  if (suspects.length === 0) return [wanted]
  const others = wanted.filter((one) => one.is_suspected !== true)
  return [others, ...(suspects.length > fewAlone ? halves(suspects) : suspects.map((one) => [one]))]
}

/** The parts of a refused block that are tried next; the block itself when nothing is left to be told apart. */
function partsAfter<Item extends { is_slow: boolean }>(
  error: StatementRefused,
  block: readonly Item[],
): (readonly Item[])[] {
  const suspects = block.filter(({ is_slow }) => is_slow)
  const isSuspected = error instanceof StatementTooLate || error instanceof StatementFatal
  if (!isSuspected || suspects.length === 0) return halves(block)
  const others = block.filter(({ is_slow }) => !is_slow)
  const isHalved = error instanceof StatementFatal && suspects.length > fewAlone
  const parts = isHalved ? halves(suspects) : suspects.map((one) => [one])
  return others.length > 0 ? [others, ...parts] : parts
}

/** Output columns of one statement; equal expressions share a column. */
class Columns {
  readonly items: { expression: Expression; alias: string }[] = []
  readonly #byText = new Map<string, string>()
  readonly #dialect: Dialect
  #characters = 0
  #parameters = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The name of the expression's column. */
  add(expression: Expression): string {
    const printed = printExpression(expression, this.#dialect)
    const key = JSON.stringify([printed.sql, printed.parameters])
    const known = this.#byText.get(key)
    if (known) return known
    const alias = `m${this.items.length}`
    this.#byText.set(key, alias)
    this.items.push({ expression, alias })
    this.#characters += printed.sql.length
    this.#parameters += printed.parameters.length
    return alias
  }

  /** True when one statement of the engine cannot hold them. */
  get exceedsLimits(): boolean {
    const { columns, characters, parameters } = this.#dialect.limits
    return this.items.length > columns || this.#characters > characters || this.#parameters > parameters
  }
}
