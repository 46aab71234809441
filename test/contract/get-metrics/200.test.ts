import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

/** The value of a series; undefined when it is not told. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describeContract('GET /metrics', (app) => {
  const read = async (): Promise<string> => (await app.ask('GET', '/metrics')).body

  test('counts units, runs and messages of flows over all processes', async () => {
    const { datastore } = await makePeople(app)
    const flow = await app.ask('POST', '/api/flows', {
      name: 'Told',
      trigger_type: 'manual',
      actions: [{ type: 'notification', notification_type: 'InApp', tokenized_message: 'Look' }],
    })
    await app.ask('POST', `/api/flows/${flow.body.id}/execute`)
    const before = await read()
    await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: datastore })
    const after = await read()
    const waiting = 'assay_units{state="waiting"}'
    const queued = 'assay_operations{type="sync",result="queued"}'
    assert.equal(valueOf(after, waiting), (valueOf(before, waiting) ?? 0) + 1)
    assert.equal(valueOf(after, queued), (valueOf(before, queued) ?? 0) + 1, after)
    assert.equal(valueOf(after, 'assay_deliveries{channel="InApp",result="pending"}'), 1)
    assert.ok((valueOf(after, 'assay_unit_oldest_wait_seconds') ?? 0) > 0)
    assert.ok((valueOf(after, 'assay_delivery_oldest_wait_seconds') ?? 0) > 0)
  })

  test('counts requests by the pattern of their path, whatever ids and nonsense they ask for', async () => {
    await app.ask('GET', '/api/operations/987654')
    await app.ask('GET', '/there/is/no-such-path-7')
    const text = await read()
    const series = (route: string) =>
      `assay_http_request_duration_seconds_count{method="GET",route="${route}",status="404"}`
    assert.equal(valueOf(text, series('/operations/:id')), 1, text)
    assert.equal(valueOf(text, series('unknown')), 1)
    assert.doesNotMatch(text, /987654|no-such-path/)
  })

  test('is a text that a scraper can read, with figures of the process', async () => {
    const { body, headers } = await app.ask('GET', '/metrics')
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    assert.ok((valueOf(body, 'process_resident_memory_bytes') ?? 0) > 1e6)
    assert.ok((valueOf(body, 'assay_database_connections{state="open"}') ?? 0) > 0)
    const described = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    assert.equal(new Set(described).size, described.length, 'each figure is described once')
  })

  test('is for Admins', async () => {
    const manager = await app.user('Manager')
    await assertRefused(app, () => app.ask('GET', '/metrics', undefined, manager), 403, 'forbidden')
    await assertRefused(app, () => app.ask('GET', '/metrics', undefined, null), 401, 'unauthenticated')
  })
})
