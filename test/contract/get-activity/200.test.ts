import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

interface Entry {
  transaction: { id: number; issued_at: string; user: { user_name: string } }
  action: string
  resource_type: string
  resource_id: number
  details: Record<string, unknown>
  endpoint: string
}

describeContract('GET /activity', (app) => {
  const newest = async (count: number): Promise<Entry[]> =>
    (await app.ask('GET', `/api/activity?size=${count}`)).body.items.toReversed()

  test('tells who controlled runs', async () => {
    const { datastore, container } = await makePeople(app)
    await makeCheck(app, container)
    const editor = await app.user('Member', { Editor: [datastore] })
    const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const answer = await app.ask(method, `/api/operations/${path}`, body, editor)
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body.id
    }
    const id = await send('POST', 'run', { type: 'scan', datastore_id: datastore })
    await send('PUT', `abort/${id}`)
    await send('PUT', `run/${id}`)
    await send('PUT', `abort/${id}`)
    const again = await send('PUT', `rerun/${id}`)
    await send('DELETE', `${id}`)
    const entries = await newest(6)
    assert.deepEqual(
      entries.map(({ action, resource_id, endpoint }) => [action, resource_id, endpoint]),
      [
        ['trigger_operation', id, 'POST /operations/run'],
        ['abort_operation', id, `PUT /operations/abort/${id}`],
        ['resume_operation', id, `PUT /operations/run/${id}`],
        ['abort_operation', id, `PUT /operations/abort/${id}`],
        ['rerun_operation', again, `PUT /operations/rerun/${id}`],
        ['delete_operation', id, `DELETE /operations/${id}`],
      ],
    )
    assert.ok(entries.every(({ transaction }) => transaction.user.user_name === editor))
    assert.deepEqual(entries[4]?.details, { type: 'scan', datastore_id: datastore, rerun_of: id })
  })

  test('tells who changed what people may do, without secrets or addresses', async () => {
    const user = await app.ask('POST', '/api/users', { user_name: 'ann', email: 'ann@example.com' })
    const userId = user.body.id
    await app.ask('PUT', `/api/users/${userId}`, { role: 'Manager', email: 'a@example.com' })
    const team = await app.ask('POST', '/api/teams', { name: 'T', permission: 'Viewer', user_ids: [userId] })
    await app.ask('PUT', `/api/teams/${team.body.id}`, { permission: 'Editor' })
    const token = await app.ask('POST', '/api/user-tokens', { name: 'one', user_id: userId })
    await app.ask('DELETE', `/api/user-tokens/${token.body.id}`)
    await app.ask('DELETE', `/api/teams/${team.body.id}`)
    await app.ask('DELETE', `/api/users/${userId}`)
    const entries = await newest(8)
    assert.deepEqual(
      entries.map(({ action, resource_type, resource_id, details }) => [
        action,
        resource_type,
        resource_id,
        details,
      ]),
      [
        ['create_user', 'user', userId, { user_name: 'ann', role: 'Member' }],
        ['update_user', 'user', userId, { changed: ['email', 'role'], role: 'Manager' }],
        ['create_team', 'team', team.body.id, { name: 'T', permission: 'Viewer', user_ids: [userId] }],
        ['update_team', 'team', team.body.id, { name: 'T', permission: 'Editor' }],
        [
          'create_token',
          'user_token',
          token.body.id,
          { name: 'one', user_id: userId, expires_in_days: null },
        ],
        ['revoke_token', 'user_token', token.body.id, { name: 'one', user_id: userId }],
        ['delete_team', 'team', team.body.id, { name: 'T' }],
        ['delete_user', 'user', userId, { user_name: 'ann' }],
      ],
    )
    assert.doesNotMatch(JSON.stringify(entries), new RegExp(`${token.body.bearer_token}|ann@|a@example`))
  })

  test('a change that is refused leaves no entry', async () => {
    const ask = () => app.ask('POST', '/api/teams', { name: 'Public', permission: 'Viewer' })
    await assertRefused(app, ask, 409, 'conflict')
    await assertRefused(app, () => app.ask('PUT', '/api/operations/abort/999'), 404, 'not_found')
  })

  test('filters by user, action, day and timeframe', async () => {
    const count = async (filter: string) => (await app.ask('GET', `/api/activity?${filter}`)).body.total
    app.clock.time = new Date('2026-04-15T23:30:00Z')
    const member = await app.user('Member')
    await app.ask('POST', '/api/user-tokens', { name: 'own' }, member)
    const [entry] = (await app.ask('GET', '/api/activity?size=1')).body.items as {
      transaction: { user: { id: number } }
    }[]
    assert.equal(await count(`users=${entry?.transaction.user.id}`), 1)
    assert.equal(await count('actions=create_team&actions=delete_team'), 2)
    assert.equal(await count('start_date=2026-04-15'), 1)
    assert.equal(await count('start_date=2026-04-16'), 0)
    assert.equal(await count('start_date=2026-04-16&offset=60'), 1)
    assert.equal(await count('timeframe=week'), 1)
    assert.equal(await count('timeframe=year'), await count(''))
    assert.equal((await app.ask('GET', '/api/activity?actions=sneeze')).status, 422)
  })

  test('tells what was done to one thing', async () => {
    const { datastore } = await makePeople(app)
    const path = `/api/activity?resource_type=datastore&resource_id=${datastore}`
    const { items, total } = (await app.ask('GET', path)).body
    assert.deepEqual([total, items[0].action, items[0].resource_id], [1, 'create_datastore', datastore])
    assert.equal(
      (await app.ask('GET', '/api/activity?resource_type=datastore&resource_id=999')).body.total,
      0,
    )
    assert.equal((await app.ask('GET', '/api/activity?resource_type=planet')).status, 422)
  })
})
