import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'
import { withTrial } from '../../harness/trial/operations.ts'

// No operation that ships writes there yet; the trial does.

describeContract(
  'DELETE /datastores/{id}/enrichment refuses',
  (app) => {
    test('while a run that writes there is not finished', async () => {
      const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
      const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
      await app.environment.store.database
        .insertInto('operations')
        .values({
          type: 'promote',
          trigger_type: 'trial',
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
          trigger_type: 'trial',
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
  },
  withTrial,
)
