import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies/{id}', (app) => {
  let place = { datastore: 0, container: 0 }
  before(async () => void (place = await makePeople(app)))

  const read = (id: number) => app.ask('GET', `/api/anomalies/${id}`)

  for (const reason of ['Resolved', 'Invalid', 'Duplicate', 'Discarded']) {
    test(`archives as ${reason}: listed only when archived ones are asked for`, async () => {
      const id = await makeAnomaly(app, place.container, [])
      const author = await app.user('Member', { Author: [place.datastore] })
      const { status, body } = await app.ask(
        'DELETE',
        `/api/anomalies/${id}?archive=true&status=${reason}`,
        undefined,
        author,
      )
      assert.deepEqual([status, body], [204, ''])
      assert.deepEqual([(await read(id)).body.status, (await read(id)).body.archived], [reason, true])
      const listed = async (filter: string) =>
        (await app.ask('GET', `/api/anomalies?${filter}`)).body.items.some(
          (anomaly: { id: number }) => anomaly.id === id,
        )
      assert.deepEqual(
        [await listed(''), await listed('archived=only'), await listed('archived=include')],
        [false, true, true],
      )
    })
  }

  test('archives as Duplicate of another anomaly, which it forgets when it is opened again or its original is deleted', async () => {
    const [first, second] = [
      await makeAnomaly(app, place.container, []),
      await makeAnomaly(app, place.container, []),
    ]
    const archive = () => app.ask('DELETE', `/api/anomalies/${second}?status=Duplicate&duplicate_of=${first}`)
    const original = async () => (await read(second)).body.duplicate_of
    assert.equal(await original(), null)
    assert.equal((await archive()).status, 204)
    assert.equal(await original(), first)
    await app.ask('PUT', `/api/anomalies/${second}`, { status: 'Active' })
    assert.equal(await original(), null)
    await app.ask('DELETE', `/api/anomalies/${second}?status=Duplicate`)
    assert.equal(await original(), null, 'nobody named one')
    assert.equal((await archive()).status, 204)
    assert.equal(await original(), first, 'named afterwards')
    await app.ask('DELETE', `/api/anomalies/${first}?archive=false`)
    assert.deepEqual([(await read(second)).body.status, await original()], ['Duplicate', null])
  })

  test('archives as Resolved when nothing else is said', async () => {
    const id = await makeAnomaly(app, place.container, [])
    await app.ask('DELETE', `/api/anomalies/${id}`)
    assert.equal((await read(id)).body.status, 'Resolved')
  })

  test('with archive=false it is gone, open or archived, with all that belongs to it', async () => {
    const check = await makeCheck(app, place.container)
    const before = await countOfAll()
    for (const isArchived of [false, true]) {
      const id = await makeAnomaly(app, place.container, [check])
      await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged', tags: ['x'] })
      await app.ask('POST', `/api/anomalies/${id}/comments`, { message: 'Hm.' })
      if (isArchived) await app.ask('DELETE', `/api/anomalies/${id}`)
      const { status } = await app.ask('DELETE', `/api/anomalies/${id}?archive=false&status=Resolved`)
      assert.deepEqual([status, (await read(id)).status], [204, 404])
    }
    assert.equal(await countOfAll(), before)
  })

  async function countOfAll(): Promise<number> {
    const { rows } = await app.environment.store.pool.query<{ rows: number }>(
      `select (select count(*) from anomaly_failed_checks) + (select count(*) from anomaly_comments)
            + (select count(*) from tag_links where anomaly_id is not null) as rows`,
    )
    return rows[0]?.rows ?? -1
  }
})
