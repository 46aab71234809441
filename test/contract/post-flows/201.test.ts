import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'
import { actionUuids, hook, makeFlow } from '../../harness/flows.ts'

const [first, second] = actionUuids

describeContract('POST /flows', (app) => {
  test('makes a flow with every default, in the name of its maker', async () => {
    const manager = await app.user('Manager')
    const made = await makeFlow(app, { name: 'Tell', trigger_type: 'anomaly', actions: [hook()] }, manager)
    const { filter_datastores, filter_tags, weight_threshold, burst_limit, deactivated, timezone } = made
    assert.deepEqual(
      [filter_datastores, filter_tags, weight_threshold, burst_limit, deactivated, timezone, made.owner],
      [[], [], null, 50, false, 'UTC', manager],
    )
    assert.deepEqual((await app.ask('GET', `/api/flows/${made.id}`)).body, made)
  })

  test('keeps the tree of actions, and shows no secret to anybody and no address to Members', async () => {
    const made = await makeFlow(app, {
      name: 'Tree',
      trigger_type: 'anomaly',
      actions: [hook({ uuid: second, parent_action_uuid: first }), hook({ uuid: first })],
    })
    assert.deepEqual(
      made.actions.map((action: { uuid: string; parent_action_uuid: string }) => [
        action.uuid,
        action.parent_action_uuid,
      ]),
      [
        [first, null],
        [second, first],
      ],
    )
    assert.doesNotMatch(JSON.stringify(made), /between us/)
    const member = await app.user('Member')
    const { body } = await app.ask('GET', `/api/flows/${made.id}`, undefined, member)
    assert.doesNotMatch(JSON.stringify(body), /between us|example\.com/)
  })

  test('one that is deactivated may wait for what it starts, as a change may leave it; it cannot be activated', async () => {
    const { datastore } = await makePeople(app)
    const starting = { type: 'operation', operation: { type: 'scan', datastore_id: datastore } }
    const { id, deactivated } = await makeFlow(app, {
      name: 'Round and round',
      trigger_type: 'operation',
      deactivated: true,
      actions: [starting],
    })
    assert.equal(deactivated, true)
    const activated = await app.ask('PATCH', `/api/flows/${id}/deactivated`, { deactivated: false })
    assert.deepEqual([activated.status, activated.body.code], [422, 'invalid'])
  })

  test('a message that is left out is the default one of the trigger', async () => {
    const action = { type: 'notification', notification_type: 'InApp' }
    const made = await makeFlow(app, { name: 'Runs', trigger_type: 'operation', actions: [action] })
    assert.match(made.actions[0].tokenized_message, /\{\{ operation_result \}\}/)
  })

  test('a schedule says when it goes off next', async () => {
    const made = await makeFlow(app, {
      name: 'Nightly',
      trigger_type: 'schedule',
      crontab: '0 2 * * *',
      timezone: 'Europe/Berlin',
    })
    assert.equal(made.next_run, '2026-03-02T01:00:00.000Z')
  })

  test('an operation may be named schedule, and is what a run at once takes', async () => {
    const { datastore } = await makePeople(app)
    const made = await makeFlow(app, {
      name: 'Start',
      trigger_type: 'manual',
      actions: [{ type: 'operation', schedule: { type: 'sync', datastore_id: datastore } }],
    })
    assert.deepEqual(made.actions[0].operation, { type: 'sync', datastore_id: datastore })
  })

  test('takes every flow of the guide as it is written there: Slack, PagerDuty, a webhook and the others', async () => {
    const guide = readFileSync(new URL('../../../docs/guide/flows.md', import.meta.url), 'utf8')
    const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block)
    const made = []
    for (const block of blocks) {
      assert.ok(block.trim().split('\n').length <= 10, 'ten lines at most')
      made.push(await makeFlow(app, JSON.parse(block) as object))
    }
    const channels = made.map(({ actions }) => actions[0].notification_type)
    assert.deepEqual(channels, ['Slack', 'PagerDuty', 'Webhook', 'OpenLineage', 'Jira', 'Jira'])
  })
})
