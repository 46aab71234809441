import { RunFailure } from '../kernel/errors.ts'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import { StatementFatal, StatementRefused, StatementTooLate, type Session } from '../connectors/connector.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Measure } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import {
  caseWhen,
  column,
  count,
  countWhere,
  isNotNull,
  nothing,
  select,
  sum,
  max,
  min,
} from '../sql/build.ts'
import type { Dialect } from '../sql/dialect.ts'
import { printExpression, printSelect } from '../sql/print.ts'
import type { PreparedCheck, UnassertedCheck } from './check.ts'
import { refusal, wordsOf } from './refusal.ts'

/** The totals of one check over one relation. */
export interface CheckTotals {
  /** Rows that pass the filter. */
  asserted: number
  /** Row checks: failing rows. Others: 0. */
  anomalous: number
  /** Aggregate checks: a cell per measure. */
  measures: Record<string, Cell>
}

/** What one pass found out about each check. */
export interface PassResult {
  /** All rows of the relation, filtered or not; null when no statement at all succeeded. */
  rows: number | null
  totals: Map<number, CheckTotals>
  unasserted: UnassertedCheck[]
}

/** A check, and what the pass counts for it beside the rows that pass its filter. */
export interface CountedCheck {
  prepared: PreparedCheck
  /** TRUE for a failing row, whatever the filter; null: failing rows are not counted. */
  failing: Expression | null
  measures: Record<string, Measure>
}

interface Wanted {
  prepared: PreparedCheck
  asserted: string
  anomalous: string | null
  measures: Record<string, string>
}

