import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /flows/{id}/history', (app) => {
  test('who did what stands there for a Member, the newest first, page by page', async () => {
    const manager = await app.user('Manager')
    const { body: flow } = await app.ask('POST', '/api/flows', { name: 'Tell', trigger_type: 'manual' })
    await app.ask('PUT', `/api/flows/${flow.id}`, { name: 'Say', burst_limit: 3 }, manager)
    const { body: execution } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const member = await app.user('Member')
    const read = async (query = '') =>
      (await app.ask('GET', `/api/flows/${flow.id}/history${query}`, undefined, member)).body
    const { items, total } = await read()
    assert.equal(total, 3)
    assert.deepEqual(
      items.map(({ action, details }: { action: string; details: object }) => [action, details]),
      [
        ['execute_flow', { execution: execution.id }],
        ['update_flow', { changed: ['burst_limit', 'name'] }],
        ['create_flow', { name: 'Tell' }],
      ],
    )
    assert.deepEqual((await read('?size=1&page=2')).items, [items[1]])
  })
})
