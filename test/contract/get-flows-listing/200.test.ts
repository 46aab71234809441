import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /flows/listing', (app) => {
  test('has every flow by its name for a Member, and none that was deleted', async () => {
    const ids = new Map<string, number>()
    for (const name of ['b', 'a', 'gone']) {
      const { body } = await app.ask('POST', '/api/flows', { name, trigger_type: 'manual' })
      ids.set(name, body.id)
    }
    await app.ask('DELETE', `/api/flows/${ids.get('gone')}`)
    const { status, body } = await app.ask('GET', '/api/flows/listing', undefined, await app.user('Member'))
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ id, name }: { id: number; name: string }) => [id, name]),
      ['a', 'b'].map((name) => [ids.get(name), name]),
    )
  })
})
