import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople, makeProfile } from '../../harness/factories.ts'

describeContract('GET /observability', (app) => {
  let people = { datastore: 0, container: 0 }
  let watch = 0
  before(async () => {
    people = await makePeople(app)
    await makePeople(app)
    await makeProfile(app, people.container, { id: {} })
    watch = await makeCheck(app, people.container, {
      rule: 'freshness',
      fields: [],
      properties: { value: 86_400_000 },
    })
    await makeAnomaly(app, people.container, [watch])
    await makeAnomaly(app, people.container, [await makeCheck(app, people.container)])
  })

  test('shows how containers changed, what watches that, and what it found', async () => {
    const { status, body } = await app.ask('GET', `/api/observability?datastore=${people.datastore}`)
    assert.equal(status, 200)
    const [{ container, datastore, measurements, checks, anomaly_count }, ...others] = body.items
    assert.deepEqual(others, [])
    assert.deepEqual([container.id, datastore.id, anomaly_count], [people.container, people.datastore, 1])
    assert.deepEqual(
      checks.map(({ id, rule_type, is_passing }: Record<string, unknown>) => [id, rule_type, is_passing]),
      [[watch, 'freshness', null]],
    )
    assert.equal(measurements.length, 1)
    assert.ok(measurements[0].size_bytes > 0)
    // It was measured before anything asked how old it is.
    assert.equal(measurements[0].last_modification_time, null)
  })

  test('lists all that the caller may see, and no more', async () => {
    const { body } = await app.ask('GET', '/api/observability')
    assert.equal(body.total, 2)
    const member = await app.user('Member', { Reporter: [people.datastore] })
    const seen = await app.ask('GET', '/api/observability', undefined, member)
    assert.deepEqual([seen.body.total, seen.body.items[0].container.id], [1, people.container])
    const stranger = await app.user('Member')
    assert.equal((await app.ask('GET', '/api/observability', undefined, stranger)).body.total, 0)
  })

  test('goes back as far as it is asked to', async () => {
    await app.environment.store.pool.query(
      `insert into container_measurements (container_id, measurement_time, row_count) values ($1, now() - interval '20 days', 7)`,
      [people.container],
    )
    const counts = async (query: string) => {
      const { body } = await app.ask('GET', `/api/observability?search=${people.container}&${query}`)
      return body.items[0].measurements.map((one: { row_count: number | null }) => one.row_count)
    }
    assert.deepEqual(await counts(''), [null, 7])
    assert.deepEqual(await counts('timeframe=week'), [null])
  })
})
