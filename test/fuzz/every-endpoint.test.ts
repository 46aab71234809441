import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { describeApi } from '../../src/http/document/document.ts'
import { routes } from '../harness/routes.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { operationsOf, requestsTo } from './requests.ts'
import type { Schema } from './values.ts'

// A failure prints the seed, the path and the smallest request that fails; ASSAY_FUZZ_SEED repeats it.
const seed = Number(process.env['ASSAY_FUZZ_SEED'] ?? 20_261)
const numRuns = process.env['ASSAY_FULL'] === '1' ? 300 : 5
const files = { 'people.csv': 'id,name,age\n1,Ada,36\n2,,41\n', 'empty.csv': 'a,b\n' }
const document = JSON.parse(JSON.stringify(describeApi(routes)))
const named: Record<string, Schema> = document.components.schemas

describe('whatever is asked, the answer is one that the API document names', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
    for (const place of ['first', 'second']) {
      const source = await app.source(files)
      const made = { rule: 'notNull', fields: ['name'], description: place }
      await app.check(source, 'people.csv', made)
      await app.check(source, 'people.csv', { ...made, rule: 'unique', status: 'Draft' })
      assert.equal((await app.scan(source)).status.anomalies_identified, 1)
      await app.ask('POST', '/api/operations/schedule', {
        type: 'scan',
        datastore_id: source.datastore_id,
        crontab: '0 2 1 1 *',
      })
    }
  })
  after(() => app.close())

  for (const operation of operationsOf(document)) {
    const { method, path } = operation
    // The limit is a guard against hanging, no measure of speed.
    test(`${method} ${path}`, { timeout: 300_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(requestsTo(operation, named), async ({ url, text }) => {
          // Compares status, content type and body with the document.
          const asked = path === '/api/events' ? withoutWaiting(url) : url
          const { status, body } = await app.askRaw(method, asked, text, {
            'content-type': 'application/json',
          })
          assert.ok(status < 500, `${status} ${JSON.stringify(body)}\n${app.logged.at(-1)}`)
        }),
        { seed, numRuns, endOnFailure: numRuns > 100 },
      )
    })
  }

  test('and the service still does its work', async () => {
    assert.equal((await app.ask('GET', '/api/status')).status, 200)
    const source = await app.source(files)
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['name'] })
    const { result, status } = await app.scan(source)
    assert.deepEqual([result, status.anomalies_identified], ['success', 1])
  })
})

/** A stream of what happens next does not end; `wait` decides that, and its other values are for its own tests. */
function withoutWaiting(url: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = query.split('&').filter((one) => one !== '' && !one.startsWith('wait='))
  return `${path}?${[...parameters, 'wait=false'].join('&')}`
}
