import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('PATCH /flows/{id}/deactivated', (app) => {
  test('a schedule sleeps without a next run, and gets one when it wakes', async () => {
    const flow = { name: 'Night', trigger_type: 'schedule', crontab: '0 3 * * *' }
    const { body: made } = await app.ask('POST', '/api/flows', flow)
    assert.notEqual(made.next_run, null)
    const turn = async (deactivated: boolean) => {
      const { status, body } = await app.ask('PATCH', `/api/flows/${made.id}/deactivated`, { deactivated })
      assert.equal(status, 200)
      return body
    }
    const asleep = await turn(true)
    assert.deepEqual([asleep.deactivated, asleep.next_run], [true, null])
    assert.deepEqual(await turn(true), asleep, 'the same again changes nothing')
    const awake = await turn(false)
    assert.deepEqual([awake.deactivated, awake.next_run], [false, made.next_run])
  })
})
