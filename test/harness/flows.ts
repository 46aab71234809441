import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** Two uuids of actions, for trees. */
export const actionUuids = [
  '7f1f0c5e-0000-4000-8000-000000000001',
  '7f1f0c5e-0000-4000-8000-000000000002',
] as const

/** An action that says hello in the inboxes. */
export const inApp = (members: object = {}) => ({
  type: 'notification',
  notification_type: 'InApp',
  tokenized_message: 'hello',
  ...members,
})

/** An action that asks an address, with the secret `between us`. */
export const hook = (members: object = {}) => ({
  type: 'notification',
  notification_type: 'Webhook',
  tokenized_message: '{{flow_name}}: {{ anomaly_message }}',
  parameters: { url: 'https://example.com/hook', secret: 'between us' },
  ...members,
})

/** The answer for a new flow: `Tell`, by hand, with one message to the inboxes, but for what is given. */
export async function makeFlow(app: TestApp, members: object = {}, token?: string) {
  const flow = { name: 'Tell', trigger_type: 'manual', actions: [inApp()], ...members }
  const { status, body } = await app.ask('POST', '/api/flows', flow, token)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

/** An execution of the flow, all of whose messages were refused. */
export async function endedBadly(app: TestApp, flow: { id: number }) {
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
  return body
}
