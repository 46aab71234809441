import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, Expression } from '../ast.ts'
import { call, column, count, equal, inList, output, runningSum, select, text } from '../build.ts'
import { printExpression, printSelect } from '../print.ts'
import { redshift } from './redshift.dialect.ts'

const field = (name: string, type: Column['type'], native_type: string) =>
  column({ name, type, native_type, nullable: true })
const note = field('note', 'String', 'character varying')
const day = field('day', 'Date', 'date')
const paid = field('paid', 'Boolean', 'boolean')
const printed = (expression: Expression) => printExpression(expression, redshift).sql
const statement = (query: Parameters<typeof select>[0]) => printSelect(select(query), redshift).sql
const from = { kind: 'store', sql: 't' } as const

describe('what is peculiar to the SQL of Amazon Redshift', () => {
  test('texts are compared to the last blank, which its own comparisons pass over', () => {
    assert.equal(printed(equal(note, text('a'))), '(("note" || chr(1)) = ($1::varchar(65535) || chr(1)))')
    assert.equal(
      printed(inList(note, [text('a'), text('b')])),
      '(("note" || chr(1)) in (($1::varchar(65535) || chr(1)), ($2::varchar(65535) || chr(1))))',
    )
    assert.equal(
      statement({ items: [{ expression: count(), alias: 'n' }], from, group_by: [note, day] }),
      'select count(*) as "n" from t group by "note", octet_length("note"), "day"',
    )
  })

  test('so are the values of a row that is looked for among others', () => {
    const items = [
      { expression: output('k0'), alias: 'k0' },
      { expression: output('k1'), alias: 'k1' },
    ]
    assert.equal(
      printed({ kind: 'in_query', operands: [note, day], query: select({ items, from }) }),
      '((("note" || chr(1)), "day") in (select (assay_rows.assay_1 || chr(1)), assay_rows.assay_2 from (select "k0" as "k0", "k1" as "k1" from t) as assay_rows (assay_1, assay_2)))',
    )
  })

  test('a sum over ordered rows names its frame, as it must there', () => {
    assert.equal(
      printed(runningSum(output('n'), output('v'))),
      'sum("n") over (order by "v" rows unbounded preceding)',
    )
  })

  test('a value of truth becomes a text without a cast, as there is none', () => {
    const asText = `case when "paid" then 'true' when not "paid" then 'false' end`
    assert.equal(printed(call('plain_text', paid)), asText)
    assert.equal(printed(call('plain_text', output('paid', 'Boolean'))), asText)
    assert.ok(printed(call('spread', day, paid)).includes(`coalesce(cast(${asText} as varchar(65535)), '')`))
    assert.equal(printed(call('plain_text', day)), 'cast("day" as varchar(65535))')
  })
})
