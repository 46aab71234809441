import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PermissionOfUser } from '../../../src/model/user.ts'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /users/{id}/permissions', (app) => {
  const idOf = async (token: string) => (await app.ask('GET', '/api/users/me', undefined, token)).body.id
  const permissionsOf = async (id: number, asker?: string) => {
    const { status, body } = await app.ask('GET', `/api/users/${id}/permissions`, undefined, asker)
    assert.equal(status, 200)
    return (body.items as PermissionOfUser[]).map(({ datastore, permission, by_role, teams }) => [
      datastore.id,
      permission,
      by_role,
      teams.map((team) => team.permission),
    ])
  }

  test('shows a Manager the highest permission on each datastore with the teams that it comes from, as it counts for the user', async () => {
    const { datastore: one } = await makePeople(app)
    const { datastore: other } = await makePeople(app)
    const member = await app.user('Member', { Viewer: [one], Author: [one, other] })
    const manager = await app.user('Manager')
    const id = await idOf(member)
    assert.deepEqual(await permissionsOf(id, manager), [
      [one, 'Author', false, ['Author', 'Viewer']],
      [other, 'Author', false, ['Author']],
    ])
    const { body: self } = await app.ask('GET', '/api/users/me', undefined, member)
    assert.deepEqual(self.permissions, { [one]: 'Author', [other]: 'Author' })

    const second = await app.ask('GET', `/api/users/${id}/permissions?size=1&page=2`)
    assert.deepEqual([second.body.total, second.body.items[0].datastore.id], [2, other])
  })

  test('shows of an Admin every datastore by the role, and of a deleted user none', async () => {
    const { body: datastores } = await app.ask('GET', '/api/datastores')
    const admin = await idOf(await app.user('Admin'))
    const seen = await permissionsOf(admin)
    assert.equal(seen.length, datastores.total)
    assert.ok(seen.every(([, permission, byRole]: unknown[]) => permission === 'Editor' && byRole === true))
    await app.ask('DELETE', `/api/users/${admin}`)
    assert.deepEqual(await permissionsOf(admin), [])
  })
})
