import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { inApp, makeFlow } from '../../harness/flows.ts'

describeContract('POST /flows/{id}/execute', (app) => {
  test('answers with the execution, which lists and its own address show as well', async () => {
    const { id } = await makeFlow(app)
    const { status, body } = await app.ask('POST', `/api/flows/${id}/execute`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.flow, body.result, body.trigger_type], [{ id, name: 'Tell' }, 'running', 'manual'])
    const [part] = body.action_executions
    assert.deepEqual([part.result, part.operation, part.notification.type], ['pending', null, 'InApp'])
    assert.deepEqual((await app.ask('GET', `/api/flows/executions/${body.id}`)).body, body)
    const { body: page } = await app.ask('GET', `/api/flows/executions?flow=${id}&result=running`)
    assert.deepEqual(page.items, [body])
    assert.notEqual((await app.ask('GET', `/api/flows/${id}`)).body.last_triggered, null)
  })

  test('one without actions, or with muted ones only, has ended at once', async () => {
    for (const actions of [[], [inApp({ muted: true })]]) {
      const { id } = await makeFlow(app, { actions })
      const { body } = await app.ask('POST', `/api/flows/${id}/execute`)
      assert.equal(body.result, 'success')
    }
    const { actions } = await makeFlow(app)
    const path = `/api/flows/actions/notification/${actions[0].id}/muted`
    assert.equal((await app.ask('PATCH', path, { muted: true })).body.muted, true)
  })

  test('is refused for a deactivated flow', async () => {
    const { id } = await makeFlow(app, { deactivated: true })
    await assertRefused(app, () => app.ask('POST', `/api/flows/${id}/execute`), 409, 'wrong_state')
  })
})
