import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /quality-checks/{id}/versions', (app) => {
  test('lists every version of the check as it stood, newest first', async () => {
    const { container } = await makePeople(app)
    app.clock.time = new Date('2026-01-01T00:00:00Z')
    const id = await makeCheck(app, container, { description: 'first', tags: ['old', 'kept'] })
    app.clock.time = new Date('2026-02-01T00:00:00Z')
    await app.ask('PUT', `/api/quality-checks/${id}`, { description: 'second', tags: ['new', 'kept'] })
    app.clock.time = new Date('2026-03-01T00:00:00Z')
    await app.ask('DELETE', `/api/quality-checks/${id}`)
    const { body } = await app.ask('GET', `/api/quality-checks/${id}/versions`)
    assert.deepEqual([body.total, body.page, body.items.length], [3, 1, 3])
    // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely
    const shown = body.items.map(({ version, description, status, global_tags }: any) => [
      version.number,
      description,
      status,
      global_tags.map(({ name }: { name: string }) => name),
    ])
    assert.deepEqual(shown, [
      [3, 'second', 'Archived', ['kept', 'new']],
      [2, 'second', 'Active', ['kept', 'new']],
      [1, 'first', 'Active', ['kept', 'old']],
    ])
    assert.equal(body.items[0].version.valid_to, null)
    for (const place of [0, 1]) {
      assert.equal(body.items[place + 1].version.valid_to, body.items[place].version.valid_from)
    }
    const single = await app.ask(
      'GET',
      `/api/quality-checks/${id}/version?version_at=${body.items[1].version.valid_from}`,
    )
    assert.deepEqual(single.body, body.items[1])
    const page = await app.ask('GET', `/api/quality-checks/${id}/versions?size=1&page=2`)
    assert.deepEqual(page.body.items, [body.items[1]])
  })
})
