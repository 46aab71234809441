import type { Pool, PoolClient } from 'pg'

const reconnectMilliseconds = 1000

/**
 * Listens on a channel with a connection of its own; a lost connection is opened again, and polling bridges the gap.
 * `heard` gets the payload, and null whenever listening begins: earlier notifications were missed.
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
    let own: PoolClient | null = null
    try {
      own = client = await pool.connect()
      own.on('notification', ({ payload }) => heard(payload ?? ''))
      own.on('error', () => lost(own))
      await own.query(`listen ${channel}`)
      heard(null)
    } catch {
      lost(own)
    }
  }
  /** A connection may break in several ways at once, and is replaced once; null when there was none to lose. */
  function lost(broken: PoolClient | null): void {
    if (broken !== client) return
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
