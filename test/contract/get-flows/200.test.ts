import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('GET /flows', (app) => {
  test('the newest comes first, with its newest execution, and by what is asked for', async () => {
    const tagged = await makeFlow(app, { name: 'One', tags: ['night'] })
    const timed = await makeFlow(app, { name: 'Two', trigger_type: 'schedule', crontab: '0 3 * * *' })
    const asleep = await makeFlow(app, { name: 'Three', deactivated: true })
    const idsOf = async (query: string) =>
      (await app.ask('GET', `/api/flows${query}`)).body.items.map(({ id }: { id: number }) => id)
    assert.deepEqual(await idsOf(''), [asleep.id, timed.id, tagged.id])
    for (const [query, expected] of [
      ['?search=tw', [timed.id]],
      [`?search=${tagged.id}`, [tagged.id]],
      ['?trigger_type=schedule', [timed.id]],
      ['?trigger_type=schedule&trigger_type=manual', [asleep.id, timed.id, tagged.id]],
      ['?deactivated=true', [asleep.id]],
      ['?deactivated=false', [timed.id, tagged.id]],
      ['?tag=night', [tagged.id]],
      ['?tag=day', []],
      ['?size=1&page=2', [timed.id]],
    ] as const)
      assert.deepEqual(await idsOf(query), expected, query)
    const { body: execution } = await app.ask('POST', `/api/flows/${tagged.id}/execute`)
    const { body: page } = await app.ask('GET', '/api/flows?tag=night')
    const [{ last_execution, execution_count, global_tags, ...members }] = page.items
    assert.deepEqual([last_execution.id, execution_count, global_tags[0].name], [execution.id, 1, 'night'])
    const { body: one } = await app.ask('GET', `/api/flows/${tagged.id}`)
    assert.deepEqual({ ...members, global_tags }, one)
  })
})
