import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'
import type { SearchHits } from '../../../src/model/search.ts'

describeContract('GET /search', (app) => {
  const own = { datastore: 0, container: 0, check: 0, anomaly: 0 }
  const other = { datastore: 0 }
  before(async () => {
    Object.assign(own, await makePeople(app))
    own.check = await makeCheck(app, own.container, { description: 'Names are 100% there' })
    own.anomaly = await makeAnomaly(app, own.container, [own.check])
    Object.assign(other, await makePeople(app))
    const { pool } = app.environment.store
    await pool.query(
      `insert into operations (id, type, trigger_type, datastore_id, payload, status, triggered_by) overriding system value
       values (777001, 'sync', 'manual', $1, '{}', '{}', 'x'), (777002, 'export', 'manual', null, '{}', '{}', 'x')`,
      [own.datastore],
    )
    await pool.query(
      `insert into schedules (trigger_type, name, datastore_id, payload, crontab, timezone, owner_id)
       select 'sync', 'nightly people', $1, '{}', '0 0 * * *', 'UTC', min(id) from users`,
      [own.datastore],
    )
    await pool.query(
      `insert into flows (name, trigger_type, filters, timezone, burst_limit, tags, owner_id, deactivated)
       select 'Tell the people team', 'manual', '{}', 'UTC', 10, '{}', min(id), true from users`,
    )
  })
  const search = async (query: string, token?: string): Promise<SearchHits> => {
    const { status, body } = await app.ask('GET', `/api/search?${query}`, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const found = ({ items }: SearchHits) => items.map(({ kind, title }) => `${kind} ${title}`)

  test('finds everything by a part of its name, the best first, with where it is and how it stands', async () => {
    const { items, is_complete } = await search(`q=PEOPLE`)
    assert.equal(is_complete, true)
    assert.deepEqual(
      items.map(({ kind, title, score }) => [kind, title, score]),
      [
        ['container', 'people.csv', 0.75],
        ['container', 'people.csv', 0.75],
        ['schedule', 'nightly people', 0.5],
        ['flow', 'Tell the people team', 0.5],
      ],
    )
    const { name } = (await app.ask('GET', `/api/datastores/${own.datastore}`)).body
    assert.deepEqual(items.find(({ id }) => id === own.container)?.path, [name])
    assert.deepEqual([items[0]?.state, items[3]?.state], ['available', 'deactivated'])
    assert.deepEqual(found(await search('q=age&kinds=field&size=1')), ['field age'])
    assert.equal((await search('q=age&kinds=field&size=1')).is_complete, false)
    const [check] = (await search('q=100%25')).items
    assert.deepEqual(
      [check?.kind, check?.id, check?.path],
      ['quality_check', own.check, [name, 'people.csv']],
    )
    assert.deepEqual(found(await search('q=%25%25')), [], 'wildcards are taken literally')
    assert.deepEqual(found(await search('q=(.*')), [], 'and so are signs of patterns')
  })

  test('finds anomalies and runs by their ids, anomalies by their uuids', async () => {
    const hits = (await search(`q=${own.anomaly}&kinds=anomaly`)).items
    assert.deepEqual(
      hits.map(({ id, state, score }) => [id, state, score]),
      [[own.anomaly, 'Active', 1]],
    )
    const { uuid } = (await app.ask('GET', `/api/anomalies/${own.anomaly}`)).body
    assert.deepEqual((await search(`q=${uuid}`)).items, hits)
    assert.deepEqual(found(await search('q=777001')), ['operation sync 777001'])
    assert.deepEqual(found(await search('q=777002')), ['operation export 777002'])
    assert.deepEqual(found(await search('q=happens&kinds=anomaly')), [])
  })

  test('shows a Member what is in their datastores, and nobody; people to Managers', async () => {
    const member = await app.user('Member', { Reporter: [other.datastore] })
    const seen = await search('q=people', member)
    assert.deepEqual(found(seen), ['container people.csv', 'flow Tell the people team'])
    for (const q of [own.anomaly, 777001, 777002, '100%25', 'nightly'])
      assert.deepEqual(
        found(
          await search(`q=${q}&kinds=anomaly&kinds=operation&kinds=quality_check&kinds=schedule`, member),
        ),
        [],
        String(q),
      )
    assert.deepEqual((await search('q=member&kinds=user', member)).items, [])
    assert.deepEqual(found(await search('q=member&kinds=user')), [`user ${member}`])
    const nobody = await app.user('Member')
    assert.deepEqual(found(await search('q=people', nobody)), ['flow Tell the people team'])
  })

  test('refuses what is blank or too long, and kinds that there are not', async () => {
    for (const query of ['q=%20', '', `q=${'x'.repeat(201)}`, 'q=a&kinds=planet', 'q=a&size=101'])
      assert.equal((await app.ask('GET', `/api/search?${query}`)).status, 422, query)
  })
})
