import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everySetting, loadConfig, tellSettings } from '../../../src/config.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /configuration', (app) => {
  test('shows an Admin every setting in force, where it comes from, and never a secret', async () => {
    const { status, body } = await app.ask('GET', '/api/configuration')
    assert.equal(status, 200)
    assert.equal(body.settings.length, everySetting.length)
    assert.match(body.version, /^\d+\.\d+\.\d+/)
    const given = {
      ASSAY_PORT: '8123',
      ASSAY_ROLE: 'api, worker',
      DATABASE_URL: 'postgresql://reader:open-sesame@db.example.com/assay',
      ASSAY_SLACK_BOT_TOKEN: 'xoxb-open-sesame',
    }
    const told = tellSettings(loadConfig(given), given)
    const of = (name: string) => {
      const { value, is_set, secret, unset } =
        told.find(({ variable }) => variable === name) ?? assert.fail(name)
      return [value, is_set, secret, unset]
    }
    assert.deepEqual(of('ASSAY_PORT'), ['8123', true, false, '8080'])
    assert.deepEqual(of('ASSAY_ROLE'), ['api,worker', true, false, 'api,worker,scheduler'])
    assert.deepEqual(of('ASSAY_LOG_LEVEL'), ['info', false, false, 'info'])
    assert.deepEqual(of('DATABASE_URL'), [null, true, true, 'the embedded PostgreSQL, kept in ASSAY_HOME'])
    assert.doesNotMatch(JSON.stringify(told), /open-sesame/)
  })

  test('shows what waits to be done, as it grows', async () => {
    const { datastore } = await makePeople(app)
    const before = (await app.ask('GET', '/api/configuration')).body.workload
    await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: datastore })
    const after = (await app.ask('GET', '/api/configuration')).body.workload
    assert.equal(after.units_waiting, before.units_waiting + 1)
    assert.ok(after.oldest_unit_seconds > 0)
    assert.ok(after.database_connections >= after.database_connections_idle)
  })

  test('is refused to a Manager', async () => {
    const manager = await app.user('Manager')
    await assertRefused(app, () => app.ask('GET', '/api/configuration', undefined, manager), 403, 'forbidden')
  })
})
