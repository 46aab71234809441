import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/logs', (app) => {
  test('has the lines of a run, oldest first, page by page; none for a run without remarks', async () => {
    const source = await makePrices(app)
    const clean = await scanned(app, source)
    assert.equal((await app.ask('GET', `/api/operations/${clean.id}/logs`)).body.total, 0)
    for (const name of ['a.csv', 'b.csv']) {
      await app.check(source, name, { rule: 'notNull', fields: ['id'], filter: 'price > {{ limit }}' })
    }
    const { id } = await scanned(app, source)
    const { body } = await app.ask('GET', `/api/operations/${id}/logs?size=1&page=2`)
    assert.deepEqual([body.total, body.pages, body.items[0].level], [2, 2, 'warning'])
    assert.match(body.items[0].message, /b\.csv/)
  })
})
