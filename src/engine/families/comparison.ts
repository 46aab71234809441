import { cellForPerson } from '../../kernel/cell.ts'
import { hold } from '../../kernel/held.ts'
import { maskedInMessage } from '../../kernel/masked.ts'
import { quantityOf, type Quantity } from '../../kernel/quantity.ts'
import type { Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import type { ComparisonRule, Judgement } from '../../rules/rule.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { count, select, userExpression } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import type { PreparedCheck, ScanRequest } from '../check.ts'
import { mayRead } from '../masking.ts'
import { boundExpression } from '../prepare.ts'
import { allRows } from '../relation.ts'
import { filterOnly, noOwnColumns, type ContainerFamily } from './family.ts'

/** A number of the container beside one of another. */
export const comparison: ContainerFamily<ComparisonRule> = {
  judges: 'container',
  reads_rows: true,
  measures: () => ({}),
  about: () => 'totals',
  judge: async ({ session, relation, plan }, prepared) => ({
    judgement: await judgeComparison(session, relation, prepared, plan.request),
  }),
  tries: (prepared) => ({
    ...filterOnly(prepared),
    aggregates: [userExpression(prepared.rule.sides(prepared.input).expression)],
  }),
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells_other_side: true,
  tells: 'values',
}

/** Asks each side for its number, in the same snapshot when both lie in one datastore, and has the rule compare them. */
async function judgeComparison(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<ComparisonRule>,
  request: ScanRequest,
): Promise<Judgement> {
  const { rule, input, filter } = prepared
  const { expression, reference: other } = rule.sides(input)
  const target = await numberOf(session, relation, expression, filter)
  const reference = request.references.get(other.container_id)
  if (!reference) throw new Error(`The container ${other.container_id} was not loaded for this scan.`)
  const ask = (store: Session) => {
    const bound = (sql: string) => boundExpression(sql, request.check_variables, store.dialect)
    const rows = allRows(store, reference.container, reference.fields)
    return numberOf(
      store,
      rows,
      bound(other.expression),
      other.filter === null ? null : userExpression(bound(other.filter)),
    )
  }
  const there =
    reference.open === null ? await ask(session) : await reference.open((other) => ask(readable(other)))
  const isMaskedThere = [other.expression, other.filter].some((sql) =>
    mayRead(sql, reference.masked_fields ?? new Set()),
  )
  const shown = {
    target: input.shown(hold(target)),
    reference: isMaskedThere ? maskedInMessage : cellForPerson(there),
  }
  return rule.judge(hold(target), hold(there), shown, input)
}

/** Beside a count an expression has one value, also over no rows, or is refused where it would have one for each row. */
async function numberOf(
  session: Session,
  from: Relation,
  expression: string,
  filter: Expression | null,
): Promise<Quantity | null> {
  const items = [
    { expression: userExpression(expression), alias: 'value' },
    { expression: count('rows'), alias: 'rows' },
  ]
  const { columns, rows } = await session.query(
    printSelect(select({ items, from, ...(filter && { where: filter }) }), session.dialect),
  )
  return quantityOf(rows[0]?.[0] ?? null, columns[0]?.type === 'Integral')
}
