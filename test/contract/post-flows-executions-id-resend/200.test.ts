import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('POST /flows/executions/{id}/resend', (app) => {
  /** An execution whose only message was refused. */
  const refused = async (): Promise<number> => {
    const flow = await makeFlow(app)
    const { body } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const { pool } = app.environment.store
    await pool.query(
      `update flow_action_executions set result = 'failure', message = 'refused', end_time = clock_timestamp() where execution_id = $1`,
      [body.id],
    )
    await pool.query(
      `update flow_executions set result = 'failure', end_time = clock_timestamp() where id = $1`,
      [body.id],
    )
    return body.id
  }

  test('what was not delivered is in line again under the same id, and no longer among the undelivered', async () => {
    const id = await refused()
    const listed = async () => (await app.ask('GET', '/api/flows/executions?undelivered=true')).body.items
    const [before] = await listed()
    assert.equal(before.id, id)
    const { status, body } = await app.ask('POST', `/api/flows/executions/${id}/resend`)
    assert.equal(status, 200)
    const [part] = body.action_executions
    assert.deepEqual(
      [body.result, body.end_time, part.result, part.end_time],
      ['running', null, 'pending', null],
    )
    assert.equal(part.notification.delivery_id, before.action_executions[0].notification.delivery_id)
    assert.deepEqual(await listed(), [])
  })
})
