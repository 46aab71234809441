import type { Session } from '../connectors/connector.ts'
import type { Groups } from '../rules/rule.ts'
import type { Column, Expression, NumberedRows, Relation, Select } from '../sql/ast.ts'
import {
  above,
  and,
  boolean,
  count,
  isNotNull,
  named,
  number,
  output,
  select,
  subquery,
  sum,
} from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { ascendsInOne } from './ascending-key.ts'
import { heldBatches, noRecords, type SourceRecord } from './finding.ts'
import { groupCounts } from './group-counts.ts'
import { recordsWithTotals, sampleRecords } from './records.ts'
import { perhapsEqual } from './repeated-keys.ts'
import { numbersIn } from './rows-by-number.ts'

/** Rows that may be equal in a key. */
export interface Compared {
  relation: Relation
  key: readonly Column[]
  /** Which rows are compared; null: all. Rows with NULL in the key never are. */
  filter: Expression | null
  /** About how many rows that are. */
  rows: number
}

/** What there is of more than one row, and rows of it. */
export interface Duplicates {
  groups: Groups
  records: AsyncIterable<SourceRecord[]>
}

/** No group of more than one row. */
export const noDuplicates = (): Duplicates => ({ groups: { groups: 0, surplus: 0 }, records: noRecords() })

/** More records than this are not held in memory, but sampled by a statement of their own. */
const mostHeld = 1000
/** More rows that may be equal are not put aside with their numbers. */
const mostAside = 10_000

/** The groups of more than one row with equal keys, and at most `limit` of their rows. */
export async function findDuplicates(
  session: Session,
  compared: Compared,
  limit: number,
): Promise<Duplicates> {
  const { relation, key, filter, rows } = compared
  const present = and(...(filter ? [filter] : []), ...key.map((column) => isNotNull(column)))
  if (await ascendsInOne(session, relation, key, present)) return noDuplicates()
  const left = await perhapsEqual(session, { from: relation, where: present, rows }, key)
  if (left?.rows === 0) return noDuplicates()
  const where = left ? and(present, left.where) : present
  const numbered = left && left.rows <= mostAside ? numbersIn(session, relation) : null
  const isHeld = limit <= mostHeld
  const shown = isHeld ? limit : 1
  const statement = numbered
    ? shownByNumber(numbered, { key, where }, shown)
    : shownByKey(compared, where, shown)
  const { totals, records } = await recordsWithTotals(session, printSelect(statement, session.dialect), 2)
  const [groups = 0, rowsInGroups = 0] = totals
  const isDuplicate = isAmong(compared, subquery(groupsOf(relation, key, where)))
  return {
    groups: { groups, surplus: rowsInGroups - groups },
    records: isHeld ? heldBatches([records]) : sampleRecords(session, relation, isDuplicate, limit),
  }
}

const duplicates = named('assay_duplicates')
const aside = named('assay_aside')

const totalOf = (expression: Expression): Expression => ({
  kind: 'scalar_query',
  query: select({ items: [{ expression, alias: 'total' }], from: duplicates }),
})

/** How many groups there are, and how many rows are in them. */
const totals = [
  { expression: totalOf(count('rows')), alias: 'assay_groups' },
  { expression: totalOf(sum(output('n'))), alias: 'assay_rows_in_groups' },
]

/** One statement, so that the rows are grouped once. */
const shownByKey = (compared: Compared, where: Expression, limit: number): Select =>
  select({
    with: [{ name: duplicates.name, query: groupsOf(compared.relation, compared.key, where) }],
    items: 'all',
    extra: totals,
    from: compared.relation,
    where: isAmong(compared, duplicates),
    limit,
  })

/** For few rows: their keys are put aside with their numbers, so that all others are read by nothing but their keys, and once. */
function shownByNumber(
  { sql, columns, number: name }: NumberedRows,
  { key, where }: Pick<Compared, 'key'> & { where: Expression },
  limit: number,
): Select {
  const rows: Relation = { kind: 'store', sql }
  const shown = (column: string) => ({ expression: output(column), alias: column })
  const keys = namedKeys(key)
  const asideKeys = keys.map(({ alias }) => shown(alias))
  const operands = asideKeys.map(({ expression }) => expression)
  return select({
    with: [
      { name: aside.name, query: select({ items: [shown(name), ...keys], from: rows, where }) },
      { name: duplicates.name, query: groupCounts(aside, asideKeys, boolean(true), several) },
    ],
    items: [...columns.map(shown), ...totals],
    from: rows,
    where: {
      kind: 'in_query',
      operands: [output(name)],
      query: select({ items: [shown(name)], from: aside, where: isOneOf(operands, duplicates), limit }),
    },
    // What meets a list of numbers may come in any order.
    order_by: [{ expression: output(name) }],
  })
}

const several = above(count('rows'), number(1))

const namedKeys = (key: readonly Column[]) =>
  key.map((expression, index) => ({ expression, alias: `k${index}` }))

/** The keys (`k0`, `k1` ...) and sizes (`n`) of the groups of more than one row. */
const groupsOf = (relation: Relation, key: readonly Column[], where: Expression): Select =>
  groupCounts(relation, namedKeys(key), where, several)

/** TRUE for every compared row whose key is one of those groups. */
function isAmong({ key, filter }: Compared, groups: Relation): Expression {
  const isDuplicate = isOneOf(key, groups)
  return filter ? and(filter, isDuplicate) : isDuplicate
}

function isOneOf(operands: readonly Expression[], groups: Relation): Expression {
  const items = operands.map((_, index) => ({ expression: output(`k${index}`), alias: `k${index}` }))
  return { kind: 'in_query', operands: [...operands], query: select({ items, from: groups }) }
}
