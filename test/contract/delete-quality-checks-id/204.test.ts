import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /quality-checks/{id}', (app) => {
  let container = 0
  let id = 0
  let other = 0
  let alone = 0
  let shared = 0
  beforeEach(async () => {
    ;({ container } = await makePeople(app))
    id = await makeCheck(app, container)
    other = await makeCheck(app, container, { fields: ['id'] })
    alone = await makeAnomaly(app, container, [id])
    shared = await makeAnomaly(app, container, [id, other])
  })
  const remove = async (query: string) => {
    const { status, body } = await app.ask('DELETE', `/api/quality-checks/${id}${query}`)
    assert.deepEqual([status, body], [204, ''])
  }
  const read = () => app.ask('GET', `/api/quality-checks/${id}`)
  const anomalies = async () => {
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      'select id from anomalies where container_id = $1 order by id',
      [container],
    )
    return rows.map((row) => row.id)
  }

  test('archives, with the anomalies that only this check found', async () => {
    await remove('')
    const { body } = await read()
    assert.deepEqual(
      [body.status, body.deleted_at, body.anomaly_count],
      ['Archived', '2026-03-01T12:00:00.000Z', 0],
    )
    assert.deepEqual(await anomalies(), [shared])
    assert.equal((await app.ask('GET', `/api/quality-checks/${other}`)).body.anomaly_count, 1)
  })

  test('as Discarded, keeping the anomalies', async () => {
    await remove('?archive=true&status=Discarded&delete_anomalies=false')
    assert.equal((await read()).body.status, 'Discarded')
    assert.deepEqual(await anomalies(), [alone, shared])
  })

  test('for good', async () => {
    await remove('?archive=false&status=Discarded&delete_anomalies=true')
    assert.equal((await read()).status, 404)
    assert.deepEqual(await anomalies(), [shared])
  })

  test('again without effect', async () => {
    await remove('')
    const { body } = await read()
    await remove('')
    assert.deepEqual((await read()).body, body)
  })

  test('a status that no archived check has is 422', async () => {
    const ask = () => app.ask('DELETE', `/api/quality-checks/${id}?status=Active`)
    await assertRefused(app, ask, 422, 'invalid')
  })
})
