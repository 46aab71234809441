import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('PUT /connections/{id} changes what is given', (app) => {
  let id = 0
  before(
    async () =>
      void (id = await makeConnection(app, { username: 'ada', password: 'first', access_key: 'k' })),
  )
  const secrets = async () => {
    const { rows } = await app.environment.store.pool.query<{ secrets: string | null }>(
      'select secrets from connections where id = $1',
      [id],
    )
    const sealed = rows[0]?.secrets
    return sealed ? (JSON.parse(app.environment.secrets.open(sealed, `connection:${id}`)) as object) : null
  }

  test('absent members and secrets stay, null clears', async () => {
    const { status, body } = await app.ask('PUT', `/api/connections/${id}`, {
      name: 'renamed',
      type: 'local',
    })
    assert.deepEqual([status, body.name, body.username], [200, 'renamed', 'ada'])
    assert.deepEqual(await secrets(), { password: 'first', access_key: 'k' })
    const cleared = await app.ask('PUT', `/api/connections/${id}`, { username: null, access_key: null })
    assert.equal(cleared.body.username, null)
    assert.deepEqual(await secrets(), { password: 'first' })
  })

  test('a new secret takes the place of the old one', async () => {
    await app.ask('PUT', `/api/connections/${id}`, { password: 'second' })
    assert.deepEqual(await secrets(), { password: 'second' })
  })

  test('what was read can be sent back whole', async () => {
    const { body } = await app.ask('GET', `/api/connections/${id}`)
    assert.deepEqual((await app.ask('PUT', `/api/connections/${id}`, body)).body, body)
  })
})