/** Output columns of one statement; equal expressions share a column. */
class Columns {
  readonly items: { expression: Expression; alias: string }[] = []
  readonly #byText = new Map<string, string>()
  readonly #dialect: Dialect
  characters = 0
  parameters = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  add(expression: Expression): string {
    const printed = printExpression(expression, this.#dialect)
    const key = JSON.stringify([printed.sql, printed.parameters])
    const known = this.#byText.get(key)
    if (known) return known
    const alias = `m${this.items.length}`
    this.#byText.set(key, alias)
    this.items.push({ expression, alias })
    this.characters += printed.sql.length
    this.parameters += printed.parameters.length
    return alias
  }
}

/**
 * One pass over the relation for every row and aggregate check: as few statements as the engine's limits allow. When a
 * statement is refused, the checks are halved until those that cause it stand alone; they become unasserted. Of one that
 * ran out of time or ended its process, the checks with work of their own are suspected first, so that one slow check
 * costs its time only twice, and one that ends processes ends few. `masked` are the names of fields whose values must not show in a reason.
 */
export async function aggregatePass(
  session: Session,
  relation: Relation,
  checks: readonly CountedCheck[],
  masked: ReadonlySet<string>,
): Promise<PassResult> {
  const result: PassResult = { rows: null, totals: new Map(), unasserted: [] }
  const queue: (readonly CountedCheck[])[] = [checks]
  for (let block = queue.shift(); block; block = queue.shift()) {
    const plan = planBlock(block, session.dialect)
    if (plan === 'too large') {
      queue.unshift(...halves(block))
      continue
    }
    try {
      await runBlock(session, relation, plan, result)
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      const parts = apartFor(error, block)
      if (parts.length > 1) queue.unshift(...parts)
      else
        result.unasserted.push(
          ...block.map(({ prepared }) => ({ check: prepared.check, reason: refusal(error, masked) })),
        )
    }
  }
  return result
}

/**
 * Counts the rows by reading every field of them. Throws RunFailure when the source cannot do that either: then it is
 * not the checks that are broken, but the data.
 */
export async function countReadable(
  session: Session,
  relation: Relation,
  fields: readonly DiscoveredField[],
  masked: ReadonlySet<string>,
): Promise<number> {
  const size = session.dialect.limits.columns - 1
  let counted = 0
  for (let start = 0; start === 0 || start < fields.length; start += size) {
    const read = fields.slice(start, start + size).map((field) => countWhere(isNotNull(column(field))))
    const items = [count('rows'), ...read].map((expression, index) => ({ expression, alias: `m${index}` }))
    try {
      const { rows } = await session.query(printSelect(select({ items, from: relation }), session.dialect))
      counted = cellToNumber(rows[0]?.[0])
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      throw new RunFailure(`The rows cannot be read${wordsOf(error, masked)}.`, { cause: error })
    }
  }
  return counted
}

/** Properties whose checks may take any time, whatever the number of rows. */
const ownWork = ['expression', 'pattern', 'ref_container_id']

const hasOwnWork = ({ prepared: { check, filter } }: CountedCheck): boolean =>
  filter !== null || ownWork.some((name) => name in check.properties)

/** Beyond so many it costs less to look for the one that ended a process by halves than to try each alone. */
const fewAlone = 8

/** The parts of a refused block that are tried next; the block itself when nothing is left to be told apart. */
function apartFor(error: StatementRefused, block: readonly CountedCheck[]): (readonly CountedCheck[])[] {
  const suspects = block.filter(hasOwnWork)
  const isSuspected = error instanceof StatementTooLate || error instanceof StatementFatal
  if (!isSuspected || suspects.length === 0) return halves(block)
  const others = block.filter((counted) => !hasOwnWork(counted))
  const isHalved = error instanceof StatementFatal && suspects.length > fewAlone
  const parts = isHalved ? halves(suspects) : suspects.map((counted) => [counted])
  return others.length > 0 ? [others, ...parts] : parts
}

function halves<Item>(block: readonly Item[]): (readonly Item[])[] {
  if (block.length < 2) return [block]
  const middle = Math.ceil(block.length / 2)
  return [block.slice(0, middle), block.slice(middle)]
}

function planBlock(
  block: readonly CountedCheck[],
  dialect: Dialect,
): { columns: Columns; wanted: Wanted[] } | 'too large' {
  const columns = new Columns(dialect)
  columns.add(count('rows'))
  const wanted = block.map((counted) => wantedOf(counted, columns))
  const { limits } = dialect
  const tooLarge =
    columns.items.length > limits.columns ||
    columns.characters > limits.characters ||
    columns.parameters > limits.parameters
  return tooLarge && block.length > 1 ? 'too large' : { columns, wanted }
}

function wantedOf({ prepared, failing, measures }: CountedCheck, columns: Columns): Wanted {
  const { filter } = prepared
  const asserted = columns.add(filter ? countWhere(filter) : count('rows'))
  return {
    prepared,
    asserted,
    anomalous: failing === null ? null : columns.add(failingCount(failing, filter)),
    measures: measuresOf(measures, filter, columns),
  }
}

function failingCount(failing: Expression, filter: Expression | null): Expression {
  // The nested case keeps the filter in front: an engine may evaluate the sides of `and` in any order.
  return filter ? sum(caseWhen(filter, caseWhen(failing, one, zero), zero)) : countWhere(failing)
}

const one: Expression = { kind: 'literal', value: 1, type: 'number' }
const zero: Expression = { kind: 'literal', value: 0, type: 'number' }
const aggregates = { sum, min, max }

function measuresOf(
  measures: Record<string, Measure>,
  filter: Expression | null,
  columns: Columns,
): Record<string, string> {
  const named = Object.entries(measures).map(([name, measure]) => {
    const value = filter ? caseWhen(filter, measure.of, nothing) : measure.of
    return [name, columns.add(aggregates[measure.aggregate](value))] as const
  })
  return Object.fromEntries(named)
}

async function runBlock(
  session: Session,
  relation: Relation,
  { columns, wanted }: { columns: Columns; wanted: Wanted[] },
  result: PassResult,
): Promise<void> {
  const { columns: answered, rows } = await session.query(
    printSelect(select({ items: columns.items, from: relation }), session.dialect),
  )
  const cells = new Map(answered.map(({ name }, index) => [name, rows[0]?.[index] ?? null]))
  result.rows = cellToNumber(cells.get('m0'))
  for (const { prepared, asserted, anomalous, measures } of wanted) {
    result.totals.set(prepared.check.id, {
      asserted: cellToNumber(cells.get(asserted)),
      anomalous: anomalous === null ? 0 : cellToNumber(cells.get(anomalous)),
      measures: Object.fromEntries(
        Object.entries(measures).map(([name, alias]) => [name, cells.get(alias) ?? null]),
      ),
    })
  }
}
