import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/events answers 403', (app) => {
  test('below Reporter on the datastore, before a stream begins', async () => {
    const scan = await scanned(app, await makePrices(app))
    const stranger = await app.user('Manager')
    await assertRefused(
      app,
      () => app.ask('GET', `/api/operations/${scan.id}/events`, undefined, stranger),
      403,
      'forbidden',
    )
    const reporter = await app.user('Member', { Reporter: [scan.datastore_id] })
    assert.equal((await app.ask('GET', `/api/operations/${scan.id}/events`, undefined, reporter)).status, 200)
  })
})
