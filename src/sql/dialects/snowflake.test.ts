import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, Expression } from '../ast.ts'
import {
  above,
  call,
  column,
  decimal,
  equal,
  number,
  output,
  ownPattern,
  segment,
  text,
  timestamp,
} from '../build.ts'
import { printExpression } from '../print.ts'
import { checkUserExpression } from '../user-expression.ts'
import { snowflake } from './snowflake.dialect.ts'

const field = (name: string, type: Column['type'], native_type: string) =>
  column({ name, type, native_type, nullable: true })
const name = field('name', 'String', 'VARCHAR(20)')
const printed = (expression: Expression) => printExpression(expression, snowflake).sql

describe('what is peculiar to the SQL of Snowflake', () => {
  test('times with a zone are compared in UTC, with constants that no setting reads otherwise', () => {
    assert.equal(
      printed(equal(field('at', 'Timestamp', 'TIMESTAMP_TZ'), timestamp('2026-01-31T12:00:00+01:00'))),
      `(cast(convert_timezone('UTC', "at") as timestamp_ntz) = to_timestamp_ntz('2026-01-31 11:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.FF6'))`,
    )
    assert.equal(printed(field('at', 'Timestamp', 'TIMESTAMP_NTZ')), '"at"')
  })

  test('days and times become texts with all digits, whatever the account says', () => {
    const at = field('AT', 'Timestamp', 'TIMESTAMP_TZ')
    assert.equal(
      printed(call('plain_text', at)),
      `to_varchar(cast(convert_timezone('UTC', "AT") as timestamp_ntz), 'YYYY-MM-DD HH24:MI:SS.FF9')`,
    )
    assert.equal(printed(call('plain_text', output('DAY', 'Date'))), `to_varchar("DAY", 'YYYY-MM-DD')`)
    assert.equal(printed(call('plain_text', output('N', 'Integral'))), 'cast("N" as varchar)')
  })

  test('a week begins on Monday, whatever the account says', () => {
    assert.equal(
      printed(segment('Weekly', field('day', 'Date', 'DATE'))),
      'dateadd(day, 1 - dayofweekiso("day"), cast("day" as date))',
    )
  })

  test('a pattern is found anywhere, although its function looks at the whole text', () => {
    for (const [written, sent] of [
      ['a|b$', '(a|b$)'],
      ['(?:ab)+?c{2,}?', '(ab)+c{2,}'],
      [String.raw`\(?:x[(?:*?]\??`, String.raw`\(?:x[(?:*?]\??`],
    ] as const) {
      const { sql, parameters } = printExpression(call('matches', name, ownPattern(written)), snowflake)
      assert.equal(sql, 'regexp_like("name", ?)')
      const inner = written === sent || sent.startsWith('(ab') ? `(${sent})` : sent
      assert.deepEqual(parameters, [`(.|\n)*${inner}(.|\n)*`])
    }
  })

  test('a floating constant is none of its decimals, and decimals are tried from texts', () => {
    const share = field('share', 'Fractional', 'FLOAT')
    assert.equal(printed(above(share, number(1e-60))), `("share" > cast('1e-60' as float))`)
    assert.equal(printed(above(share, number(0.5))), '("share" > 0.5)')
    assert.equal(
      printed(decimal(share, { precision: 10, scale: 2 })),
      'try_cast(cast("share" as varchar) as number(10, 2))',
    )
  })

  test('a text with a collation of its own is compared by its code points', () => {
    assert.equal(
      printed(equal(field('name', 'String', 'VARCHAR(20) collate en-ci'), text('a'))),
      `(collate("name", 'utf8') = ?)`,
    )
  })

  test('a backslash escapes the quote behind it in a text, and stands for itself in a name', () => {
    assert.equal(checkUserExpression(String.raw`name = 'O\'Brien'`, snowflake), String.raw`name = 'O\'Brien'`)
    assert.equal(checkUserExpression(String.raw`"a\" = 'b'`, snowflake), String.raw`"a\" = 'b'`)
    assert.throws(() => checkUserExpression(String.raw`name = 'a\'`, snowflake), /does not end/)
  })

  for (const written of [
    'payload:customer.id::number > 3',
    'seen > current_timestamp()',
    'array_size(filter(tags, x -> x > 3)) = 1',
    'exists (select 1 from table(flatten(tags)))',
  ]) {
    test(`a filter is taken: ${written}`, () => {
      assert.equal(checkUserExpression(written, snowflake), written)
    })
  }

  for (const [written, why] of [
    ["a // '\n or b = '", /begins a comment/],
    ['a = $$b$$', /would be taken for a parameter/],
    ['a = $b', /would be taken for a parameter/],
    ['a = :1', /would be taken for a parameter/],
    ['a = ?', /would be taken for a parameter/],
    ['system$wait(10) is null', /asks or changes what is the server's own/],
    ['"SYSTEM$WAIT"(10) is null', /asks or changes what is the server's own/],
    ['exists (select $1 from @stage)', /would be taken for a parameter/],
    ['exists (select 1 from @stage)', /reads files/],
    ['(select s.nextval) = 1', /advances a sequence/],
    ["exists (select 1 from table(result_scan('x')))", /calls a table function/],
    ["exists (select 1 from identifier('t'))", /takes a name from a text/],
    ['current_role = name', /shows what is the server's own/],
    ['exists (select 1 from shop.information_schema.tables)', /shows what is the server's own/],
    ["ai_complete('model', name) = 'x'", /sends values to another service/],
    ["snowflake.cortex.complete('model', name) = 'x'", /sends values to another service/],
  ] as const) {
    test(`a filter is refused: ${written.replace('\n', ' ')}`, () => {
      assert.throws(() => checkUserExpression(written, snowflake), why)
    })
  }
})
