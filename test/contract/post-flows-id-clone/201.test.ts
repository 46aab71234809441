import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { actionUuids, hook, makeFlow } from '../../harness/flows.ts'

const [first, second] = actionUuids

describeContract('POST /flows/{id}/clone', (app) => {
  test('a clone has new uuids, keeps the tree and the secrets, and sleeps', async () => {
    const made = await makeFlow(app, {
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

  test('a long name ends before a character that would be halved', async () => {
    const name = `${'n'.repeat(239)}🙂 and more`
    const made = await makeFlow(app, { name, trigger_type: 'anomaly', actions: [] })
    const { body } = await app.ask('POST', `/api/flows/${made.id}/clone`)
    assert.equal(body.name, `${'n'.repeat(239)} (copy)`)
  })
})
