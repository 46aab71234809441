import type { Pool, PoolClient } from 'pg'

const reconnectMilliseconds = 1000

/** The time between two questions whose answers show that notifications can arrive, milliseconds. */
const usualBeat = 10_000

/**
 * Listens on a channel with a connection of its own; a lost connection is opened again, and polling bridges the gap.
 * `heard` gets the payload, and null whenever listening begins: earlier notifications were missed. A connection that has fallen silent is
 * found by the questions that are asked on it every ten seconds, or `beat` milliseconds.
 */
export function listenOn(
  { pool }: { pool: Pool },
  channel: string,
  heard: (payload: string | null) => void,
  beat = usualBeat,
): { stop(): Promise<void> } {
  let client: PoolClient | null = null
  let stopped = false
  let asking: NodeJS.Timeout | undefined
  async function connect(): Promise<void> {
    if (stopped) return
    let own: PoolClient | null = null
    try {
      own = client = await pool.connect()
      own.on('notification', ({ payload }) => heard(payload ?? ''))
      own.on('error', () => lost(own))
      await own.query(`listen ${channel}`)
      heard(null)
      ask(own)
    } catch {
      lost(own)
    }
  }
  /** Asks until no answer comes any more. */
  function ask(own: PoolClient): void {
    if (own !== client) return
    asking = setTimeout(() => {
      own.query('select 1').then(
        () => ask(own),
        () => lost(own),
      )
    }, beat).unref()
  }
  /** A connection may break in several ways at once, and is replaced once; null when there was none to lose. */
  function lost(broken: PoolClient | null): void {
    if (broken !== client) return
    clearTimeout(asking)
    client?.release(true)
    client = null
    if (!stopped) setTimeout(() => void (connecting = connect()), reconnectMilliseconds).unref()
  }
  let connecting = connect()
  return {
    async stop() {
      stopped = true
      await connecting
      clearTimeout(asking)
      client?.release(true)
      client = null
    },
  }
}
