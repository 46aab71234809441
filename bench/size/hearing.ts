import assert from 'node:assert/strict'
import { authenticate } from '../../src/access/authenticate.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { loadConfig } from '../../src/config.ts'
import { operations } from '../../src/operations/registry.ts'
import { openInbox } from '../../src/store/inbox.ts'
import { createServer } from '../../src/http/server.ts'
import { createSecretBox } from '../../src/kernel/secret-box.ts'
import { stateClock } from '../../src/store/clock.ts'
import { openStore } from '../../src/store/pool.ts'
import { noteStatements, type SentStatement } from '../../test/harness/statements.ts'

/** The service in this process, on the same database, to hear what it sends there. */
export interface Hearing {
  /** What a GET of this path with this token sends to PostgreSQL, the look at the token included. */
  statementsOf(path: string, token: string): Promise<SentStatement[]>
  close(): Promise<void>
}

/** A server that is asked without a port, on the database of the measured one; `secretKey` is that of the measured one, as secrets in there are sealed with it. */
export async function openHearing(databaseUrl: string, secretKey: string): Promise<Hearing> {
  const store = openStore(databaseUrl)
  const sentSince = noteStatements(store)
  const tell = (details: object, sentence: string) =>
    process.stderr.write(`${sentence} ${JSON.stringify(details)}\n`)
  const environment = {
    operations,
    store,
    clock: stateClock,
    secrets: createSecretBox(secretKey),
    sources: {
      allowed_paths: [],
      scratch_folder: '',
      engine_memory_mb: 256,
      statement_timeout_seconds: 30,
      check_timeout_seconds: 30,
      rows_per_partition: 100_000,
    },
    integrations: { ...createIntegrations(loadConfig({})), inbox: openInbox(store.database) },
    log: { info: tell, warn: tell, error: tell },
  }
  const server = await createServer(environment, {
    authenticate: (token) => authenticate(environment, token),
  })
  await server.ready()
  return {
    async statementsOf(path, token) {
      sentSince()
      const { statusCode } = await server.inject({
        url: `/api${encodeURI(path)}`,
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(statusCode, 200, path)
      // When a token was used is noted once a minute; that belongs to no list.
      return sentSince().filter(({ text }) => !text.startsWith('update "tokens"'))
    },
    async close() {
      await server.close()
      await store.close()
    },
  }
}
