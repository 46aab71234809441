import type { Pool, PoolClient } from 'pg'

const reconnectMilliseconds = 1000

/**
 * Listens on a channel with a connection of its own; a lost connection is opened again, and polling bridges the gap.
 * `heard` gets the payload, and null whenever listening begins: what was said before went unheard.
 */
export function listenOn(
  { pool }: { pool: Pool },
  channel: string,
  heard: (payload: string | null) => void,
): { stop(): Promise<void> } {
  let client: PoolClient | null = null
  let stopped = false
  async function connect(): Promise<void> {
    if (stopped) return
    try {
      client = await pool.connect()
      client.on('notification', ({ payload }) => heard(payload ?? ''))
      client.on('error', () => lost())
      await client.query(`listen ${channel}`)
      heard(null)
    } catch {
      lost()
    }
  }
  function lost(): void {
    client?.release(true)
    client = null
    if (!stopped) setTimeout(() => void (connecting = connect()), reconnectMilliseconds).unref()
  }
  let connecting = connect()
  return {
    async stop() {
      stopped = true
      await connecting
      client?.release(true)
      client = null
    },
  }
}
