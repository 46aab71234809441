import { cellToNumber, recordWriter, type Cell } from '../kernel/cell.ts'
import { inParts } from '../kernel/parts.ts'
import type { Session } from '../connectors/connector.ts'
import type { RowRule } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { caseWhen, number, or, plus } from '../sql/build.ts'
import { printSelect, type Statement } from '../sql/print.ts'
import { failingRows, type PreparedCheck } from './check.ts'
import { sourceRecordOf, type RecordFinding, type SourceRecord } from './finding.ts'
import { recordTemplate } from './message.ts'
import { about } from './noted-session.ts'
import { rowsWhere } from './rows-by-number.ts'

/** Checks whose verdict on a row fits into one integer column of the failure mask. */
const checksPerMask = 30

/**
 * The rows that fail any of these checks, each once with all its failed checks: a mask of failed checks is computed per
 * row in the source, so one statement answers for all of them. Only for checks at or under the roll-up threshold: the
 * result is held in memory.
 */
export async function failingRecords(
  session: Session,
  relation: Relation,
  checks: readonly PreparedCheck<RowRule>[],
): Promise<RecordFinding[]> {
  if (checks.length === 0) return []
  const conditions = checks.map((prepared) => failingRows(prepared))
  const masks = inParts(conditions, checksPerMask).map((part, index) => ({
    alias: `assay_mask_${index}`,
    expression: maskOf(part),
  }))
  const statement = printSelect(
    rowsWhere({ extra: masks, from: relation, where: or(...conditions) }, session.dialect),
    session.dialect,
  )

  const findings: RecordFinding[] = []
  const noted = about(
    session,
    checks.map(({ check }) => check.id),
  )
  for await (const { columns, rows } of noted.stream(statement)) {
    const names = columns.slice(0, columns.length - masks.length).map((column) => column.name)
    const write = recordWriter(names)
    for (const row of rows) {
      const cells = row.slice(0, names.length)
      const failed = checks.filter((_, index) => isSet(row.slice(names.length), index))
      findings.push(recordFinding(write, { names, cells }, failed))
    }
  }
  return findings
}

/** A row with the checks that it fails; `write` makes its text. */
export function recordFinding(
  write: (cells: readonly Cell[]) => string,
  row: { names: readonly string[]; cells: readonly Cell[] },
  failed: readonly PreparedCheck<RowRule>[],
): RecordFinding {
  return {
    type: 'record',
    ...sourceRecordOf(write(row.cells)),
    failed_checks: failed.map((prepared) => ({
      check_id: prepared.check.id,
      template: recordTemplate(prepared, row),
      is_rewritable: true,
    })),
  }
}

/** At most `limit` rows for which the condition holds, in batches, straight from the source. */
export async function* sampleRecords(
  session: Session,
  relation: Relation,
  condition: Expression,
  limit: number,
): AsyncIterable<SourceRecord[]> {
  const statement = printSelect(
    rowsWhere({ from: relation, where: condition, limit }, session.dialect),
    session.dialect,
  )
  for await (const { columns, rows } of session.stream(statement)) {
    const write = recordWriter(columns.map((column) => column.name))
    yield rows.map((cells) => sourceRecordOf(write(cells)))
  }
}

/**
 * The records of a statement whose last `extras` columns hold the same totals in every row, and those totals; no totals
 * when there is no row. Everything is held in memory.
 */
export async function recordsWithTotals(
  session: Session,
  statement: Statement,
  extras: number,
): Promise<{ records: SourceRecord[]; totals: number[] }> {
  const records: SourceRecord[] = []
  let totals: number[] = []
  for await (const { columns, rows } of session.stream(statement)) {
    const write = recordWriter(columns.slice(0, -extras).map((column) => column.name))
    for (const row of rows) records.push(sourceRecordOf(write(row.slice(0, -extras))))
    totals = (rows[0] ?? []).slice(-extras).map((cell) => cellToNumber(cell))
  }
  return { records, totals }
}

/** A sum of powers of two, one per failed check. */
function maskOf(conditions: readonly Expression[]): Expression {
  const bits = conditions.map((condition, bit) => caseWhen(condition, number(2 ** bit), number(0)))
  return bits.reduce((left, right) => plus(left, right))
}

function isSet(masks: readonly Cell[], index: number): boolean {
  const mask = cellToNumber(masks[Math.floor(index / checksPerMask)])
  return (mask & (1 << (index % checksPerMask))) !== 0
}
