import { cellToNumber, recordText, type Cell } from '../../kernel/cell.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { maskedValue } from '../../kernel/masked.ts'
import type { Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import { Staging } from '../../connectors/duckdb/staging.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type {
  ComparedSides,
  DifferenceCounts,
  DifferenceRule,
  FieldPair,
  Judgement,
} from '../../rules/rule.ts'
import { kindOf, type Kind } from '../../rules/field-kinds.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { column, select } from '../../sql/build.ts'
import { collapseWhitespace } from '../../sql/functions.ts'
import { printSelect } from '../../sql/print.ts'
import type { PreparedCheck, Reference } from '../check.ts'
import { differenceStatements, toleratedPairs, toleratedStatements } from '../difference-statements.ts'
import { heldWhereFew, noRecords, sourceRecordOf, type SourceRecord } from '../finding.ts'
import { rowHash } from '../fingerprint.ts'
import { keyCell, keyText, keyKind } from '../key-text.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { allRows } from '../relation.ts'
import { filterOnly, type ContainerFamily } from './family.ts'

/** The rows of the container beside those of another. */
export const difference: ContainerFamily<DifferenceRule> = {
  judges: 'container',
  reads_rows: true,
  measures: () => ({}),
  about: () => 'totals',
  async judge({ session, plan }, prepared) {
    const { compared, ...found } = await judgeDifference(session, prepared, plan)
    return { ...found, asserted: compared }
  },
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: (fields) => ({ before: [{ name: statusColumn(fields), type: 'String' }], after: [] }),
  keeps_measurements: false,
  keeps_other_side: true,
  looks_at_cells: () => true,
  blamed: (_rule, _check, record) => differing(record),
  tells: 'values',
}

/** A comparison shows both sides of a cell, `missing` where a side has no such row. */
function differing(record: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(record).flatMap(([name, cell]) => {
    if (typeof cell !== 'object' || cell === null || !('left' in cell) || !('right' in cell)) return []
    // Of a hidden side nobody can tell.
    if (cell.left === maskedValue || cell.right === maskedValue) return []
    return JSON.stringify(cell.left) === JSON.stringify(cell.right) ? [] : [name]
  })
}

/** Most pairs of rows that a comparison within tolerances, without identifying fields, looks at. */
const mostPairs = 50_000_000

/** The text shown for a value whose side has no such row. */
const missing = 'missing'

/**
 * Compares the filtered rows of the container with all rows of another one. The fields that matter of both sides are put
 * beside each other in the staging area, in one spelling whatever the stores; many records are read from there when
 * they are stored, and it stays open, holding no more than those, until they were. `compared` counts the filtered rows.
 */
async function judgeDifference(
  session: Session,
  prepared: PreparedCheck<DifferenceRule>,
  { request, observed }: ContainerPlan,
): Promise<{ judgement: Judgement; records: AsyncIterable<SourceRecord[]>; compared: number }> {
  const { rule, input, filter } = prepared
  const sides = rule.sides(input)
  const reference = request.references.get(sides.container_id)
  if (!reference) throw new Error(`The container ${sides.container_id} was not loaded for this scan.`)
  const staging = await Staging.open(request.staging)
  try {
    const target = allRows(session, request.container, observed)
    await load(staging, 'target', sides, session, target, filter)
    const loadOther = (store: Session) =>
      load(staging, 'reference', sides, store, allRows(store, reference.container, reference.fields), null)
    await (reference.open === null
      ? loadOther(session)
      : reference.open((other) => loadOther(readable(other))))
    const counts = await compare(staging, sides)
    const judgement = rule.judge(counts, input)
    if (!judgement.failed) {
      staging.close()
      return { judgement, records: noRecords(), compared: counts.target }
    }
    await keepRecords(staging, sides, request.source_record_limit)
    const records = comparisonRecords(staging, sides, reference)
    return {
      judgement,
      records: await heldWhereFew(records),
      compared: counts.target,
    }
  } catch (error) {
    staging.close()
    throw error
  }
}

/** Fields whose values meet within a numeric or time tolerance; the others are equal or not. */
const isLoose = ({ tolerance }: FieldPair): boolean => tolerance !== null && tolerance.of !== 'white space'

const loose = (sides: ComparedSides) => sides.compared.filter(isLoose)

async function load(
  staging: Staging,
  table: 'target' | 'reference',
  sides: ComparedSides,
  session: Session,
  from: Relation,
  filter: Expression | null,
): Promise<void> {
  const side = table === 'target' ? 'left' : 'right'
  const pairs = [...sides.ids, ...sides.compared]
  const carried = sides.passthrough.flatMap((pair) => pair[side] ?? [])
  const items = [...pairs.map((pair) => pair[side]), ...carried].map((field, index) => ({
    expression: column(field),
    alias: `f${index}`,
  }))
  const statement = select({ items, from, ...(filter && { where: filter }) })
  const kinds = [...pairs.map(kindOfPair), ...carried.map(keyKind)]
  async function* rows(): AsyncGenerator<(string | null)[][]> {
    for await (const batch of session.stream(printSelect(statement, session.dialect)))
      yield batch.rows.map((cells) => stagedRow(cells, kinds, sides))
  }
  const columns = ['whole', 'id', 'exact', ...loose(sides).map((_, index) => `t${index}`), 'shown']
  await staging.load(table, columns, rows())
}

