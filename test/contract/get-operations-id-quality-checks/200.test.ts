import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, promoted } from '../../harness/promotions.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

describeRuns('GET /operations/{id}/quality-checks: the checks of a promotion', (app) => {
  test('are found by a part of the description, by the rule type and by the result', async () => {
    const source = await makePrices(app)
    const from = await placeOf(app, source, 'a.csv')
    const to = await placeOf(app, await makePrices(app), 'b.csv')
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'], description: 'numbered 100%' })
    const run = await promoted(app, from, to)
    const path = `/api/operations/${run.id}/quality-checks`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.deepEqual(body.items, run.results)
    assert.deepEqual(
      body.items.map((item: Body) => item.result),
      ['updated', 'created'],
    )
    const found = async (query: string) => {
      const { items } = (await app.ask('GET', `${path}?${query}`)).body
      return items.map((item: Body) => item.source_entity.description)
    }
    assert.deepEqual(await found('search=NUMBERED'), ['numbered 100%'])
    assert.deepEqual(await found('search=0%25'), ['numbered 100%'])
    assert.deepEqual(await found('search=notneg'), ['prices of a.csv'])
    assert.deepEqual(await found('search=nothing'), [])
    assert.deepEqual(await found('promote_result=created'), ['numbered 100%'])
    assert.equal((await found('promote_result=created&promote_result=updated')).length, 2)
    assert.deepEqual(await found('promote_result=failed'), [])
    assert.deepEqual(await found('page=2&size=1'), ['numbered 100%'])
  })

  test('show a check that was deleted since by its id alone, and find it by what stands for it', async () => {
    const source = await makePrices(app)
    const from = await placeOf(app, source, 'a.csv')
    const run = await promoted(app, from, await placeOf(app, await makePrices(app), 'b.csv'))
    const [item] = run.results
    await app.ask('DELETE', `/api/quality-checks/${item.source_entity_id}?archive=false`)
    const { body } = await app.ask('GET', `/api/operations/${run.id}/quality-checks`)
    assert.deepEqual(body.items, [{ ...item, source_entity: null }])
    for (const search of ['notNegative', 'prices of a.csv']) {
      const { body: found } = await app.ask(
        'GET',
        `/api/operations/${run.id}/quality-checks?search=${encodeURIComponent(search)}`,
      )
      assert.deepEqual(found.items, body.items, search)
    }
  })
})
