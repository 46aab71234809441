import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /anomalies, found by what they say and whose they are', (app) => {
  let store = 0
  const ids: number[] = []
  const set = (id: number | undefined, columns: string) =>
    app.environment.store.pool.query(`update anomalies set ${columns} where id = $1`, [id])
  before(async () => {
    const { datastore, container } = await makePeople(app)
    store = datastore
    const check = await makeCheck(app, container)
    const other = await makeCheck(app, container, {
      rule: 'between',
      fields: ['age'],
      properties: { min: 1 },
    })
    ids.push(await makeAnomaly(app, container, [check]))
    ids.push(await makeAnomaly(app, container, [other]))
    ids.push(await makeAnomaly(app, container, [check, other]))
    await set(
      ids[0],
      `message = '100% wrong_name', weight = 3, created = '2026-01-01T10:00Z', last_detected = '2026-02-03Z'`,
    )
    await set(
      ids[1],
      `message = 'Too old', description = 'see 100 percent', weight = 8, is_new = false,
      created = '2026-01-02T10:00Z', last_detected = '2026-02-01Z', anomalous_records_count = 5`,
    )
    await set(
      ids[2],
      `weight = 21, created = '2026-01-03T10:00Z', last_detected = '2026-02-02Z', anomalous_records_count = 9`,
    )
  })
  const found = async (query: string, token?: string) => {
    const path = `/api/anomalies?datastore=${store}&${query}`
    const { status, body } = await app.ask('GET', path, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.items.length)
    return body.items.map(({ id }: { id: number }) => ids.indexOf(id)).join('')
  }

  test('by a part of the message or the note, by id and uuid', async () => {
    assert.equal(await found('search=100%25%20WRONG_'), '0')
    assert.equal(await found('search=100'), '10')
    assert.equal(await found('search=%25'), '0', 'wildcards are taken literally')
    assert.equal(await found(`search=${ids[2]}`), '2')
    const { body } = await app.ask('GET', `/api/anomalies/${ids[1]}`)
    assert.equal(await found(`search=${body.uuid.toUpperCase()}`), '1')
  })

  test('by weight, field, and whether one scan alone has found them', async () => {
    assert.equal(await found('min_weight=8'), '21')
    assert.equal(await found('min_weight=4&max_weight=20'), '1')
    assert.equal(await found('field=name'), '20')
    assert.equal(await found('field=name&field=age'), '210')
    assert.equal(await found('is_new=false'), '1')
    assert.equal(await found('is_new=true'), '20')
  })

  test('by whom they are assigned to: somebody, oneself, nobody', async () => {
    const token = await app.user('Member', { Author: [store] })
    const { body: users } = await app.ask('GET', '/api/users')
    const author = users.items.find(({ user_name }: { user_name: string }) => user_name === token)
    await app.ask('PUT', `/api/anomalies/${ids[0]}`, { assignee_ids: [author.id] })
    assert.equal(await found(`assignee=${author.id}`), '0')
    assert.equal(await found('assignee=me', token), '0')
    assert.equal(await found('assignee=me'), '')
    assert.equal(await found('assignee=none'), '21')
    assert.equal(await found(`assignee=none&assignee=${author.id}`), '210')
    const refused = await app.ask('GET', '/api/anomalies?assignee=you')
    assert.equal(refused.status, 422)
  })

  test('sorted by when they were found last and by how many rows fail', async () => {
    assert.equal(await found('sort_last_detected=asc'), '120')
    assert.equal(await found('sort_last_detected=desc'), '021')
    assert.equal(await found('sort_records=desc'), '210')
    assert.equal(await found('sort_records=asc'), '120', 'those without rows last both ways')
  })

  test('by when they were archived, and by what was open at the end of a day', async () => {
    app.clock.time = new Date('2026-01-05T12:00:00Z')
    await app.ask('DELETE', `/api/anomalies/${ids[1]}`)
    assert.equal(await found('archived_from=2026-01-05&archived_until=2026-01-05'), '1')
    assert.equal(await found('archived_from=2026-01-06'), '')
    assert.equal(await found('archived_until=2026-01-04'), '')
    assert.equal(await found('open_on=2026-01-01'), '0')
    assert.equal(await found('open_on=2026-01-04'), '210')
    assert.equal(await found('open_on=2026-01-05'), '20')
    app.clock.time = new Date('2026-01-07T12:00:00Z')
    await app.ask('PUT', `/api/anomalies/${ids[1]}`, { status: 'Acknowledged' })
    assert.equal(await found('open_on=2026-01-06'), '20')
    assert.equal(await found('open_on=2026-01-07'), '210')
    assert.equal(await found('archived_from=2026-01-01'), '')
  })

  test('by their ids, and those that are archived where the archive is named', async () => {
    const [one = 0, , other = 0] = ids
    await app.ask('PATCH', '/api/anomalies', [
      { id: one, status: 'Active' },
      { id: other, status: 'Active' },
    ])
    assert.equal(await found(`id=${other}&id=${one}&id=987654`), '20')
    await app.ask('DELETE', `/api/anomalies/${one}?status=Resolved`)
    assert.equal(await found(`id=${other}&id=${one}`), '2')
    assert.equal(await found(`id=${other}&id=${one}&archived=include`), '20')
  })
})
