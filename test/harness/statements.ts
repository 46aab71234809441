import type { PoolClient } from 'pg'
import type { Store } from '../../src/store/pool.ts'

/** A statement as the service sent it. */
export interface SentStatement {
  text: string
  values: unknown[]
}

/** Notes what goes over connections that the store opens from now on; returns what was sent since the last call. */
export function noteStatements({ pool }: Store): () => SentStatement[] {
  let sent: SentStatement[] = []
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query(...given: unknown[]) {
        const [statement, values] = given
        if (typeof statement === 'string')
          sent.push({ text: statement, values: Array.isArray(values) ? values : [] })
        // A cursor, which carries both.
        else if (isStatement(statement)) sent.push({ text: statement.text, values: statement.values ?? [] })
        return send(...given)
      },
    })
  })
  return () => {
    const taken = sent
    sent = []
    return taken
  }
}

function isStatement(given: unknown): given is { text: string; values?: unknown[] } {
  return typeof given === 'object' && given !== null && 'text' in given
}

/** True when it only reads, so that it can be explained, or sent once more. */
export function isReading({ text }: SentStatement): boolean {
  return /^\s*(select|with|\()/i.test(text)
}
