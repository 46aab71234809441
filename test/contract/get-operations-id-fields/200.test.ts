import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carried, placeOf, promotion } from '../../harness/promotions.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

describeRuns('GET /operations/{id}/fields: the computed fields of a promotion', (app) => {
  test('are found by a part of the name and by the result, and one that was deleted since by its id alone', async () => {
    const from = await placeOf(app, await makePrices(app), 'a.csv')
    const to = await placeOf(app, await makePrices(app), 'b.csv')
    const ids: number[] = []
    for (const [name, column_expression] of [
      ['dear_100%', 'price * 2'],
      ['cheap', 'price / 2'],
    ]) {
      const { body } = await app.ask('POST', '/api/computed-fields', {
        container_id: from.container_id,
        name,
        transformation: 'customExpression',
        properties: { column_expression },
      })
      ids.push(body.id)
    }
    await carried(app, {
      ...promotion(from, to),
      type: 'promote_computed_field',
      computed_field_ids: [ids[0]],
    })
    const run = await carried(app, { ...promotion(from, to), type: 'promote_computed_field' })
    const path = `/api/operations/${run.id}/fields`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.deepEqual(body.items, run.results)
    assert.deepEqual(
      body.items.map((item: Body) => item.result),
      ['skipped', 'created'],
    )
    const found = async (query: string) =>
      (await app.ask('GET', `${path}?${query}`)).body.items.map((item: Body) => item.source_entity.name)
    assert.deepEqual(await found('search=DEAR'), ['dear_100%'])
    assert.deepEqual(await found('search=0%25'), ['dear_100%'])
    assert.deepEqual(await found('search=nothing'), [])
    assert.deepEqual(await found('promote_result=created'), ['cheap'])
    assert.equal((await found('promote_result=created&promote_result=skipped')).length, 2)
    assert.deepEqual(await found('page=2&size=1'), ['cheap'])
    await app.ask('DELETE', `/api/computed-fields/${ids[1]}`)
    const after = await app.ask('GET', `${path}?promote_result=created`)
    assert.deepEqual(after.body.items, [{ ...run.results[1], source_entity: null }])
  })
})
