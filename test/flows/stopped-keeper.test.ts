import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Loop } from '../../src/runtime/loop.ts'
import { messagesOf, startFlowApp, type FlowApp } from './flow-stories.ts'

const first = '7f1f0c5e-0000-4000-8000-000000000001'

describe('a process that is told to stop while it takes the next action of a flow', () => {
  let app: FlowApp
  let keeper: Loop
  before(async () => {
    app = await startFlowApp(0)
    keeper = app.addKeeper({ messages_per_minute: 1000 })
  })
  after(() => app.close())

  test('ends that one too before it stops, so that nobody sends it once more', async () => {
    const held: ServerResponse[] = []
    app.sink.answer = ({ text }, response) => {
      if (text.includes('one')) held.push(response)
      else setTimeout(() => response.end(), 100)
    }
    const actions = [app.hook('one', { uuid: first }), app.hook('two', { parent_action_uuid: first })]
    const flow = await app.flow({ trigger_type: 'manual', actions })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    while (held.length === 0) await delay(5)

    const { pool } = app.environment.store
    const client = await pool.connect()
    try {
      // Who takes an action of a channel counts it here, and waits.
      await client.query('begin')
      await client.query('select from flow_channel_minutes for update')
      for (const response of held) response.end()
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await pool.query(waiting)).rowCount === 0) await delay(5)
      const stopped = keeper.stop()
      await client.query('rollback')
      await stopped
    } finally {
      client.release()
    }
    const { rows } = await pool.query<{ result: string }>(
      'select result from flow_action_executions order by id',
    )
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['success', 'success'],
    )
    assert.deepEqual(messagesOf(app.sink), ['one', 'two'])
  })
})
