import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Pool } from 'pg'
import { listenOn } from '../../src/store/queue/listen.ts'
import { freshDatabase } from '../harness/database.ts'

test(
  'a connection that breaks while it begins to listen is replaced by one, which ends with the listener',
  { timeout: 300_000 },
  async (t) => {
    const database = await freshDatabase()
    t.after(() => database.close())
    const target = new URL(database.url)
    let breaks = 1
    // Stands between, and breaks the first connection off as it says that it listens.
    const between = createServer((client) => {
      const server = connect(Number(target.port), target.hostname)
      client.on('data', (bytes) => {
        if (breaks > 0 && bytes.includes('listen a_channel')) {
          breaks -= 1
          client.destroy()
        } else server.write(bytes)
      })
      server.on('data', (bytes) => client.write(bytes))
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on('close', () => other.destroy()).on('error', () => other.destroy())
      }
    }).listen(0, '127.0.0.1')
    t.after(() => between.close())
    await once(between, 'listening')
    const url = new URL(database.url)
    url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
    const pool = new Pool({ connectionString: url.href })
    pool.on('error', () => undefined)

    const begun = Promise.withResolvers<void>()
    const heard: string[] = []
    const said = Promise.withResolvers<void>()
    const listener = listenOn({ pool }, 'a_channel', (payload) => {
      if (payload === null) begun.resolve()
      else heard.push(payload)
      if (payload === 'the end') said.resolve()
    })
    await begun.promise
    await database.store.pool.query(
      `select pg_notify('a_channel', 'once'), pg_notify('a_channel', 'the end')`,
    )
    await said.promise
    await listener.stop()
    const left = pool.totalCount
    t.after(() => void pool.end())
    assert.deepEqual([heard, left], [['once', 'the end'], 0], 'no connection is left')
  },
)