/** The row as differenceStatements wants it; `shown` is the JSON text of what is compared and what is carried along. */
function stagedRow(cells: readonly Cell[], kinds: readonly Kind[], sides: ComparedSides): (string | null)[] {
  const keys = cells.map((cell, index) => keyText(cell, kinds[index] ?? 'other'))
  const id = JSON.stringify(keys.slice(0, sides.ids.length))
  const shown = keys.slice(sides.ids.length)
  const exact: (string | null)[] = []
  const near: (string | null)[] = []
  for (const [index, pair] of sides.compared.entries()) {
    const key = shown[index] ?? null
    if (isLoose(pair)) near.push(key)
    else exact.push(pair.tolerance === null ? key : key && collapseWhitespace(key))
  }
  const whole = rowHash(JSON.stringify([id, exact, near]))
  // Without a tolerance rows that are equal in what must be equal are equal as a whole.
  const hash = near.length === 0 ? whole : rowHash(JSON.stringify(exact))
  return [whole, id, hash, ...near, JSON.stringify(shown)]
}

async function compare(staging: Staging, sides: ComparedSides): Promise<DifferenceCounts> {
  const tolerances = loose(sides).flatMap(({ tolerance }) => tolerance ?? [])
  const hasIds = sides.ids.length > 0
  const counts: DifferenceCounts = { target: 0, reference: 0, added: 0, removed: 0, changed: 0 }
  const statements = differenceStatements(tolerances, hasIds)
  for (const sql of statements) await staging.run(sql)
  if (!hasIds && tolerances.length > 0) {
    const [[pairs = 0] = []] = await staging.run(toleratedPairs)
    if (cellToNumber(pairs) > mostPairs) {
      throw new RunFailure(
        `Comparing within a tolerance would look at ${String(pairs)} pairs of rows, more than ${mostPairs}. Name the fields that identify a row in id_field_names.`,
      )
    }
    for (const sql of toleratedStatements(tolerances)) await staging.run(sql)
  }
  const counted = await staging.run(
    `select 'target', count(*) from target union all select 'reference', count(*) from reference
     union all select status, count(*) from difference group by status`,
  )
  for (const [name, count] of counted) counts[name as keyof DifferenceCounts] = cellToNumber(count)
  return counts
}

/** Leaves nothing in the staging area but the records to be kept. */
async function keepRecords(staging: Staging, { types }: ComparedSides, limit: number): Promise<void> {
  const wanted = types.map((type) => `'${type}'`).join(', ')
  await staging.run(
    `create table records as select * from difference where status in (${wanted}) order by id, status, l, r limit ${limit}`,
  )
  for (const table of ['difference', 'target', 'reference', 'removed', 'added'])
    await staging.run(`drop table ${table}`)
}

/** The kept rows in the layout of a comparison: the status, the identifying values, then both sides of each field. */
async function* comparisonRecords(
  staging: Staging,
  sides: ComparedSides,
  reference: Reference,
): AsyncGenerator<SourceRecord[]> {
  const masked = reference.masked_fields ?? new Set<string>()
  const ids = sides.ids.map((pair) => ({ name: pair.left.name, kind: kindOfPair(pair) }))
  const columns = shownColumns(sides)
  const names = [...ids, ...columns].map(({ name }) => name)
  try {
    for await (const rows of staging.stream(
      'select status, id, l, r from records order by id, status, l, r',
    )) {
      yield rows.map(([status = null, id = null, l = null, r = null]): SourceRecord => {
        const [keys, left, right] = [keysIn(id), keysIn(l), keysIn(r)]
        const text = recordText(
          [statusColumn(names), ...names],
          [
            status,
            ...ids.map(({ name, kind }, index) =>
              masked.has(name) ? maskedValue : keyCell(keys?.[index] ?? null, kind),
            ),
            ...columns.map(({ name, kind, at }) => ({
              left: sideCell(left, at.left, kind),
              right: right && masked.has(name) ? maskedValue : sideCell(right, at.right, kind),
            })),
          ],
        )
        return sourceRecordOf(text)
      })
    }
  } finally {
    staging.close()
  }
}

/** The column that says how a row differs, beside columns of the given names. */
function statusColumn(names: readonly string[]): string {
  return names.includes('status') ? '_status' : 'status'
}

/** The fields shown of both sides, with their positions in what was staged of each; null where a side lacks the field. */
function shownColumns({ compared, passthrough }: ComparedSides) {
  let next = compared.length
  return [
    ...compared.map((pair, index) => ({
      name: pair.left.name,
      kind: kindOfPair(pair),
      at: { left: index, right: index },
    })),
    ...passthrough.map(({ left, right }, index) => ({
      name: left.name,
      kind: keyKind(left),
      at: { left: compared.length + index, right: right ? next++ : null },
    })),
  ]
}

function sideCell(keys: (string | null)[] | null, at: number | null, kind: Kind): Cell {
  return keys === null || at === null ? missing : keyCell(keys[at] ?? null, kind)
}

function keysIn(text: Cell): (string | null)[] | null {
  return text === null ? null : (JSON.parse(String(text)) as (string | null)[])
}

/** Two dates meet as they are; only beside a time a date becomes its midnight. */
function kindOfPair({ left, right }: FieldPair): Kind {
  return left.type !== 'Date' || right.type !== 'Date' ? commonKind(left, right) : 'other'
}

const commonKind = (left: DiscoveredField, right: DiscoveredField): Kind =>
  kindOf(left) === kindOf(right) ? kindOf(left) : 'other'
