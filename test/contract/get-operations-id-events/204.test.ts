import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEvents } from '../../harness/event-reader.ts'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/events answers 204', (app) => {
  test('to a client that knows how the run has ended, so that it does not come back', async () => {
    const scan = await scanned(app, await makePrices(app))
    const path = `/api/operations/${scan.id}/events`
    const [end] = parseEvents((await app.ask('GET', path)).body)
    const again = await app.askRaw('GET', path, '', { 'last-event-id': end?.id ?? '' })
    assert.deepEqual([again.status, again.body], [204, ''])
  })
})
