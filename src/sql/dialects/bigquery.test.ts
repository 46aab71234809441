import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, Expression } from '../ast.ts'
import { column, countWhere, equal, isNotNull, output, segment, select, text, timestamp } from '../build.ts'
import { printExpression } from '../print.ts'
import { checkUserExpression } from '../user-expression.ts'
import { bigquery } from './bigquery.dialect.ts'

const field = (name: string, type: Column['type'], native_type: string) =>
  column({ name, type, native_type, nullable: true })
const printed = (expression: Expression) => printExpression(expression, bigquery).sql

describe('what is peculiar to the SQL of BigQuery', () => {
  test('times with a zone are compared in UTC without one, as the two cannot be compared', () => {
    assert.equal(
      printed(equal(field('at', 'Timestamp', 'TIMESTAMP'), timestamp('2026-01-31T12:00:00+01:00'))),
      "(datetime(`at`) = datetime '2026-01-31 11:00:00.000')",
    )
  })

  test('NaN counts as NULL, and a week begins on Monday', () => {
    assert.equal(
      printed(countWhere(isNotNull(field('x', 'Fractional', 'FLOAT64')))),
      'countif((if(is_nan(`x`), null, `x`) is not null))',
    )
    assert.equal(
      printed(segment('Weekly', field('day', 'Date', 'DATE'))),
      'datetime_trunc(cast(`day` as datetime), isoweek)',
    )
  })

  test('a row is looked for among structures, as a query behind "in" has one column', () => {
    const [name, day] = [field('name', 'String', 'STRING'), field('day', 'Date', 'DATE')]
    const keys = (...aliases: string[]) =>
      select({
        items: aliases.map((alias) => ({ expression: output(alias), alias })),
        from: { kind: 'store', sql: 't' },
      })
    assert.equal(
      printed({ kind: 'in_query', operands: [name, day], query: keys('k0', 'k1') }),
      '((`name`, `day`) in (select (assay_rows.`k0`, assay_rows.`k1`) from (select `k0` as `k0`, `k1` as `k1` from t) as assay_rows))',
    )
    assert.equal(
      printed({ kind: 'in_query', operands: [name], query: keys('k0') }),
      '(`name` in (select `k0` as `k0` from t))',
    )
  })

  test('values are parameters with names', () => {
    const statement = printExpression(equal(field('name', 'String', 'STRING'), text("it's")), bigquery)
    assert.deepEqual([statement.sql, statement.parameters], ['(`name` = @p1)', ["it's"]])
  })

  test('a doubled quote of a person becomes one behind a backslash', () => {
    assert.equal(checkUserExpression("name = 'O''Brien' or x = ''", bigquery), "name = 'O\\'Brien' or x = ''")
    assert.equal(checkUserExpression("name = 'a\\''''", bigquery), "name = 'a\\'\\''")
  })

  for (const [written, why] of [
    ["'''a' = 1 or '''b", /Three quotes stand side by side/],
    ['a = """b"""', /Three quotes stand side by side/],
    ["a # '\n or b = '", /begins a comment/],
    ["exists (select 1 from external_query('a', 'b'))", /reads what is not in this datastore/],
    ['ml.distance(a, b) = 1', /sends values to another service/],
    ['a = @@project_id', /would be taken for a parameter/],
    ['a = ?', /would be taken for a parameter/],
    ['exists (select 1 from shop.INFORMATION_SCHEMA.TABLES)', /shows what is the server's own/],
  ] as const) {
    test(`a filter is refused: ${written.replace('\n', ' ')}`, () => {
      assert.throws(() => checkUserExpression(written, bigquery), why)
    })
  }
})
