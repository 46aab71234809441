import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { messagesOf, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('a process that does actions of flows', () => {
  let app: FlowApp
  before(async () => {
    app = await startFlowApp(0)
    app.addKeeper({ messages_per_minute: 1000 })
  })
  after(() => app.close())

  test('does sixteen at a time and six of one action, however many end at the same moment', async () => {
    const first: ServerResponse[] = []
    const open = new Map<ServerResponse, string>()
    const most = { together: 0, ofOne: 0 }
    app.sink.answer = ({ text }, response) => {
      const { message } = JSON.parse(text) as { message: string }
      if (message === 'first') return void first.push(response)
      open.set(response, message)
      most.together = Math.max(most.together, open.size)
      const alike = [...open.values()].filter((other) => other === message)
      most.ofOne = Math.max(most.ofOne, alike.length)
      setTimeout(() => response.end(), 200)
      return response.on('close', () => open.delete(response))
    }
    const many = Array.from({ length: 5 }, () => app.hook('first'))
    const before = await app.flow({ trigger_type: 'manual', actions: many })
    const others = ['one', 'two', 'three', 'four'].map((name) => app.hook(name))
    const flow = await app.flow({ trigger_type: 'manual', actions: others })
    await app.ask('POST', `/api/flows/${before.id}/execute`)
    while (first.length < 5) await delay(5)

    const { pool } = app.environment.store
    const client = await pool.connect()
    try {
      // Who takes actions of a channel counts them here, and waits.
      await client.query('begin')
      await client.query('select from flow_channel_minutes for update')
      await Promise.all(Array.from({ length: 20 }, () => app.ask('POST', `/api/flows/${flow.id}/execute`)))
      for (const response of first) response.end()
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await client.query(waiting)).rowCount === 0) await delay(5)
      // So that the others that are over have asked for more, too.
      await delay(300)
      await client.query('rollback')
    } finally {
      client.release()
    }
    await app.quiet()
    assert.equal(messagesOf(app.sink).length, 5 + 4 * 20)
    assert.ok(most.together <= 16, `${most.together} at a time`)
    assert.ok(most.ofOne <= 6, `${most.ofOne} of one action`)
  })
})
