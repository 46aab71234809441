import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /anomalies/{id}/source-record', (app) => {
  test('has the rows as JSON text, when they were recorded, and how many there are', async () => {
    const rows = Array.from({ length: 12 }, (_, id) => `${id},-1`).join('\n')
    const source = await app.source({ 'a.csv': `id,price\n${rows}\n` })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await scanned(app, source, { enrichment_source_record_limit: 4 })
    const { body: page } = await app.ask('GET', '/api/anomalies')
    const [anomaly] = page.items
    assert.deepEqual([page.total, anomaly.type, anomaly.anomalous_records_count], [1, 'shape', 12])
    const path = `/api/anomalies/${anomaly.id}/source-record`
    const { body } = await app.ask('GET', path)
    assert.equal(
      body.source_record,
      '[{"id":0,"price":-1},{"id":1,"price":-1},{"id":2,"price":-1},{"id":3,"price":-1}]',
    )
    assert.deepEqual([body.total, body.created], [4, anomaly.last_detected])
    const { body: one } = await app.ask('GET', `${path}?limit=1`)
    assert.deepEqual([JSON.parse(one.source_record).length, one.total], [1, 4])
  })

  test('masks masked fields, which an Editor may reveal and a Viewer may not', async () => {
    const source = await makePrices(app)
    await app.environment.store.pool.query(
      `update fields set status = 'masked' where name = 'price' and container_id = $1`,
      [(await app.containers(source)).get('a.csv')],
    )
    await scanned(app, source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.match(body.items[0].message, /`<masked>`/)
    const path = `/api/anomalies/${body.items[0].id}/source-record`
    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const editor = await app.user('Member', { Editor: [source.datastore_id] })
    const seen = async (query: string, token: string) =>
      (await app.ask('GET', `${path}${query}`, undefined, token)).body.source_record
    assert.equal(await seen('', viewer), '[{"id":1,"price":"***MASKED***"}]')
    assert.equal(await seen('?include_masked=true', editor), '[{"id":1,"price":-5}]')
    assert.equal((await app.ask('GET', `${path}?include_masked=true`, undefined, viewer)).status, 403)
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    assert.equal((await app.ask('GET', path, undefined, reporter)).status, 403)
  })

  test('says which cells of each row fail, check by check, as the checks were then, and pages through the rows', async () => {
    const big = '9007199254740993'
    const source = await app.source({
      'a.csv': `id,street,number,low,high\n${big},Elm,,5,1\n2,,7,1,2\n3,,,1,2\n`,
      'b.csv': `id,amount\n1,10\n2,20\n`,
      'c.csv': `id,amount\n1,10\n2,21\n`,
    })
    const empty = await app.check(source, 'a.csv', { rule: 'notNull', fields: ['street', 'number'] })
    const pair = await app.check(source, 'a.csv', {
      rule: 'equalToField',
      fields: ['low'],
      filter: 'id > 1000',
      properties: { field_name: 'high' },
    })
    const ref_container_id = (await app.containers(source)).get('c.csv')
    const replica = await app.check(source, 'b.csv', {
      rule: 'isReplicaOf',
      fields: ['id', 'amount'],
      properties: { ref_container_id, id_field_names: ['id'] },
    })
    await scanned(app, source)
    // What the check tests now says nothing of what was found before.
    await app.ask('PUT', `/api/quality-checks/${empty}`, { fields: ['street'] })
    const list = `/api/anomalies?datastore=${source.datastore_id}&sort_created=asc&quality_check=`
    const rowsOf = async (check: number, query = '') => {
      const { items } = (await app.ask('GET', `${list}${check}`)).body
      const answers = []
      for (const { id } of items) {
        const { body } = await app.ask('GET', `/api/anomalies/${id}/source-record${query}`)
        answers.push(...body.rows.map(({ failing }: { failing: object }) => failing))
      }
      return answers
    }
    const failing = await rowsOf(empty)
    assert.deepEqual(failing.map((row) => row[empty].join()).toSorted(), [
      'number',
      'street',
      'street,number',
    ])
    assert.deepEqual(await rowsOf(pair), [{ [pair]: ['low', 'high'], [empty]: ['number'] }])
    assert.deepEqual(await rowsOf(replica), [{ [replica]: ['amount'] }])
    assert.deepEqual(await rowsOf(replica, '?offset=1'), [])

    const [{ id }] = (await app.ask('GET', `${list}${pair}`)).body.items
    const token = await app.user('Member', { Viewer: [source.datastore_id] })
    const { body: text } = await app.server
      .inject({ url: `/api/anomalies/${id}/source-record`, headers: { authorization: `Bearer ${token}` } })
      .then((response) => ({ body: response.body }))
    assert.ok(text.includes(`"record":{"id":${big},`), text)
    const { body } = await app.ask('GET', `/api/anomalies/${id}/source-record`)
    assert.deepEqual(
      body.fields.map(({ name, masked }: { name: string; masked: boolean }) => [name, masked]),
      ['id', 'street', 'number', 'low', 'high'].map((name) => [name, false]),
    )

    await app.environment.store.pool.query(
      `update fields set status = 'masked' where name = 'number' and container_id = $1`,
      [(await app.containers(source)).get('a.csv')],
    )
    const hidden = await app.ask('GET', `/api/anomalies/${id}/source-record`)
    assert.equal(hidden.body.rows[0].record.number, '***MASKED***')
    assert.deepEqual(hidden.body.rows[0].failing[empty], ['street', 'number'], 'a hidden value does not show')
  })
})
