import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-checks/bulk', (app) => {
  const own = { datastore: 0, container: 0 }
  const other = { datastore: 0, container: 0 }
  before(async () => {
    Object.assign(own, await makePeople(app))
    Object.assign(other, await makePeople(app))
  })
  const bulk = async (body: object, token?: string) => {
    const answer = await app.ask('POST', '/api/quality-checks/bulk', body, token)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const statusOf = async (id: number) => (await app.ask('GET', `/api/quality-checks/${id}`)).body.status

  test('changes many, keeps the anomalies of those that are archived, and a dry run says the same and changes nothing', async () => {
    const ids = [
      await makeCheck(app, own.container),
      await makeCheck(app, own.container, { fields: ['age'] }),
    ]
    const anomaly = await makeAnomaly(app, own.container, [ids[0] ?? 0])
    const body = { ids, change: { status: 'Discarded' } }
    const before = await app.rows()
    const dry = await bulk({ ...body, dry_run: true })
    assert.equal(await app.rows(), before, 'something was written')
    assert.deepEqual(dry, { matched: 2, changed: 2, refused: [] })
    assert.deepEqual(await bulk(body), dry)
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Discarded', 'Discarded'])
    assert.equal((await app.ask('GET', `/api/anomalies/${anomaly}`)).status, 200)
    await bulk({ ids, change: { status: 'Draft', tags: ['looked at'] } })
    const { body: list } = await app.ask('GET', `/api/quality-checks?status=Draft&tag=looked%20at`)
    assert.equal(list.total, 2)
  })

  test('refuses one by one, each with its reason, and changes the others', async () => {
    const mine = await makeCheck(app, own.container, { fields: ['id'] })
    const elsewhere = await makeCheck(app, other.container)
    const author = await app.user('Member', { Author: [own.datastore], Reporter: [other.datastore] })
    const { matched, changed, refused } = await bulk(
      { ids: [mine, elsewhere, 999_999], change: { status: 'Draft' } },
      author,
    )
    assert.deepEqual([matched, changed], [3, 1])
    assert.deepEqual(
      refused.map(({ id }: { id: number }) => id),
      [elsewhere, 999_999],
    )
    assert.match(refused[0].reason, /Author/)
    assert.deepEqual([await statusOf(mine), await statusOf(elsewhere)], ['Draft', 'Active'])
  })

  test('refuses a change that there is not, and more checks than one request may have', async () => {
    for (const body of [
      { ids: [1], change: { status: 'Solved' } },
      { ids: [1] },
      { ids: Array.from({ length: 1001 }, (_, id) => id), change: {} },
    ])
      await assertRefused(app, () => app.ask('POST', '/api/quality-checks/bulk', body), 422, 'invalid')
  })
})
