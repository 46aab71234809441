import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('A stored secret goes nowhere new', (app) => {
  const stored = {
    type: 'postgresql',
    host: 'db.example',
    port: 5432,
    username: 'ada',
    parameters: { sslmode: 'require', sslrootcert: 'PEM' },
  }
  let id = 0
  before(async () => void (id = await makeConnection(app, { ...stored, password: 'kept' })))

  const moves = [
    [{ host: 'evil.example' }, 'host'],
    [{ port: 6666 }, 'port'],
    [{ uri: 'postgresql://evil.example' }, 'uri'],
    [{ parameters: { sslmode: 'disable', sslrootcert: 'PEM' } }, 'parameters.sslmode'],
    [{ parameters: null }, 'parameters.sslmode'],
  ] as const

  for (const [change, member] of moves) {
    test(`PUT /connections/{id} refuses ${JSON.stringify(change)} without the password`, async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('PUT', `/api/connections/${id}`, change),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), ['body.password'])
      assert.match(answer.body.detail[0].msg, new RegExp(`Give password again.*${member}`))
    })

    test(`POST /connections/{id}/test refuses ${JSON.stringify(change)} without the password`, async () => {
      const ask = () => app.ask('POST', `/api/connections/${id}/test`, change)
      assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.password'])
    })
  }

  test('POST /connections/{id}/test refuses to try it as another type', async () => {
    const ask = () => app.ask('POST', `/api/connections/${id}/test`, { type: 'mysql' })
    assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.password'])
  })

  for (const host of [null, 'ada:canary@h', '/var/run/postgresql', '169.254.169.254']) {
    test(`a change is held to what a new connection must be, the host ${host} too`, async () => {
      for (const [method, path] of [
        ['PUT', `/api/connections/${id}`],
        ['POST', `/api/connections/${id}/test`],
      ] as const) {
        const ask = () => app.ask(method, path, { host, password: 'given again' })
        assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.host'])
      }
    })
  }

  test('the secret of an application signs in nowhere new', async () => {
    const parameters = { tenant_id: 'mine', authority: 'https://login.example' }
    const application = { type: 'abfs', uri: 'abfss://lake@account.dfs.core.windows.net', parameters }
    const made = await makeConnection(app, { ...application, access_key: 'client', secret_key: 'kept' })
    for (const moved of [{ authority: 'https://evil.example' }, { tenant_id: 'evil' }]) {
      const change = { parameters: { ...parameters, ...moved } }
      const ask = () => app.ask('PUT', `/api/connections/${made}`, change)
      const asked = places(await assertRefused(app, ask, 422, 'invalid'))
      assert.deepEqual(asked, ['body.access_key', 'body.secret_key'])
    }
  })

  test('every stored secret is asked for', async () => {
    const other = await makeConnection(app, { ...stored, password: 'one', passphrase: 'two' })
    const ask = () => app.ask('PUT', `/api/connections/${other}`, { host: 'new.example', password: 'x' })
    assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.passphrase'])
  })

  test('what was read is sent back whole, changed elsewhere, with the secret or with null for it', async () => {
    const path = `/api/connections/${id}`
    const { body: whole } = await app.ask('GET', path)
    for (const change of [
      whole,
      {
        ...whole,
        username: 'bob',
        parameters: { ...whole.parameters, sslrootcert: whole.parameters.sslrootcert },
      },
      { ...whole, host: 'new.example', password: 'given again' },
      { ...whole, host: 'other.example', password: null },
      // Nothing is stored any more that could be sent.
      { host: 'third.example' },
    ]) {
      const { status, body } = await app.ask('PUT', path, change)
      assert.equal(status, 200, JSON.stringify(body))
    }
  })

  test('of two changes at once, the one that moves the host never ends up with the old secret', async () => {
    for (let round = 0; round < 10; round++) {
      const raced = await makeConnection(app, { ...stored, password: 'kept' })
      const path = `/api/connections/${raced}`
      await Promise.all([
        app.ask('PUT', path, { host: 'evil.example', password: 'mine' }),
        app.ask('PUT', path, { username: 'eve' }),
        app.ask('PUT', path, { username: 'mallory' }),
      ])
      const { rows } = await app.environment.store.pool.query<{ host: string; secrets: string }>(
        'select host, secrets from connections where id = $1',
        [raced],
      )
      const sealed = app.environment.secrets.open(rows[0]?.secrets ?? '', `connection:${raced}`)
      assert.deepEqual([rows[0]?.host, JSON.parse(sealed)], ['evil.example', { password: 'mine' }])
    }
  })
})
