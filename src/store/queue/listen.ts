import type { PoolClient } from 'pg'
import type { Store } from '../pool.ts'

const reconnectMilliseconds = 1000

/** Listens on a channel with a connection of its own; a lost connection is opened again, and polling bridges the gap. */
export function listenOn(store: Store, channel: string, heard: () => void): { stop(): Promise<void> } {
  let client: PoolClient | null = null
  let stopped = false
  async function connect(): Promise<void> {
    if (stopped) return
    try {
      client = await store.pool.connect()
      client.on('notification', heard)
      client.on('error', () => lost())
      await client.query(`listen ${channel}`)
    } catch {
      lost()
    }
  }
  function lost(): void {
    client?.release(true)
    client = null
    if (!stopped) setTimeout(() => void connect(), reconnectMilliseconds).unref()
  }
  const connecting = connect()
  return {
    async stop() {
      stopped = true
      await connecting
      client?.release(true)
      client = null
    },
  }
}
