import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople, maskField } from '../../harness/factories.ts'

describeContract('GET /quality-checks/{id}/sql', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => void (people = await makePeople(app)))
  const read = async (id: number, token?: string) =>
    (await app.ask('GET', `/api/quality-checks/${id}/sql`, undefined, token)).body

  test('has the statements that count and show failing rows, in the dialect of the store', async () => {
    const check = await makeCheck(app, people.container, {
      rule: 'between',
      fields: ['age'],
      properties: { min: 18, max: 65 },
      filter: "name <> 'x'",
    })
    const reporter = await app.user('Member', { Reporter: [people.datastore] })
    const { dialect, statements, sql, reason } = await read(check, reporter)
    assert.deepEqual([dialect, reason, statements.length], ['duckdb', null, 2])
    for (const statement of statements) {
      assert.match(statement, /from "people\.csv"/)
      assert.match(statement, /name <> 'x'/)
      assert.match(statement, /18/)
      assert.ok(sql.includes(statement))
    }
  })

  test('says what no statement tells', async () => {
    const counted = await makeCheck(app, people.container, {
      rule: 'fieldCount',
      fields: [],
      properties: { value: 3 },
    })
    const { statements, reason } = await read(counted)
    assert.deepEqual(statements, [])
    assert.match(reason, /fields of the container/)
  })

  test('withholds the literals where a masked field is computed with', async () => {
    const check = await makeCheck(app, people.container, {
      rule: 'expectedValues',
      fields: ['name'],
      properties: { list: ['Ada', 'Alan'] },
    })
    assert.match((await read(check)).sql, /'Ada'/)
    await maskField(app, people.container, 'name')
    const { sql } = await read(check)
    assert.match(sql, /<masked>/)
    assert.doesNotMatch(sql, /Ada|Alan/)
  })
})
