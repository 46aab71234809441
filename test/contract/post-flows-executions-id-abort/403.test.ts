import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { assertRefused } from '../../harness/contract.ts'
import { nameless, startFlowApp, type FlowApp } from '../../flows/flow-stories.ts'

describe('POST /flows/executions/{id}/abort', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp(1, 0)))
  after(() => app.close())

  test('is refused to who may not abort the run that goes on, and neither ends', async () => {
    const { datastore_id } = await nameless(app, 1)
    const flow = await app.flow({
      trigger_type: 'manual',
      actions: [{ type: 'operation', operation: { type: 'scan', datastore_id } }],
    })
    const { body } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const path = `/api/flows/executions/${body.id}`
    const started = async () => (await app.ask('GET', path)).body.action_executions[0].operation
    while ((await started()) === null) await delay(10)
    const manager = await app.user('Manager', { Author: [datastore_id] })
    await assertRefused(app, () => app.ask('POST', `${path}/abort`, undefined, manager), 403, 'forbidden')
    assert.equal((await app.ask('GET', path)).body.result, 'running')
    assert.equal((await started()).result, 'queued')
    const editor = await app.user('Manager', { Editor: [datastore_id] })
    const aborted = await app.ask('POST', `${path}/abort`, undefined, editor)
    assert.equal(aborted.body.result, 'aborted')
    assert.equal((await started()).result, 'aborted')
  })
})
