import { cellToNumber } from '../../kernel/cell.ts'
import type { Session } from '../../connectors/connector.ts'
import type { GroupedRule, Groups } from '../../rules/rule.ts'
import type { Column, Expression, Relation } from '../../sql/ast.ts'
import { and, column, count, isNotNull, output, select, subquery, sum } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { withinCoverage, type PreparedCheck } from '../check.ts'
import { about } from '../noted-session.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { findDuplicates, noDuplicates, type Duplicates } from '../duplicate-rows.ts'
import { noRecords } from '../finding.ts'
import { proveUnique } from '../proof/proofs.ts'
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
    const { groups, records } =
      proof === null ? await groupsOf(conclusion, prepared, asserted) : noDuplicates()
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
  asserted: number,
): Promise<Duplicates> {
  const { session, plan, relation } = conclusion
  if (prepared.rule.offending === 'duplicates') {
    const compared = { relation, key: keysOf(prepared), filter: prepared.filter, rows: asserted }
    return findDuplicates(session, compared, plan.request.source_record_limit)
  }
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

function keysOf({ input }: PreparedCheck<GroupedRule>): Column[] {
  return input.fields.map((field) => column(field))
}

function inAGroup(prepared: PreparedCheck<GroupedRule>): Expression {
  const present = keysOf(prepared).map((key) => isNotNull(key))
  return and(...(prepared.filter ? [prepared.filter] : []), ...present)
}
