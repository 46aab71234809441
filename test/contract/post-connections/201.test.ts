import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /connections makes a connection', (app) => {
  test('it is answered as it is stored, and a Manager may make it', async () => {
    const manager = await app.user('Manager')
    const input = { name: 'Files', type: 'local', parameters: { note: [1, { deep: null }] }, unknown: 1 }
    const { status, body } = await app.ask('POST', '/api/connections', input, manager)
    assert.equal(status, 201)
    assert.deepEqual(
      {
        name: body.name,
        type: body.type,
        connection_type: body.connection_type,
        parameters: body.parameters,
      },
      { name: 'Files', type: 'local', connection_type: 'dfs', parameters: { note: [1, { deep: null }] } },
    )
    assert.deepEqual((await app.ask('GET', `/api/connections/${body.id}`)).body, body)
  })

  test('without a name it is called after its type', async () => {
    const { body } = await app.ask('POST', '/api/connections', { type: 'local' })
    assert.equal(body.name, 'local')
  })

  test('a bucket needs keys, unless something else stands in their place', async () => {
    const bucket = { type: 's3', uri: 's3://lake' }
    const ask = () => app.ask('POST', '/api/connections', { ...bucket, name: 'Keyless' })
    const answer = await assertRefused(app, ask, 422, 'invalid')
    assert.deepEqual(places(answer), ['body.access_key', 'body.secret_key'])
    for (const [name, others] of Object.entries({
      instance: { ...bucket, parameters: { credentials: 'instance' } },
      account: { type: 'gcs', uri: 'gs://lake', credentials_payload: '{}' },
    }))
      assert.equal((await app.ask('POST', '/api/connections', { name, ...others })).status, 201, name)
  })

  test('secrets are never shown, logged or stored in clear, and open again only for their own connection', async () => {
    const secrets = {
      password: 'canary-password',
      passphrase: 'canary-passphrase',
      access_key: 'canary-access',
      secret_key: 'canary-secret',
      session_token: 'canary-token',
      credentials_payload: 'canary-payload',
    }
    const created = await app.ask('POST', '/api/connections', { name: 'Secret', type: 'local', ...secrets })
    const seen = [created, await app.ask('GET', '/api/connections'), app.logged]
    assert.doesNotMatch(JSON.stringify(seen), /canary/)
    const { rows } = await app.environment.store.pool.query<{ id: number; secrets: string; text: string }>(
      `select id, secrets, connections::text as text from connections where name = 'Secret'`,
    )
    const [row] = rows
    assert.doesNotMatch(row?.text ?? 'canary', /canary/)
    const { secrets: box } = app.environment
    assert.deepEqual(JSON.parse(box.open(row?.secrets ?? '', `connection:${row?.id}`)), secrets)
    assert.throws(() => box.open(row?.secrets ?? '', 'connection:999'))
  })
})
