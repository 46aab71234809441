import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Expression } from '../../sql/ast.ts'
import {
  caseWhen,
  column,
  count,
  countWhere,
  not,
  nothing,
  output,
  select,
  sum,
  userExpression,
} from '../../sql/build.ts'
import { postgresql } from '../../sql/dialects/postgresql.dialect.ts'
import { sqlserver } from '../../sql/dialects/sqlserver.dialect.ts'
import { printSelect } from '../../sql/print.ts'
import { withQueriesBeneath } from './queries-beneath.ts'

const field = (name: string) => column({ name, type: 'Integral', native_type: 'int', nullable: true })
const from = { kind: 'store', sql: 't' } as const
const known: Expression = {
  kind: 'in_query',
  operands: [field('id')],
  query: select({
    items: [{ expression: output('id'), alias: 'v' }],
    from: { kind: 'store', sql: 'other' },
  }),
}
const counting = (...expressions: Expression[]) => ({
  items: expressions.map((expression, index) => ({ expression, alias: `m${index}` })),
  from,
})
const printed = (...expressions: Expression[]) => {
  const { items, from } = withQueriesBeneath(counting(...expressions), sqlserver)
  return printSelect(select({ items: [...items], from }), sqlserver).sql
}
const exists =
  'exists (select 1 from (select "id" as "v" from other) as assay_rows (assay_1) where assay_rows.assay_1 = "id")'

describe('what an aggregate looks at, for engines whose aggregates take no query', () => {
  test('is a column of an inner select where a query is a part of it', () => {
    assert.equal(
      printed(count(), countWhere(not(known))),
      `select count_big(*) as "m0", count_big(case when ("assay_value_1" = 1) then 1 end) as "m1" from (select *, case when (not ${exists}) then 1 else 0 end as "assay_value_1" from t) as rows_of`,
    )
  })

  test('has room for the sum of a column there, and a filter in front of it', () => {
    const filter = userExpression('id in (select id from other)')
    assert.equal(
      printed(sum(caseWhen(filter, field('id'), nothing))),
      `select sum("assay_value_1") as "m0" from (select *, (case when (id in (select id from other)\n) then cast("id" as decimal(19, 0)) else null end + 0) as "assay_value_1" from t) as rows_of`,
    )
  })

  test('is as it was without a query, and for other engines', () => {
    const plain = counting(count(), countWhere(userExpression('id > 1')))
    assert.equal(withQueriesBeneath(plain, sqlserver), plain)
    const queried = counting(countWhere(known))
    assert.equal(withQueriesBeneath(queried, postgresql), queried)
  })
})
