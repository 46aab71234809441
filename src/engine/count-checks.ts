import { StatementRefused, type Session } from '../connectors/connector.ts'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Measure } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { caseWhen, count, countWhere, max, min, nothing, sum } from '../sql/build.ts'
import { oneWhenFailing, type PreparedCheck, type UnassertedCheck } from './check.ts'
import { about } from './noted-session.ts'
import { countPass, type Wanted } from './pass/count-pass.ts'
import { countReadable } from './pass/count-readable.ts'
import { refusal, wordsOf } from './refusal.ts'

/** A check, and what the pass counts for it beside the rows that pass its filter. */
export interface CountedCheck {
  prepared: PreparedCheck
  /** TRUE for a failing row, whatever the filter; null: failing rows are not counted. */
  failing: Expression | null
  measures: Record<string, Measure>
  /** True when it may take any time, whatever the number of rows. */
  is_slow: boolean
  /** True when it may be what the connection to the source was lost over. */
  is_suspected: boolean
}

/** The totals of one check over one relation. */
export interface CheckTotals {
  /** Rows that pass the filter. */
  asserted: number
  /** Failing rows; 0 where they are not counted. */
  anomalous: number
  /** A cell per measure; null when no row contributed. */
  measures: Record<string, Cell>
}

/** The result of one pass for each check. */
export interface CheckCounts {
  /** All rows of the relation, filtered or not. */
  rows: number
  /** By check id. */
  totals: Map<number, CheckTotals>
  unasserted: UnassertedCheck[]
}

/** The facts about the container that the counting needs. */
interface CountedContainer {
  observed: readonly DiscoveredField[]
  /** Names of fields whose values must not show in a reason. */
  masked: ReadonlySet<string>
}

/**
 * Counts for all checks in one pass. A check that the source refuses is unasserted and disturbs no other. Throws RunFailure
 * when the rows cannot be read whatever is asked of them: then it is not the checks that are broken, but the data.
 */
export async function countChecks(
  session: Session,
  relation: Relation,
  checks: readonly CountedCheck[],
  { observed, masked }: CountedContainer,
): Promise<CheckCounts> {
  const { rows, found, refused } = await countPass(session, relation, checks.map(wantedOf), (counted) =>
    about(
      session,
      counted.map(({ prepared }) => prepared.check.id),
    ),
  )
  const totals = new Map(
    [...found].map(([counted, cells]) => [counted.prepared.check.id, totalsOf(counted, cells)]),
  )
  const unasserted = refused.map(({ subject: { prepared }, error }) => ({
    check: prepared.check,
    reason: refusal(error, masked),
  }))
  return { rows: rows ?? (await readableRows(session, relation, observed, masked)), totals, unasserted }
}

async function readableRows(
  session: Session,
  relation: Relation,
  observed: readonly DiscoveredField[],
  masked: ReadonlySet<string>,
): Promise<number> {
  try {
    return await countReadable(session, relation, observed)
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
    throw new RunFailure(`The rows cannot be read${wordsOf(error, masked)}.`, { cause: error })
  }
}

const aggregates = { sum, min, max }

/** The name of a measure in the statement, so that none is taken for another total. */
const measureKey = (name: string): string => `measure ${name}`

function wantedOf(counted: CountedCheck): Wanted<CountedCheck> {
  const { prepared, failing, measures, is_slow, is_suspected } = counted
  const { filter } = prepared
  const named = Object.entries(measures).map(([name, { aggregate, of }]) => {
    const value = filter ? caseWhen(filter, of, nothing) : of
    return [measureKey(name), aggregates[aggregate](value)] as const
  })
  return {
    subject: counted,
    wants: {
      asserted: filter ? countWhere(filter) : count('rows'),
      ...(failing !== null && { anomalous: failingCount(failing, filter) }),
      ...Object.fromEntries(named),
    },
    is_slow,
    is_suspected,
  }
}

function failingCount(failing: Expression, filter: Expression | null): Expression {
  return filter ? sum(oneWhenFailing(filter, failing)) : countWhere(failing)
}

function totalsOf({ failing, measures }: CountedCheck, cells: Record<string, Cell>): CheckTotals {
  const measured = Object.keys(measures).map((name) => [name, cells[measureKey(name)] ?? null])
  return {
    asserted: cellToNumber(cells['asserted']),
    anomalous: failing === null ? 0 : cellToNumber(cells['anomalous']),
    measures: Object.fromEntries(measured),
  }
}
