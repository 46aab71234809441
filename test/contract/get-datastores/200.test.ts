import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makeDatastore, makePeople } from '../../harness/factories.ts'

describeContract('GET /datastores', (app) => {
  let people = 0
  let container = 0
  let enrichment = 0
  let other = 0
  before(async () => {
    ;({ datastore: people, container } = await makePeople(app))
    await app.ask('PUT', `/api/datastores/${people}`, { name: 'People', tags: ['pii'] })
    enrichment = await makeDatastore(app, {}, { name: 'Enrichment', enrichment_only: true, tags: ['out'] })
    other = await makeDatastore(app, {}, { name: 'Zone_100%', tags: ['pii', 'out'] })
    const anomaly = await makeAnomaly(app, container, [await makeCheck(app, container)])
    // It is still open, and counted as that.
    await app.ask('PUT', `/api/anomalies/${anomaly}`, { status: 'Acknowledged' })
  })
  const ids = async (query: string, token?: string): Promise<number[]> => {
    const { status, body } = await app.ask('GET', `/api/datastores?${query}`, undefined, token)
    assert.equal(status, 200)
    assert.equal(body.total, body.items.length)
    return body.items.map(({ id }: { id: number }) => id)
  }

  test('filters, in every spelling of a boolean', async () => {
    assert.deepEqual((await ids('')).sort(), [people, enrichment, other])
    assert.deepEqual(await ids('name=People'), [people])
    assert.deepEqual(await ids('name=people'), [people], 'in any letter case where none is called exactly so')
    assert.deepEqual(await ids('search=PEO'), [people])
    assert.deepEqual(await ids('search=100%25'), [other])
    assert.deepEqual(await ids('search=_1'), [other])
    assert.deepEqual(await ids(`id=${other}`), [other])
    assert.deepEqual(await ids('datastore_type=sqlite'), [])
    assert.deepEqual((await ids('datastore_type=local&datastore_type=sqlite')).length, 3)
    assert.deepEqual((await ids('tag=pii')).sort(), [people, other])
    for (const word of ['true', 'True', 'TRUE'])
      assert.deepEqual(await ids(`enrichment_only=${word}`), [enrichment])
    assert.deepEqual((await ids('enrichment_only=False')).sort(), [people, other])
    assert.deepEqual(await ids('group=ignored&name=People'), [people])
  })

  test('sorts favourites first, and by name, age, containers and open anomalies', async () => {
    assert.deepEqual(await ids('sort_name=desc'), [other, people, enrichment])
    assert.deepEqual(await ids('sort_created=desc'), [other, enrichment, people])
    assert.equal((await ids('sort_containers=desc'))[0], people)
    assert.equal((await ids('sort_active_anomalies=desc'))[0], people)
    await app.ask('PATCH', `/api/datastores/${other}/favorite`, { favorite: true })
    assert.equal((await ids(''))[0], other)
    assert.equal((await ids('sort_favorite=asc')).at(-1), other)
  })
  test('a Member sees the datastores of their teams only', async () => {
    assert.deepEqual(await ids('', await app.user('Member')), [])
    assert.deepEqual(await ids('', await app.user('Member', { Reporter: [people] })), [people])
  })

  test('a Manager sees the others by name', async () => {
    const manager = await app.user('Manager', { Reporter: [people] })
    const { body } = await app.ask('GET', '/api/datastores', undefined, manager)
    const item = (id: number) => body.items.find((one: { id: number }) => one.id === id)
    assert.deepEqual(item(other), {
      id: other,
      name: 'Zone_100%',
      store_type: 'dfs',
      type: 'local',
      enrichment_only: false,
    })
    assert.deepEqual(item(people).metrics, { containers: 1, active_checks: 1, active_anomalies: 1 })
  })
})
