import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople, maskField } from '../../harness/factories.ts'

describeContract('GET /containers/{id}/source-records', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => void (people = await makePeople(app)))
  const preview = async (query = '', token?: string) =>
    (await app.ask('GET', `/api/containers/${people.container}/source-records${query}`, undefined, token))
      .body
  const recordsOf = ({ items }: { items: { record: object }[] }) => items.map(({ record }) => record)

  test('has rows as the source has them, with their fields', async () => {
    const viewer = await app.user('Member', { Viewer: [people.datastore] })
    const shown = await preview('', viewer)
    assert.deepEqual(shown, {
      fields: [
        { name: 'id', type: 'Integral', masked: false },
        { name: 'name', type: 'String', masked: false },
        { name: 'age', type: 'Integral', masked: false },
      ],
      items: [{ record: { id: 1, name: 'Ada', age: 36 } }, { record: { id: 2, name: 'Alan', age: 41 } }],
    })
  })

  test('by a filter, an order and a limit', async () => {
    assert.deepEqual(recordsOf(await preview('?filter=age%20%3E%2040')), [{ id: 2, name: 'Alan', age: 41 }])
    assert.deepEqual(recordsOf(await preview('?sort_columns=-age&limit=1')), [
      { id: 2, name: 'Alan', age: 41 },
    ])
    assert.deepEqual(recordsOf(await preview('?sort_columns=name&limit=1')), [
      { id: 1, name: 'Ada', age: 36 },
    ])
  })

  test('without the values of masked fields, which an Editor may reveal, and the audit log says so', async () => {
    await maskField(app, people.container, 'name')
    assert.deepEqual(recordsOf(await preview('?limit=1')), [{ id: 1, name: '***MASKED***', age: 36 }])
    const editor = await app.user('Member', { Editor: [people.datastore] })
    const shown = await preview('?limit=1&include_masked=true&filter=name%20is%20not%20null', editor)
    assert.deepEqual(recordsOf(shown), [{ id: 1, name: 'Ada', age: 36 }])
    const { items } = (await app.ask('GET', '/api/audit-logs/masking')).body
    assert.deepEqual(
      [items.length, items[0].resource_type, items[0].resource_id, items[0].masked_field_names],
      [1, 'container', people.container, ['name']],
    )
  })

  test('refuses a filter or an order that would tell masked values', async () => {
    for (const [query, place] of [
      ["filter=name = 'Ada'", 'query.filter'],
      ["filter=NAME like 'A%'", 'query.filter'],
      ['filter=(select count(*) from people) > 1', 'query.filter'],
      ['sort_columns=name', 'query.sort_columns'],
      ['sort_columns=nobody', 'query.sort_columns'],
      ['filter=no_such_column > 1', 'query.filter'],
      ['filter=id > 1; drop table people', 'query.filter'],
    ] as const) {
      const [name = '', text = ''] = query.split(/=(.*)/s)
      const asked = `?${name}=${encodeURIComponent(text)}`
      const path = `/api/containers/${people.container}/source-records${asked}`
      const { status, body } = await app.ask('GET', path)
      assert.deepEqual([status, body.detail[0].loc.join('.')], [422, place], query)
      assert.doesNotMatch(JSON.stringify(body), /Ada|Alan/, query)
    }
  })
})
