import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { actionUuids, inApp, makeFlow } from '../../harness/flows.ts'

describeContract('PATCH /flows/actions/notification/{id}/muted', (app) => {
  test('the notification is skipped with its reason, what follows it waits for what is before it, until it is heard again', async () => {
    const [root, child] = actionUuids
    const flow = await makeFlow(app, {
      actions: [inApp({ uuid: root }), inApp({ uuid: child, parent_action_uuid: root })],
    })
    const path = `/api/flows/actions/notification/${flow.actions[0].id}/muted`
    const results = async () =>
      (await app.ask('POST', `/api/flows/${flow.id}/execute`)).body.action_executions.map(
        ({ result, message }: { result: string; message: string | null }) => [result, message],
      )
    const { status, body } = await app.ask('PATCH', path, { muted: true })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...flow.actions[0], muted: true })
    assert.deepEqual(await results(), [
      ['skipped', 'It is muted.'],
      ['pending', null],
    ])
    await app.ask('PATCH', path, { muted: false })
    assert.deepEqual(await results(), [
      ['pending', null],
      ['pending', null],
    ])
  })
})
