import { StatementRefused, type Session } from '../connectors/connector.ts'
import { cellToNumber, recordWriter } from '../kernel/cell.ts'
import type { RowRule } from '../rules/rule.ts'
import type { Expression, NumberedRows, Relation, Select } from '../sql/ast.ts'
import { inList, number, output, select, subquery, union } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { failingRows, type PreparedCheck } from './check.ts'
import { sourceRecordOf, type RecordFinding, type SourceRecord } from './finding.ts'
import { recordFinding } from './records.ts'
import { about } from './noted-session.ts'
import { findsByNumber } from './rows-by-number.ts'

/** A check whose failing rows are wanted: all of them, an anomaly each, or as many as a sample has. */
export interface WantedRecords {
  prepared: PreparedCheck<RowRule>
  kind: 'each' | 'sample'
  /** Rows that fail it. */
  anomalous: number
}

/** What was found; a check of which no row was read is in neither. */
export interface RecordsTogether {
  /** The rows of checks that want each. */
  findings: RecordFinding[]
  /** By the id of the check. */
  samples: ReadonlyMap<number, SourceRecord[]>
}

/** More rows are read for each check by itself: they would have to be held in memory. */
const mostRows = 1000

/** Of fewer rows a statement more costs as much as the columns that it spares. */
const leastRows = 100_000

/**
 * The failing rows of several checks on a source that numbers its rows: one statement finds their numbers by the columns of each check,
 * and one reads them, so that the other columns are decoded once and not for each check. Null where the rows have no
 * numbers, where few are read or many would have to be held, and where the source refuses a condition.
 */
export async function recordsTogether(
  session: Session,
  { relation, rows }: { relation: Relation; rows: number },
  wanted: readonly WantedRecords[],
  sampleLimit: number,
): Promise<RecordsTogether | null> {
  const numbered = relation.kind === 'store' ? relation.numbered : undefined
  if (numbered === undefined || wanted.length < 2 || rows < leastRows) return null
  const rowsOf = ({ kind, anomalous }: WantedRecords) =>
    kind === 'each' ? anomalous : Math.min(anomalous, sampleLimit)
  if (wanted.reduce((sum, one) => sum + rowsOf(one), 0) > mostRows) return null
  const conditions = wanted.map(({ prepared }) => failingRows(prepared))
  if (!conditions.every((condition) => findsByNumber(condition, numbered, session.dialect))) return null
  const noted = about(
    session,
    wanted.map(({ prepared }) => prepared.check.id),
  )
  try {
    const numbers = wanted.map(({ kind }, index) =>
      numbersOf(numbered, conditions[index], index, kind === 'each' ? null : sampleLimit),
    )
    const failed = await failedByRow(noted, numbers)
    return failed.size === 0 ? null : await recordsOf(noted, numbered, wanted, failed)
  } catch (error) {
    // Asked by itself, each check says which of them it is.
    if (error instanceof StatementRefused) return null
    throw error
  }
}

/** The numbers of the rows that meet a condition, behind the place of its check among all. */
function numbersOf(
  { sql, number: name }: NumberedRows,
  where: Select['where'],
  place: number,
  limit: number | null,
): Select {
  const rows = select({
    items: [{ expression: output(name), alias: name }],
    from: { kind: 'store', sql },
    ...(where && { where }),
    ...(limit !== null && { limit }),
  })
  return select({
    items: [
      { expression: number(place), alias: 'assay_check' },
      { expression: output(name), alias: 'assay_row' },
    ],
    from: subquery(rows),
  })
}

/** The places of the checks that each row fails, by the number of the row. */
async function failedByRow(session: Session, numbers: readonly Select[]): Promise<Map<number, Set<number>>> {
  const statement = select({ items: 'all', from: union(numbers) })
  const { rows } = await session.query(printSelect(statement, session.dialect))
  const failed = new Map<number, Set<number>>()
  for (const [place, row] of rows) {
    const places = failed.get(cellToNumber(row)) ?? new Set()
    failed.set(cellToNumber(row), places.add(cellToNumber(place)))
  }
  return failed
}

async function recordsOf(
  session: Session,
  numbered: NumberedRows,
  wanted: readonly WantedRecords[],
  failed: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<RecordsTogether> {
  const { sql, columns, number: name } = numbered
  const statement = select({
    items: [...columns, name].map((column) => ({ expression: output(column), alias: column })),
    from: { kind: 'store', sql },
    where: isOneOf(numbered, [...failed.keys()]),
    // What meets a list of numbers may come in any order.
    order_by: [{ expression: output(name) }],
  })
  const findings: RecordFinding[] = []
  const samples = new Map<number, SourceRecord[]>()
  for await (const { columns: shown, rows } of session.stream(printSelect(statement, session.dialect))) {
    const names = shown.slice(0, -1).map((column) => column.name)
    const write = recordWriter(names)
    for (const row of rows) {
      const cells = row.slice(0, -1)
      const places = failed.get(cellToNumber(row.at(-1))) ?? new Set()
      const failing = wanted.filter((_, place) => places.has(place))
      const each = failing.flatMap(({ kind, prepared }) => (kind === 'each' ? prepared : []))
      if (each.length > 0) findings.push(recordFinding(write, { names, cells }, each))
      for (const { kind, prepared } of failing)
        if (kind === 'sample')
          samples.set(prepared.check.id, [
            ...(samples.get(prepared.check.id) ?? []),
            sourceRecordOf(write(cells)),
          ])
    }
  }
  return { findings, samples }
}

/** The condition that the number of a row is one of these. */
function isOneOf({ number: name, found_by }: NumberedRows, numbers: readonly number[]): Expression {
  const own = output(name)
  if (found_by === 'list')
    return inList(
      own,
      numbers.map((one) => number(one)),
    )
  const query = select({
    items: [{ expression: own, alias: name }],
    from: { kind: 'numbers', name, numbers },
  })
  return { kind: 'in_query', operands: [own], query }
}
