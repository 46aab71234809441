import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, Expression } from '../ast.ts'
import {
  call,
  caseWhen,
  cast,
  column,
  count,
  countWhere,
  equal,
  inList,
  isNotNull,
  minus,
  not,
  number,
  select,
  text,
} from '../build.ts'
import { printExpression, printSelect } from '../print.ts'
import { checkUserExpression } from '../user-expression.ts'
import { sqlserver } from './sqlserver.dialect.ts'

const field = (name: string, type: Column['type'], native_type: string) =>
  column({ name, type, native_type, nullable: true })
const name = field('name', 'String', 'nvarchar(50)')
const paid = field('paid', 'Boolean', 'bit')
const printed = (expression: Expression) => printExpression(expression, sqlserver).sql
const from = { kind: 'store', sql: 't' } as const
const statement = (query: Parameters<typeof select>[0]) => printSelect(select(query), sqlserver).sql

describe('what is peculiar to the SQL of SQL Server', () => {
  test('a condition is no value, and NULL stays NULL where it becomes one', () => {
    const isOne = equal(field('n', 'Integral', 'int'), number(1))
    assert.equal(
      statement({ items: [{ expression: isOne, alias: 'x' }], from }),
      'select case when ("n" = 1) then 1 when not ("n" = 1) then 0 end as "x" from t',
    )
    assert.equal(
      printed(caseWhen(isOne, isNotNull(name), { kind: 'literal', value: false, type: 'boolean' })),
      'case when ("n" = 1) then case when (("name" collate Latin1_General_100_BIN2) is not null) then 1 when not (("name" collate Latin1_General_100_BIN2) is not null) then 0 end else 0 end',
    )
  })

  test('a value of truth is no condition', () => {
    assert.equal(
      statement({ items: 'all', from, where: not(paid) }),
      'select * from t where (not ("paid" = 1))',
    )
    assert.equal(printed(countWhere(paid)), 'count_big(case when ("paid" = 1) then 1 end)')
  })

  test('texts are compared to the last blank, by letter case', () => {
    const collated = '("name" collate Latin1_General_100_BIN2)'
    assert.equal(printed(equal(name, text('a'))), `((${collated} + char(1)) = (@p1 + char(1)))`)
    assert.equal(
      printed(inList(name, [text('a'), text('b')])),
      `((${collated} + char(1)) in ((@p1 + char(1)), (@p2 + char(1))))`,
    )
    assert.equal(
      statement({ items: [{ expression: count(), alias: 'n' }], from, group_by: [name] }),
      `select count_big(*) as "n" from t group by ${collated}, datalength(${collated})`,
    )
  })

  test('rows of several columns are found by exists, as a list holds one value', () => {
    const query = select({
      items: [
        { expression: name, alias: 'a' },
        { expression: paid, alias: 'b' },
      ],
      from,
    })
    assert.match(
      printed({ kind: 'in_query', operands: [name, paid], query }),
      /^exists \(select 1 from \(select .*\) as assay_rows \(assay_1, assay_2\) where \(assay_rows\.assay_1 \+ char\(1\)\) = \(\("name" collate \w+\) \+ char\(1\)\) and assay_rows\.assay_2 = "paid"\)$/,
    )
  })

  test('some rows are taken by top, and later ones in an order', () => {
    assert.equal(statement({ items: 'all', from, limit: 0 }), 'select top (0) * from t')
    assert.equal(
      statement({ items: 'all', from, limit: 5, offset: 10, order_by: [{ expression: paid }] }),
      'select * from t order by "paid" offset 10 rows fetch next 5 rows only',
    )
    assert.equal(
      statement({ items: 'all', from, limit: 5, offset: 10 }),
      'select * from t order by (select null) offset 10 rows fetch next 5 rows only',
    )
  })

  test('a whole number has few digits before the point, so that a difference beside a decimal keeps those behind it', () => {
    const whole = field('n', 'Integral', 'int')
    const price = field('price', 'Fractional', 'decimal(18,4)')
    assert.equal(printed(minus(whole, price)), '(cast("n" as decimal(19, 0)) - "price")')
    assert.equal(printed(minus(cast(whole, 'integral'), number(5.4))), '(cast("n" as decimal(19, 0)) - 5.4)')
    const long = field('long', 'Integral', 'decimal(30,0)')
    assert.equal(printed(minus(cast(long, 'integral'), price)), '("long" - "price")')
    assert.equal(printed(cast(price, 'integral')), 'cast("price" as decimal(38, 0))')
  })

  test('money has its four digits also as a text', () => {
    assert.equal(
      printed(call('plain_text', field('fee', 'Fractional', 'money'))),
      'cast(cast("fee" as decimal(19, 4)) as nvarchar(max))',
    )
  })

  test('the blanks that fill up a char(n) do not count, and older texts are widened', () => {
    assert.equal(
      printed(field('c', 'String', 'char(5)')),
      '(cast(rtrim("c") as nvarchar(4000)) collate Latin1_General_100_BIN2)',
    )
    assert.equal(
      printed(field('c', 'String', 'varchar(8000)')),
      '(cast("c" as nvarchar(max)) collate Latin1_General_100_BIN2)',
    )
  })

  for (const [written, why] of [
    ['1 = 1) delete from t where (1 = 1', /closes what was not opened/],
    ['(select 1 delete from t) = 1', /"delete" begins another statement/],
    [
      "[x]]'] = 1 or exists (select 1 from openrowset(1)) -- '",
      /"openrowset" reads what is not in this datastore/,
    ],
    ['a = @@version', /would be taken for a parameter/],
    ['exists (select 1 from sys.objects)', /shows what is the server's own/],
    ['exists (select 1 from "sys"."objects")', /shows what is the server's own/],
    ['exists (select 1 from a.b.c.d)', /may lead to another server/],
    ['exists (select 1 from t with (tablockx))', /takes or gives back a lock/],
    ["dbo.fn_trace_gettable('x') = 1", /shows what is the server's own/],
  ] as const) {
    test(`a filter is refused: ${written}`, () => {
      assert.throws(() => checkUserExpression(written, sqlserver), why)
    })
  }

  test('a doubled bracket stands in a name', () => {
    assert.equal(checkUserExpression("[a]]'b] = 'c'", sqlserver), "[a]]'b] = 'c'")
  })
})
