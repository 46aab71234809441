import type { PoolClient } from 'pg'
import type { Store } from '../../src/store/pool.ts'

/** A statement as the service sent it. */
export interface SentStatement {
  text: string
  values: unknown[]
}

/** Notes what the store sends from now on; returns what was sent since the last call. */
export function noteStatements(store: Pick<Store, 'pool'>): () => SentStatement[] {
  let sent: SentStatement[] = []
  hearStatements(store, (statement) => sent.push(statement))
  return () => {
    const taken = sent
    sent = []
    return taken
  }
}

/** Collects the texts of the statements on the service's state that match, from now on. */
export function statementsOf(store: Pick<Store, 'pool'>, pattern: RegExp): string[] {
  const texts: string[] = []
  hearStatements(store, ({ text }) => {
    if (pattern.test(text)) texts.push(text)
  })
  return texts
}

/** Tells what goes over connections of the store, also over those that are open already, from the next time on that they are taken. */
function hearStatements({ pool }: Pick<Store, 'pool'>, hear: (statement: SentStatement) => void): void {
  const heard = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query(...given: unknown[]) {
        const [statement, values] = given
        if (typeof statement === 'string')
          hear({ text: statement, values: Array.isArray(values) ? values : [] })
        // A cursor, which carries both.
        else if (isStatement(statement)) hear({ text: statement.text, values: statement.values ?? [] })
        return send(...given)
      },
    })
  })
}

function isStatement(given: unknown): given is { text: string; values?: unknown[] } {
  return typeof given === 'object' && given !== null && 'text' in given
}

/** True when it only reads, so that it can be explained, or sent once more. */
export function isReading({ text }: SentStatement): boolean {
  return /^\s*(select|with|\()/i.test(text)
}
