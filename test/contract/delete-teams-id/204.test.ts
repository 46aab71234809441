import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('DELETE /teams/{id}', (app) => {
  test('the team is gone, and its users stay', async () => {
    const { body: user } = await app.ask('POST', '/api/users', { user_name: 'ada' })
    const input = { name: 'Passing', permission: 'Viewer', user_ids: [user.id] }
    const { body: team } = await app.ask('POST', '/api/teams', input)
    assert.deepEqual((await app.ask('GET', `/api/users/${user.id}`)).body.teams, ['Passing', 'Public'])
    assert.equal((await app.ask('DELETE', `/api/teams/${team.id}`)).status, 204)
    assert.equal((await app.ask('GET', `/api/teams/${team.id}`)).status, 404)
    assert.deepEqual((await app.ask('GET', `/api/users/${user.id}`)).body.teams, ['Public'])
  })
})
