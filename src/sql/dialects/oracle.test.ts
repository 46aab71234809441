import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, Expression } from '../ast.ts'
import {
  above,
  call,
  cast,
  column,
  count,
  date,
  decimal,
  equal,
  inList,
  isNull,
  not,
  notInList,
  number,
  output,
  ownPattern,
  segment,
  select,
  subquery,
  text,
  timestamp,
} from '../build.ts'
import { printExpression, printSelect } from '../print.ts'
import { checkUserExpression } from '../user-expression.ts'
import { checkUserQuery } from '../user-query.ts'
import { oracle } from './oracle.dialect.ts'

const field = (name: string, type: Column['type'], native_type: string) =>
  column({ name, type, native_type, nullable: true })
const name = field('NAME', 'String', 'VARCHAR2(20)')
const printed = (expression: Expression) => printExpression(expression, oracle).sql

describe('what is peculiar to the SQL of Oracle', () => {
  test('an empty text is a value that no column has, as it would be NULL and every comparison with it neither true nor false', () => {
    assert.equal(printed(equal(name, text(''))), '("NAME" = chr(0))')
    const list = printExpression(notInList(name, [text(''), text('open')]), oracle)
    assert.deepEqual([list.sql, list.parameters], ['("NAME" not in (chr(0), :p1))', ['open']])
    assert.equal(printed(call('replace_matches', name, text('x'), text(''))), 'regexp_replace("NAME", :p1)')
    assert.match(
      printed(call('collapse_whitespace', name)),
      /^nvl2\("NAME", nvl\(trim\(.*\), chr\(0\)\), null\)$/,
    )
  })

  test('a number has the zero before its point as a text, and a text that begins with a point is as it is', () => {
    const price = field('PRICE', 'Fractional', 'NUMBER(10,2)')
    assert.equal(printed(call('plain_text', price)), `regexp_replace(to_char("PRICE"), '^(-?)[.]', '\\10.')`)
    for (const value of [name, output('NAME', 'String')])
      assert.equal(
        printed(call('beginning', call('plain_text', value), number(9))),
        'substr(to_char("NAME"), 1, 9)',
      )
  })

  test('no condition is a value, and no value a condition', () => {
    const paid = field('PAID', 'Boolean', 'BOOLEAN')
    const asNumber = 'case when "PAID" then 1 when not "PAID" then 0 end'
    assert.equal(printed(not(paid)), `(not (${asNumber} = 1))`)
    assert.equal(
      printSelect(
        select({ items: [{ expression: isNull(name), alias: 'n' }], from: { kind: 'store', sql: 'dual' } }),
        oracle,
      ).sql,
      'select case when ("NAME" is null) then 1 when not ("NAME" is null) then 0 end as "n" from dual',
    )
  })

  test('relations have names without "as", also where every field stands beside others', () => {
    const inner = select({ items: 'all', from: { kind: 'store', sql: '"S"."T"' } })
    const extra = [{ expression: number(1), alias: 'one' }]
    const page = select({ items: 'all', extra, from: subquery(inner), limit: 5, offset: 10 })
    assert.equal(
      printSelect(page, oracle).sql,
      'select rows_of.*, 1 as "one" from (select * from "S"."T") rows_of offset 10 rows fetch next 5 rows only',
    )
    assert.match(printSelect({ ...page, offset: 0 }, oracle).sql, / fetch first 5 rows only$/)
    const left = select({ items: [{ expression: output('A'), alias: 'A' }], from: subquery(inner) })
    const joined = select({
      items: 'all',
      extra,
      from: { kind: 'join', type: 'left', left, right: left, on: equal(output('A'), output('A')) },
    })
    assert.match(
      printSelect(joined, oracle).sql,
      /^select left_rows\.\*, right_rows\.\*, 1 as "one" from \(.*\) left_rows left join \(.*\) right_rows on /,
    )
  })

  test('a list of more than a thousand members is cut into several', () => {
    const whole = field('ID', 'Integral', 'NUMBER(18,0)')
    const many = Array.from({ length: 2001 }, (_, index) => number(index))
    assert.match(
      printed(inList(whole, many)),
      /^\("ID" in \(0, .*, 999\) or "ID" in \(1000, .*, 1999\) or "ID" in \(2000\)\)$/,
    )
    assert.match(
      printed(notInList(whole, many)),
      /^\("ID" not in \(0, .*\) and "ID" not in \(1000, .*\) and "ID" not in \(2000\)\)$/,
    )
    assert.match(printed(inList(whole, many.slice(0, 1000))), /^\("ID" in \(0, [^()]*, 999\)\)$/)
  })

  test('blanks that fill up a char are none of its value, and one of blanks alone keeps one', () => {
    for (const native of ['CHAR(5)', 'NCHAR(5)'])
      assert.equal(printed(field('CODE', 'String', native)), `nvl2("CODE", nvl(rtrim("CODE"), ' '), null)`)
    assert.equal(printed(name), '"NAME"')
  })

  test('times with a zone are compared in UTC, and spans of time have their fractions', () => {
    const zoned = field('AT', 'Timestamp', 'TIMESTAMP(6) WITH TIME ZONE')
    assert.equal(
      printed(equal(zoned, timestamp('2026-01-31T12:00:00+01:00'))),
      `(sys_extract_utc("AT") = timestamp '2026-01-31 11:00:00.000')`,
    )
    assert.equal(
      printed(field('AT', 'Timestamp', 'TIMESTAMP(6) WITH LOCAL TIME ZONE')),
      'cast("AT" as timestamp(9))',
    )
    const day = field('DAY', 'Timestamp', 'DATE')
    assert.equal(printed(above(day, date('2026-01-31'))), `("DAY" > date '2026-01-31')`)
    assert.match(printed(call('millis_between', day, zoned)), /extract\(second from .*\) \* 1000\)$/)
    assert.equal(printed(segment('Weekly', day)), `trunc("DAY", 'IW')`)
    assert.match(
      printed(cast(name, 'date')),
      /^trunc\(to_timestamp\(translate\(to_char\("NAME"\), 'Tt', ' {2}'\)/,
    )
  })

  test('large objects are counted, floating constants are no decimals, and a number that does not fit is NULL', () => {
    const note = field('NOTE', 'String', 'CLOB')
    assert.equal(printed(count(note)), 'count(case when "NOTE" is not null then 1 end)')
    assert.equal(printed(count()), 'count(*)')
    const share = field('SHARE', 'Fractional', 'BINARY_DOUBLE')
    assert.equal(printed(above(share, number(1e300))), `("SHARE" > to_binary_double('1e+300'))`)
    assert.equal(
      printed(decimal(share, { precision: 4, scale: 2 })),
      'case when abs(round(to_number("SHARE"), 2)) < 100 then cast(round(to_number("SHARE"), 2) as number(4, 2)) end',
    )
  })

  test('a pattern is one of its regular expressions, or is refused', () => {
    const sent = (pattern: string) =>
      printExpression(call('matches', name, ownPattern(pattern)), oracle).parameters[0]
    for (const [written, meant] of [
      ['(?:ab)+?c{2,}', '(ab)+?c{2,}'],
      [String.raw`\t[\t\]a\-z]\.`, '\t[]\taz-]\\.'],
      [String.raw`[^\d\w.]\d`, '[^[:digit:][:alnum:]_.]\\d'],
      ['[[:alpha:]\\\\]', '[[:alpha:]\\]'],
      [']', ']'],
      ['[]a]', '[]a]'],
    ] as const)
      assert.equal(sent(written), meant, written)
    for (const [unknown, words] of [
      ['a(?=b)', /has "\(\?="/],
      ['(?<!a)b', /has "\(\?<!"/],
      ['(?i)a', /has "\(\?"/],
      [String.raw`\bword\b`, /has "\\b"/],
      [String.raw`[\p]`, /has "\\p"/],
      ['ä'.repeat(257), /at most 512 bytes/],
    ] as const)
      assert.throws(() => sent(unknown), { message: words }, unknown)
  })

  test('what a person writes does no more than read tables', () => {
    for (const [written, words] of [
      ["note = q'[it's]'", /quotes of its own/],
      ["note = NQ'!a!'", /quotes of its own/],
      ['price > :limit', /would be taken for a parameter/],
      ['(select count(*) from t@far) > 0', /leads to another server/],
      ['orders_seq.nextval > 0', /advances a sequence/],
      ['"DBMS_LOCK"."SLEEP"(1) is null', /calls a package/],
      ['utl_inaddr.get_host_name is null', /calls a package/],
      ["sys_context('userenv', 'host') = 'x'", /server's own/],
      ["user = 'SYS'", /server's own/],
      ['(select count(*) from user_tab_columns) > 0', /server's own/],
      ["xmlexists('fn:doc(1)')", /XQuery/],
    ] as const)
      assert.throws(() => checkUserExpression(written, oracle), { message: words }, written)
    for (const allowed of [
      'user_id > 0',
      '"USER" = 1',
      'all_items = 1 and dba_note is null',
      'price# > 0',
      "n'ö' = note",
    ])
      assert.equal(checkUserExpression(allowed, oracle), allowed)
    for (const query of [
      'with function f return number is begin return 1; end; select f from dual',
      'with a as (select 1 x from dual), procedure p is begin null; end; select 1 from dual',
      'select * from t for update',
      "select * from external ((a number) type oracle_loader default directory d location ('f'))",
    ])
      assert.throws(() => checkUserQuery(query, oracle), Error, query)
  })
})
