import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /teams/{id}', (app) => {
  test('an update keeps what is left out, and a list replaces the whole list', async () => {
    const first = await makeDatastore(app)
    const second = await makeDatastore(app)
    const { body: team } = await app.ask('POST', '/api/teams', {
      name: 'Keepers',
      description: 'Keep it',
      permission: 'Editor',
      datastore_ids: [first],
    })
    const renamed = await app.ask('PUT', `/api/teams/${team.id}`, { name: 'Finders' })
    assert.deepEqual(renamed.body, { ...team, name: 'Finders' })
    const moved = await app.ask('PUT', `/api/teams/${team.id}`, { datastore_ids: [second] })
    assert.deepEqual(
      moved.body.datastores.map(({ id }: { id: number }) => id),
      [second],
    )
    assert.deepEqual((await app.ask('PUT', `/api/teams/${team.id}`, moved.body)).body, moved.body)
  })
})
