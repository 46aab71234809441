import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('DELETE /datastores/{id}/enrichment refuses', (app) => {
  test('while a run that writes there is not finished', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    await app.environment.store.database
      .insertInto('operations')
      .values({
        type: 'export',
        trigger_type: 'export',
        datastore_id,
        payload: '{}',
        status: '{}',
        triggered_by: 'x',
      })
      .execute()
    await assertRefused(
      app,
      () => app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`),
      409,
      'in_use',
    )
  })

  test('while such a run is scheduled', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    const { database } = app.environment.store
    const { user_id } = await database
      .selectFrom('users')
      .select('id as user_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await database
      .insertInto('schedules')
      .values({
        trigger_type: 'materialize',
        datastore_id,
        payload: '{}',
        crontab: '0 2 * * *',
        timezone: 'UTC',
        owner_id: user_id,
      })
      .execute()
    const unlink = () => app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)
    await assertRefused(app, unlink, 409, 'in_use')
    await database.updateTable('schedules').set({ deactivated: true }).execute()
    assert.equal((await unlink()).status, 204)
  })

  test('while a flow starts such runs, and no longer once it is deactivated', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    const operation = { type: 'export', datastore_id, asset_type: 'anomalies' }
    const flow = await makeFlow(app, {
      name: 'Export at night',
      actions: [{ type: 'operation', operation }],
    })
    const unlink = () => app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)
    await assertRefused(app, unlink, 409, 'in_use')
    assert.match((await unlink()).body.detail, /"Export at night"/)
    await app.ask('PATCH', `/api/flows/${flow.id}/deactivated`, { deactivated: true })
    assert.equal((await unlink()).status, 204)
  })
})
