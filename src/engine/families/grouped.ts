import { cellToNumber } from '../../kernel/cell.ts'
import type { Session } from '../../connectors/connector.ts'
import type { GroupedRule, Groups } from '../../rules/rule.ts'
import type { Expression, Relation, Select } from '../../sql/ast.ts'
import {
  above,
  and,
  column,
  count,
  isNotNull,
  number,
  output,
  select,
  subquery,
  sum,
} from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { ascendsInOne } from '../ascending-key.ts'
import { withinCoverage, type PreparedCheck } from '../check.ts'
import { about } from '../noted-session.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { heldBatches, noRecords, type ShapeFinding, type SourceRecord } from '../finding.ts'
import { groupCounts } from '../group-counts.ts'
import { proveUnique } from '../proof/proofs.ts'
import { recordsWithTotals, sampleRecords } from '../records.ts'
import { filterOnly, noOwnColumns, type Conclusion, type ContainerFamily } from './family.ts'

/** Groups of equal values over the whole container. */
export const grouped: ContainerFamily<GroupedRule> = {
  judges: 'container',
  reads_rows: true,
  measures: () => ({}),
  about: ({ offending }) => (offending === 'duplicates' ? 'rows' : 'totals'),
  async judge(conclusion, prepared, { asserted }) {
    const { rule, input, check } = prepared
    const proof = await proofOf(conclusion, prepared)
    const { groups, records } = proof === null ? await groupsOf(conclusion, prepared) : noGroups
    const judged = rule.judge(groups, asserted, input)
    const { anomalous_records: anomalous } = judged
    const judgement =
      anomalous === null ? judged : withinCoverage(judged, check.coverage, anomalous, asserted)
    return { judgement, records, proof }
  },
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'values',
}

/** No group of more than one row. */
const noGroups = { groups: { groups: 0, surplus: 0 }, records: noRecords() }

/** Null for checks that need the number of groups, and where the source has no key among the fields. */
async function proofOf(
  { session, plan }: Conclusion,
  { rule, input }: PreparedCheck<GroupedRule>,
): Promise<string | null> {
  return rule.offending === 'duplicates' ? proveUnique(session, plan, input.fields) : null
}

/** Group sizes of the rows of a conclusion by groupKey: checks on the same fields and filter share one statement. */
const sizesOf = new WeakMap<Relation, Map<string, Promise<Groups>>>()

async function groupsOf(
  conclusion: Conclusion,
  prepared: PreparedCheck<GroupedRule>,
): Promise<{ groups: Groups; records: ShapeFinding['records'] }> {
  const { session, plan, relation } = conclusion
  if (prepared.rule.offending === 'duplicates')
    return findDuplicates(session, relation, prepared, plan.request.source_record_limit)
  const sizes = sizesOf.get(relation) ?? new Map<string, Promise<Groups>>()
  sizesOf.set(relation, sizes)
  const key = groupKey(prepared)
  const groups = sizes.get(key) ?? groupSizes(about(session, idsWith(key, plan)), relation, prepared)
  sizes.set(key, groups)
  return { groups: await groups, records: noRecords() }
}

/** Sizes of the groups of equal values of a check's fields, among the filtered rows without NULL in them. */
async function groupSizes(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<GroupedRule>,
): Promise<Groups> {
  const groups = select({
    items: [{ expression: count('rows'), alias: 'n' }],
    from: relation,
    where: inAGroup(prepared),
    group_by: keysOf(prepared),
  })
  const statement = printSelect(
    select({
      items: [
        { expression: count('rows'), alias: 'groups' },
        { expression: sum(output('n')), alias: 'rows_in_groups' },
      ],
      from: subquery(groups),
    }),
    session.dialect,
  )
  const { rows } = await session.query(statement)
  const [groupCount, rowCount] = (rows[0] ?? []).map((cell) => cellToNumber(cell))
  return { groups: groupCount ?? 0, surplus: (rowCount ?? 0) - (groupCount ?? 0) }
}

/** Checks with the same key share one statement: same fields in the same order, same filter. */
function groupKey({ check }: Pick<PreparedCheck, 'check'>): string {
  return JSON.stringify([check.fields, check.filter])
}

/** The checks that the statement of this key serves. */
function idsWith(key: string, { checks }: ContainerPlan): number[] {
  return checks.flatMap((prepared) => {
    const { rule, check } = prepared
    const isShared = rule.family === 'grouped' && rule.offending === 'none' && groupKey({ check }) === key
    return isShared ? check.id : []
  })
}

/** More records than this are not held in memory, but sampled by a statement of their own. */
const mostHeld = 1000

/** The groups of more than one row, and at most `limit` of their rows. One statement, so that the rows are grouped once. */
async function findDuplicates(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<GroupedRule>,
  limit: number,
): Promise<{ groups: Groups; records: AsyncIterable<SourceRecord[]> }> {
  if (await ascendsInOne(session, relation, keysOf(prepared), inAGroup(prepared))) return noGroups
  const isHeld = limit <= mostHeld
  const total = (expression: Expression): Expression => ({
    kind: 'scalar_query',
    query: select({ items: [{ expression, alias: 'total' }], from: { kind: 'named', name: duplicates } }),
  })
  const statement = select({
    with: [{ name: duplicates, query: duplicatesOf(relation, prepared) }],
    items: 'all',
    extra: [
      { expression: total(count('rows')), alias: 'assay_groups' },
      { expression: total(sum(output('n'))), alias: 'assay_rows_in_groups' },
    ],
    from: relation,
    where: isAmong(prepared, { kind: 'named', name: duplicates }),
    limit: isHeld ? limit : 1,
  })
  const { totals, records } = await recordsWithTotals(session, printSelect(statement, session.dialect), 2)
  const [groups = 0, rowsInGroups = 0] = totals
  return {
    groups: { groups, surplus: rowsInGroups - groups },
    records: isHeld
      ? heldBatches([records])
      : sampleRecords(session, relation, duplicateRows(relation, prepared), limit),
  }
}

const duplicates = 'assay_duplicates'

/** TRUE for every row whose values occur in more than one row. */
function duplicateRows(relation: Relation, prepared: PreparedCheck<GroupedRule>): Expression {
  return isAmong(prepared, subquery(duplicatesOf(relation, prepared)))
}

/** The keys (`k0`, `k1` ...) and sizes (`n`) of the groups of more than one row. */
function duplicatesOf(relation: Relation, prepared: PreparedCheck<GroupedRule>): Select {
  const keys = keysOf(prepared).map((expression, index) => ({ expression, alias: `k${index}` }))
  return groupCounts(relation, keys, inAGroup(prepared), above(count('rows'), number(1)))
}

function isAmong(prepared: PreparedCheck<GroupedRule>, from: Relation): Expression {
  const keys = keysOf(prepared)
  const items = keys.map((_, index) => ({ expression: output(`k${index}`), alias: `k${index}` }))
  const isDuplicate: Expression = { kind: 'in_query', operands: keys, query: select({ items, from }) }
  return prepared.filter ? and(prepared.filter, isDuplicate) : isDuplicate
}

function keysOf({ input }: PreparedCheck<GroupedRule>): Expression[] {
  return input.fields.map((field) => column(field))
}

function inAGroup(prepared: PreparedCheck<GroupedRule>): Expression {
  const present = keysOf(prepared).map((key) => isNotNull(key))
  return and(...(prepared.filter ? [prepared.filter] : []), ...present)
}
