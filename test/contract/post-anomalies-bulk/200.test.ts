import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('POST /anomalies/bulk', (app) => {
  const own = { datastore: 0, container: 0 }
  const other = { datastore: 0, container: 0 }
  let check = 0
  before(async () => {
    Object.assign(own, await makePeople(app))
    Object.assign(other, await makePeople(app))
    check = await makeCheck(app, own.container)
  })
  const bulk = async (body: object, token?: string) => {
    const answer = await app.ask('POST', '/api/anomalies/bulk', body, token)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const make = async (container: number, count: number) => {
    const made: number[] = []
    while (made.length < count) made.push(await makeAnomaly(app, container, [check]))
    return made
  }
  const statusOf = async (id: number) => (await app.ask('GET', `/api/anomalies/${id}`)).body.status

  test('changes what a filter finds, in any number, and a dry run says the same and changes nothing', async () => {
    const ids = await make(own.container, 120)
    const body = {
      filter: { container: [own.container] },
      change: { status: 'Acknowledged', tags: ['seen'] },
    }
    const before = await app.rows()
    const dry = await bulk({ ...body, dry_run: true })
    assert.equal(await app.rows(), before, 'something was written')
    assert.deepEqual(dry, { matched: 120, changed: 120, refused: [] })
    assert.deepEqual(await bulk(body), dry)
    const { body: list } = await app.ask(
      'GET',
      `/api/anomalies?container=${own.container}&status=Acknowledged&tag=seen`,
    )
    assert.equal(list.total, ids.length)
    assert.deepEqual(
      await bulk({ filter: { container: [own.container] }, change: { status: 'Invalid' } }),
      dry,
    )
    assert.equal(await statusOf(ids[0] ?? 0), 'Invalid')
    assert.deepEqual(
      await bulk({ filter: { container: [own.container] }, change: { status: 'Invalid' } }),
      { matched: 0, changed: 0, refused: [] },
      'archived ones are not found unless asked for',
    )
  })

  test('refuses an assignee where that user is below Viewer, and gives the others theirs', async () => {
    const [here = 0] = await make(own.container, 1)
    const [elsewhere = 0] = await make(other.container, 1)
    const viewer = await app.user('Member', { Viewer: [own.datastore] })
    const { body } = await app.ask('GET', `/api/users?name=${viewer}`)
    const change = { assignee_ids: [body.items[0].id] }
    const done = await bulk({ ids: [here, elsewhere], change })
    assert.deepEqual([done.matched, done.changed], [2, 1])
    assert.equal(done.refused[0].id, elsewhere)
    assert.match(done.refused[0].reason, /needs Viewer/)
  })

  test('refuses one by one, each with its reason, and changes the others', async () => {
    const [one = 0, two = 0, archived = 0] = await make(own.container, 3)
    const [elsewhere = 0] = await make(other.container, 1)
    await app.ask('DELETE', `/api/anomalies/${archived}`)
    const author = await app.user('Member', { Author: [own.datastore], Reporter: [other.datastore] })
    const change = { status: 'Duplicate' }
    const { matched, changed, refused } = await bulk(
      { ids: [one, archived, elsewhere, 999_999, two, one], change },
      author,
    )
    assert.deepEqual([matched, changed], [5, 2])
    const reasons = new Map(refused.map(({ id, reason }: { id: number; reason: string }) => [id, reason]))
    assert.deepEqual([...reasons.keys()], [archived, elsewhere, 999_999])
    assert.match(String(reasons.get(archived)), /archived already, as Resolved/)
    assert.match(String(reasons.get(elsewhere)), /Author/)
    assert.match(String(reasons.get(999_999)), /anomaly/)
    assert.deepEqual(await Promise.all([one, two, archived, elsewhere].map(statusOf)), [
      'Duplicate',
      'Duplicate',
      'Resolved',
      'Active',
    ])
    const stranger = await app.user('Member')
    const hidden = await bulk({ ids: [one], change }, stranger)
    assert.deepEqual([hidden.changed, hidden.refused[0].reason.includes('"')], [0, false])
    assert.deepEqual(await bulk({ filter: {}, change }, stranger), { matched: 0, changed: 0, refused: [] })
  })

  test('an anomaly that was found again while it was archived is not restored, the others are', async () => {
    const [first = 0, second = 0, third = 0] = await make(own.container, 3)
    await bulk({ ids: [first, third], change: { status: 'Resolved' } })
    await app.environment.store.pool.query(
      'update anomalies set identity = (select identity from anomalies where id = $1) where id = $2',
      [first, second],
    )
    const { changed, refused } = await bulk({ ids: [first, third], change: { status: 'Active' } })
    assert.deepEqual([changed, refused.length, refused[0].id], [1, 1, first])
    assert.match(refused[0].reason, new RegExp(`open anomaly ${second}`))
    assert.deepEqual(await Promise.all([first, third].map(statusOf)), ['Resolved', 'Active'])
  })

  test('refuses a request that names neither ids nor a filter, both, or a change that there is not', async () => {
    for (const body of [
      { change: {} },
      { ids: [1], filter: {}, change: {} },
      { ids: [1], change: { status: 'Solved' } },
      { ids: [1] },
      { filter: { colour: 'red' }, change: {} },
    ])
      await assertRefused(app, () => app.ask('POST', '/api/anomalies/bulk', body), 422, 'invalid')
  })
})
