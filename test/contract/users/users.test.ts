import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('/users', (app) => {
  const names = async (query: string, token?: string) => {
    const { body } = await app.ask('GET', `/api/users?${query}`, undefined, token)
    return body.items.map((user: { user_name: string }) => user.user_name)
  }

  test('a new user is a Member, a Human and in the team of everybody', async () => {
    const input = { user_name: 'ada', email: 'ada@example.com', name: 'Ada', unknown: 1 }
    const { status, body } = await app.ask('POST', '/api/users', input)
    assert.equal(status, 201)
    const { id, created_at, ...rest } = body
    assert.ok(created_at)
    assert.deepEqual(rest, {
      user_id: id,
      user_name: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      role: 'Member',
      user_type: 'Human',
      teams: ['Public'],
      last_login: null,
      deleted_at: null,
    })
    assert.deepEqual((await app.ask('GET', `/api/users/${id}`)).body, body)
  })

  test('an update changes what is given and nothing else', async () => {
    const { body: user } = await app.ask('POST', '/api/users', { user_name: 'alan', name: 'Alan' })
    const { status, body } = await app.ask('PUT', `/api/users/${user.id}`, { role: 'Manager', email: null })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...user, role: 'Manager' })
    assert.deepEqual((await app.ask('PUT', `/api/users/${user.id}`, body)).body, body)
  })

  test('the list is by user name and filtered by part of a name, role, type and team', async () => {
    await app.ask('POST', '/api/users', { user_name: 'bot', user_type: 'Service', name: '100%' })
    const manager = await app.user('Manager')
    assert.deepEqual(await names('name=ADA', manager), ['ada'])
    assert.deepEqual(await names('name=100%25'), ['bot'])
    assert.deepEqual(await names('name=0%250'), [])
    assert.deepEqual(await names('type=Service'), ['bot'])
    assert.deepEqual(await names('role=Manager&role=Admin&name=a'), ['admin-1', 'alan', 'manager-2'])
    assert.deepEqual(await names('team=Public'), ['ada', 'alan', 'bot'])
  })

  test('a deleted user is out of the list and of every team, but keeps its name', async () => {
    const { body: user } = await app.ask('POST', '/api/users', { user_name: 'eve' })
    assert.equal((await app.ask('DELETE', `/api/users/${user.id}`)).status, 204)
    assert.deepEqual(await names('name=eve'), [])
    assert.deepEqual(await names('name=eve&include_deleted=true'), ['eve'])
    const { body } = await app.ask('GET', `/api/users/${user.id}`)
    assert.deepEqual([body.deleted_at, body.teams], [app.clock.time.toISOString(), []])
    await assertRefused(app, () => app.ask('PUT', `/api/users/${user.id}`, { name: 'x' }), 404, 'not_found')
    await assertRefused(app, () => app.ask('POST', '/api/users', { user_name: 'eve' }), 409, 'conflict')
  })

  test('the only Admin can neither be deleted nor made less; of two, one can', async () => {
    const { body } = await app.ask('GET', '/api/users?role=Admin')
    const [{ id }] = body.items
    await assertRefused(app, () => app.ask('DELETE', `/api/users/${id}`), 409, 'conflict')
    await assertRefused(app, () => app.ask('PUT', `/api/users/${id}`, { role: 'Member' }), 409, 'conflict')
    assert.equal((await app.ask('PUT', `/api/users/${id}`, { role: 'Admin', name: 'Root' })).status, 200)
    const other = await app.ask('POST', '/api/users', { user_name: 'second', role: 'Admin' })
    const answers = await Promise.all([
      app.ask('PUT', `/api/users/${id}`, { role: 'Member' }),
      app.ask('DELETE', `/api/users/${other.body.id}`),
    ])
    assert.deepEqual(answers.map(({ status }) => status === 409).sort(), [false, true])
  })

  for (const [input, place] of [
    [{}, 'body.user_name'],
    [{ user_name: 'x', role: 'King' }, 'body.role'],
    [{ user_name: 'x', user_type: 'Robot' }, 'body.user_type'],
    [{ user_name: 'x', email: 5 }, 'body.email'],
  ] as const) {
    test(`${JSON.stringify(input)} is refused`, async () => {
      const answer = await assertRefused(app, () => app.ask('POST', '/api/users', input), 422, 'invalid')
      assert.deepEqual(places(answer), [place])
    })
  }
})
