import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /quality-checks/{id}/version shows the check as it stood', (app) => {
  let id = 0
  before(async () => {
    const { container } = await makePeople(app)
    app.clock.time = new Date('2026-01-01T00:00:00Z')
    id = await makeCheck(app, container, { description: 'first', tags: ['old'], filter: 'age > 1' })
    app.clock.time = new Date('2026-02-01T00:00:00Z')
    await app.ask('PUT', `/api/quality-checks/${id}`, {
      description: 'second',
      tags: ['new'],
      filter: null,
      fields: ['id'],
    })
    app.clock.time = new Date('2026-03-01T00:00:00Z')
    await app.ask('DELETE', `/api/quality-checks/${id}`)
  })
  const at = (time: string) =>
    app.ask('GET', `/api/quality-checks/${id}/version${time && `?version_at=${time}`}`)

  test('before and after each change, at the very moment too, and now', async () => {
    for (const [time, number, description, status] of [
      ['2026-01-01T00:00:00Z', 1, 'first', 'Active'],
      ['2026-01-31T23:59:59.999Z', 1, 'first', 'Active'],
      ['2026-02-01T00:00:00.000Z', 2, 'second', 'Active'],
      ['2026-02-01T01:00:00%2B02:00', 1, 'first', 'Active'],
      // A plus that was not encoded arrives as a blank.
      ['2026-02-01T02:00:00+02:00', 2, 'second', 'Active'],
      ['2026-02-01T01:59:59+02:00', 1, 'first', 'Active'],
      ['2026-01-31T00:30:00-23:59', 2, 'second', 'Active'],
      ['2026-03-01T00:00:00Z', 3, 'second', 'Archived'],
      ['', 3, 'second', 'Archived'],
    ] as const) {
      const { status: answered, body } = await at(time)
      assert.equal(answered, 200)
      assert.deepEqual(
        [time, body.version.number, body.description, body.status],
        [time, number, description, status],
      )
    }
  })

  test('with its fields, filter and tags of then, and how long it was so', async () => {
    const { body } = await at('2026-01-15T00:00:00Z')
    const names = (items: { name: string }[]) => items.map(({ name }) => name)
    assert.deepEqual(
      [names(body.fields), body.filter, names(body.global_tags)],
      [['name'], 'age > 1', ['old']],
    )
    assert.deepEqual(body.version, {
      number: 1,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_to: '2026-02-01T00:00:00.000Z',
      edited_by: 'admin-1',
    })
    assert.equal((await at('')).body.version.valid_to, null)
  })

  test('with who owned it then, and whom its new anomalies were assigned to', async () => {
    const { container } = await makePeople(app)
    app.clock.time = new Date('2026-01-01T00:00:00Z')
    const given = await makeCheck(app, container)
    const { body: maker } = await app.ask('GET', '/api/users/me')
    const { body: other } = await app.ask('POST', '/api/users', { user_name: 'heir', role: 'Admin' })
    app.clock.time = new Date('2026-02-01T00:00:00Z')
    const change = { owner_id: other.id, default_anomaly_assignee_id: other.id }
    assert.equal((await app.ask('PUT', `/api/quality-checks/${given}`, change)).status, 200)
    const people = async (time: string) => {
      const { body } = await app.ask('GET', `/api/quality-checks/${given}/version?version_at=${time}`)
      return [body.owner?.user_name, body.default_anomaly_assignee?.user_name ?? null]
    }
    assert.deepEqual(await people('2026-01-15T00:00:00Z'), [maker.user_name, null])
    assert.deepEqual(await people('2026-02-15T00:00:00Z'), ['heir', 'heir'])
  })

  test('before it was made there is none, and a time that is none is 422', async () => {
    assert.deepEqual((await at('2025-12-31T23:59:59.999Z')).body.code, 'not_found')
    for (const time of ['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '0000-06-01T00:00:00Z'])
      assert.equal((await at(time)).status, 422)
  })
})
