import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('Container scans refuse parameters that mean nothing', (app) => {
  for (const [path, member, value] of [
    ['container-scans', 'result', 'lost'],
    ['container-scans', 'latest_only', 'perhaps'],
    ['container-scans', 'created_date', 'yesterday'],
    ['container-scans', 'offset', 'CET'],
    ['container-scans', 'datastore', 'mine'],
    ['container-scans', 'container', 'x'],
    ['container-scans', 'operation', 'x'],
    ['container-scans', 'sort_created', 'up'],
    ['container-scans', 'sort_active_anomalies', 'most'],
    ['container-scans', 'size', '0'],
    ['container-scans/1/checks', 'result', 'unasserted'],
    ['container-scans/1/checks', 'sort_anomalies', 'most'],
    ['container-scans/1/source-records', 'limit', '0'],
    ['container-scans/1/source-records', 'include_masked', 'please'],
    ['container-scans/1/source-records/download', 'limit', '-1'],
    ['container-scans/1/anomalies', 'page', '0'],
    ['operations/1/scan-checks', 'size', '1001'],
  ]) {
    test(`GET /${path}?${member}=${value}`, async () => {
      const ask = () => app.ask('GET', `/api/${path}?${member}=${value}`)
      assert.match(
        places(await assertRefused(app, ask, 422, 'invalid'))[0] ?? '',
        new RegExp(`^query\\.${member}`),
      )
    })
  }
})
