import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

const hook = (members: object = {}) => ({
  type: 'notification',
  notification_type: 'Webhook',
  tokenized_message: '{{flow_name}}: {{ anomaly_message }}',
  parameters: { url: 'https://example.com/hook', secret: 'between us' },
  ...members,
})
const [first, second] = ['7f1f0c5e-0000-4000-8000-000000000001', '7f1f0c5e-0000-4000-8000-000000000002']

describeContract('POST /flows/{id}/clone', (app) => {
  const post = async (body: object) => {
    const answer = await app.ask('POST', '/api/flows', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }

  test('a clone has new uuids, keeps the tree and the secrets, and sleeps', async () => {
    const made = await post({
      name: 'Original',
      trigger_type: 'anomaly',
      actions: [hook({ uuid: first }), hook({ uuid: second, parent_action_uuid: first })],
    })
    const { status, body } = await app.ask('POST', `/api/flows/${made.id}/clone`)
    assert.equal(status, 201, JSON.stringify(body))
    const [root, child] = body.actions
    assert.equal(child.parent_action_uuid, root.uuid)
    assert.notEqual(root.uuid, first)
    assert.deepEqual([body.name, body.deactivated], ['Original (copy)', true])
    const { rows } = await app.environment.store.pool.query(
      'select uuid, secrets from flow_actions where flow_id = $1',
      [body.id],
    )
    for (const { uuid, secrets } of rows)
      assert.deepEqual(JSON.parse(app.environment.secrets.open(secrets, `flow_action:${uuid}`)), {
        secret: 'between us',
      })
  })
})
