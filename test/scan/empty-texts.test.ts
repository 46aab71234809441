import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('empty cells of text', () => {
  let app: WorkingApp
  before(async () => void (app = await startWorkingApp()))
  after(() => app.close())

  test('fail notNull with their records, and pass it once they are told to be values', async () => {
    const source = await app.source({ 'a.csv': 'id,name\n1,""\n2,\n3,x\n' })
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['name'] })
    const scanned = async () => {
      const scan = await app.scan(source)
      const [verdict] = (await verdictsOf(app, scan.container_scans[0].id)).values()
      const found = await anomaliesOf(app, `&datastore=${source.datastore_id}`)
      const open = found.filter(({ status }) => status === 'Active')
      return [verdict?.result, open.length, scan.status.auto_resolved_anomaly_count]
    }
    assert.deepEqual(await scanned(), ['failed', 2, 0])
    const container = (await app.containers(source)).get('a.csv')
    const { status } = await app.ask('PUT', `/api/containers/${container}`, {
      container_type: 'file',
      treat_empty_as_null: false,
    })
    assert.equal(status, 200)
    assert.deepEqual(await scanned(), ['passed', 0, 2])
    assert.deepEqual(await scanned(), ['passed', 0, 0])
  })
})
