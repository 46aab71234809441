import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { checksOf, placeOf, promoted, promotion } from '../../harness/promotions.ts'
import { assertRunInvariants } from '../../harness/run-invariants.ts'
import { describeRuns, finish } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const orders = 'id,amount\n1,20\n2,5\n'
/** Two batches of checks that come into force. */
const many = 60

describeRuns('A promotion', (app) => {
  const ends = async (count: number, filter: string | null = null) => {
    const source = await app.source({ 'orders.csv': orders })
    const destination = await app.source({ 'orders.csv': orders })
    const from = await placeOf(app, source, 'orders.csv')
    for (let number = 0; number < count; number++) {
      const properties = { value: 100 + number }
      await app.check(source, 'orders.csv', {
        rule: 'maxValue',
        fields: ['amount'],
        properties,
        ...(filter !== null && { filter }),
      })
    }
    return { from, to: await placeOf(app, destination, 'orders.csv'), destination }
  }
  const start = async (payload: object): Promise<number> => {
    const { status, body } = await app.ask('POST', '/api/operations/run', payload)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.result, body.results], ['queued', []])
    return body.id
  }
  const read = async (id: number): Promise<Body> => (await app.ask('GET', `/api/operations/${id}`)).body

  test('keeps what it did when it is aborted, does the rest when it is resumed, and all of it when it is rerun', async () => {
    const { from, to } = await ends(many)
    const id = await start(promotion(from, to, { as_draft: false }))
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'batch'])
    const aborted = (await app.ask('PUT', `/api/operations/abort/${id}`)).body
    assert.deepEqual([aborted.result, aborted.status.total, aborted.status.created], ['aborted', many, 50])
    assert.equal((await checksOf(app, to)).length, 50)
    assert.equal(await app.step(), null)
    await assertRunInvariants(app)
    await app.ask('PUT', `/api/operations/run/${id}`)
    await finish(app)
    const resumed = await read(id)
    assert.deepEqual(
      [resumed.result, resumed.status.created, resumed.results.length],
      ['success', many, many],
    )
    assert.equal((await checksOf(app, to)).length, many)
    const again = (await app.ask('PUT', `/api/operations/rerun/${id}`)).body
    await finish(app)
    assert.deepEqual((await read(again.id)).status, {
      total: many,
      created: 0,
      updated: 0,
      skipped: many,
      failed: 0,
    })
    await assertRunInvariants(app)
  })

  test('that was aborted before it began does everything when it is resumed', async () => {
    const { from, to } = await ends(2)
    const id = await start(promotion(from, to))
    await app.ask('PUT', `/api/operations/abort/${id}`)
    await app.ask('PUT', `/api/operations/run/${id}`)
    assert.equal(await app.step(), 'plan')
    await app.ask('PUT', `/api/operations/abort/${id}`)
    await app.ask('PUT', `/api/operations/run/${id}`)
    await finish(app)
    assert.equal((await read(id)).status.created, 2)
    const again = await app.ask('PUT', `/api/operations/run/${id}`)
    assert.equal(again.status, 409)
  })

  test('whose destination cannot be asked leaves nothing there, and tries what failed again when it is resumed', async () => {
    const { from, to, destination } = await ends(2, 'id > 0')
    rmSync(destination.folder, { recursive: true })
    const failed = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual([failed.result, failed.status.failed], ['failure', 2], JSON.stringify(failed))
    assert.match(failed.results[0].message, /\S/)
    assert.deepEqual(await checksOf(app, to), [])
    destination.write({ 'orders.csv': orders })
    await app.ask('PUT', `/api/operations/run/${failed.id}`)
    await finish(app)
    const resumed = await read(failed.id)
    assert.deepEqual(
      [resumed.result, resumed.status],
      ['success', { total: 2, created: 2, updated: 0, skipped: 0, failed: 0 }],
    )
    await assertRunInvariants(app)
  })

  test('done twice at once makes everything once', async () => {
    const { from, to } = await ends(20)
    const ids = [await start(promotion(from, to)), await start(promotion(from, to))]
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'plan'])
    await Promise.all([app.step(), app.step()])
    await finish(app)
    const runs = [await read(ids[0] ?? 0), await read(ids[1] ?? 0)]
    assert.deepEqual(
      runs.map(({ result }) => result),
      ['success', 'success'],
    )
    assert.deepEqual(
      runs.reduce((sum, { status }) => sum + status.created, 0),
      20,
    )
    assert.equal((await checksOf(app, to)).length, 20)
  })

  test('of checks or containers that vanish meanwhile says so', async () => {
    const { from, to, destination } = await ends(2)
    const id = await start(promotion(from, to))
    await app.step()
    const [first] = await checksOf(app, from)
    await app.ask('DELETE', `/api/quality-checks/${first.id}`)
    await finish(app)
    const { results, status } = await read(id)
    assert.deepEqual([status.created, status.failed], [1, 1])
    assert.equal(results[0].message, 'The check was put away or deleted after the run began.')

    const late = await start(promotion(from, to, { as_draft: false }))
    await app.step()
    assert.equal((await app.ask('DELETE', `/api/containers/${to.container_id}`)).status, 204)
    await finish(app)
    const ended = await read(late)
    assert.deepEqual([ended.result, ended.destination_container], ['failure', null])
    assert.match(ended.results[0].message, /was deleted, which is the destination of this promotion/)
    await assertRefused(app, () => app.ask('PUT', `/api/operations/rerun/${late}`), 409, 'wrong_state')
    await app.ask('DELETE', `/api/datastores/${destination.datastore_id}`)
    assert.deepEqual((await read(late)).destination_datastore, null)
    assert.equal((await app.ask('DELETE', `/api/operations/${late}`)).status, 204)
    await assertRunInvariants(app)
  })

  test('is found by either of its containers, and by no other', async () => {
    const { from, to } = await ends(1)
    const { id } = await promoted(app, from, to)
    const foundBy = async (container: number) =>
      (await app.ask('GET', `/api/operations?container=${container}&operation_type=promote`)).body.items.map(
        (one: Body) => one.id,
      )
    assert.deepEqual(await foundBy(from.container_id), [id])
    assert.deepEqual(await foundBy(to.container_id), [id])
    assert.deepEqual(await foundBy(0), [])
  })

  test('names its two ends in the list as it does by itself, which alone has the results', async () => {
    const { from, to } = await ends(1)
    const { id } = await promoted(app, from, to)
    const { body } = await app.ask('GET', `/api/operations?id=${id}`)
    const [listed] = body.items
    const { results, destination_datastore, container, destination_container } = await read(id)
    assert.equal(results.length, 1)
    assert.equal(listed.results, undefined)
    assert.deepEqual(
      [listed.destination_datastore, listed.container, listed.destination_container],
      [destination_datastore, container, destination_container],
    )
    assert.deepEqual(
      [listed.destination_datastore.id, listed.container, listed.destination_container],
      [
        to.datastore_id,
        { id: from.container_id, name: 'orders.csv' },
        { id: to.container_id, name: 'orders.csv' },
      ],
    )
  })

  test('is there for those who may read both sides, and in the hands of Editors of both', async () => {
    const { from, to } = await ends(1)
    const { id } = await promoted(app, from, to)
    const both = [from.datastore_id, to.datastore_id]
    const paths = ['', '/quality-checks', '/containers', '/logs', '/events'].map(
      (path) => `/api/operations/${id}${path}`,
    )
    const asked = async (token: string) =>
      Promise.all(paths.map(async (path) => (await app.ask('GET', path, undefined, token)).status))
    assert.deepEqual(await asked(await app.user('Member', { Reporter: both })), [200, 200, 200, 200, 200])
    assert.deepEqual(
      await asked(await app.user('Member', { Editor: [from.datastore_id] })),
      [404, 404, 404, 404, 404],
    )
    assert.deepEqual(
      await asked(await app.user('Manager', { Editor: [from.datastore_id] })),
      [403, 403, 403, 403, 403],
    )
    const listed = async (token: string) => {
      const [list, facets, search] = await Promise.all([
        app.ask('GET', '/api/operations?operation_type=promote', undefined, token),
        app.ask('GET', '/api/operations/facets', undefined, token),
        app.ask('GET', `/api/search?q=${id}`, undefined, token),
      ])
      const found = search.body.items.filter((one: Body) => one.kind === 'operation' && one.id === id)
      return [
        list.body.items.some((one: Body) => one.id === id),
        list.body.total,
        facets.body.operation_type.find((one: Body) => one.value === 'promote')?.count ?? 0,
        found.length,
      ]
    }
    assert.deepEqual(await listed(await app.user('Member', { Reporter: both })), [true, 1, 1, 1])
    assert.deepEqual(await listed(await app.user('Member', { Editor: [from.datastore_id] })), [
      false,
      0,
      0,
      0,
    ])
    const half = await app.user('Member', { Editor: [from.datastore_id], Author: [to.datastore_id] })
    for (const path of [`rerun/${id}`, `run/${id}`, `abort/${id}`])
      assert.equal((await app.ask('PUT', `/api/operations/${path}`, undefined, half)).status, 403)
    assert.equal((await app.ask('DELETE', `/api/operations/${id}`, undefined, half)).status, 403)
  })
})
