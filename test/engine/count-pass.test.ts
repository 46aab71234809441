import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sourceWords } from '../../src/connectors/readable.ts'
import { countPass } from '../../src/engine/pass/count-pass.ts'
import { allRows } from '../../src/engine/relation.ts'
import { column, count, max, sum, userExpression } from '../../src/sql/build.ts'
import { recorded } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const rows = Array.from({ length: 50 }, (_, id) => [id, id % 2 === 0 ? null : id])

describe('whoever counts over a container', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [
      { name: 'sales', columns: { id: 'Integral', price: 'Integral' }, rows },
    ])
  })
  after(() => store.close())

  async function opened() {
    const session = recorded(store.session)
    const { fields } = await session.describe(store.container('sales'), [])
    return { session, fields, from: allRows(session, store.container('sales'), fields) }
  }

  test('has each field counted in one statement, by names of its own', async () => {
    const { session, fields, from } = await opened()
    const wanted = fields.map((field) => ({
      subject: field.name,
      wants: { rows: count('rows'), values: count(column(field)), '0': max(column(field)) },
      is_slow: false,
    }))
    const counts = await countPass(session, from, wanted)
    assert.equal(session.statements.length, 1)
    assert.equal(counts.rows, 50)
    assert.deepEqual(
      [...counts.found].map(([name, cells]) => [
        name,
        ...Object.keys(cells)
          .sort()
          .map((key) => String(cells[key])),
      ]),
      [
        ['id', '49', '50', '50'],
        ['price', '49', '50', '25'],
      ],
    )
    assert.deepEqual(counts.refused, [])
  })

  test('is told which subject the source refuses, and has the others counted', async () => {
    const { session, from } = await opened()
    const broken = { note: 'a subject is whatever the caller says' }
    const sound = { note: 'and told apart by itself' }
    const counts = await countPass(session, from, [
      { subject: broken, wants: { total: sum(userExpression('no_such_field')) }, is_slow: true },
      { subject: sound, wants: { total: sum(userExpression('price')) }, is_slow: true },
    ])
    assert.deepEqual(
      counts.refused.map(({ subject, error }) => [subject, sourceWords(error).includes('no_such_field')]),
      [[broken, true]],
    )
    assert.deepEqual([...counts.found.keys()], [sound])
    assert.equal(String(counts.found.get(sound)?.['total']), String(25 * 25))
  })

  test('is told of a subject that the source refuses alone, and of no rows', async () => {
    const { session, from } = await opened()
    const counts = await countPass(session, from, [
      { subject: 1, wants: { total: sum(userExpression('no_such_field')) }, is_slow: false },
    ])
    assert.equal(counts.rows, null)
    assert.deepEqual(
      counts.refused.map(({ subject }) => subject),
      [1],
    )
  })
})
