import type { Environment } from '../../src/access/context.ts'
import { errorsPage } from '../../src/http/errors.ts'
import { createIntegrations } from '../../src/channels/integrations.ts'
import { loadConfig } from '../../src/config.ts'
import { createServer } from '../../src/http/server.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createSecretBox } from '../../src/kernel/secret-box.ts'
import { openStore } from '../../src/store/pool.ts'

/** The API document and the page of error codes; no database is contacted and nothing is served. */
export async function generateApiDocument(): Promise<{ path: string; content: string }[]> {
  const store = openStore('postgres://127.0.0.1/nowhere')
  const environment: Environment = {
    store,
    clock: systemClock,
    secrets: createSecretBox('not used: the document holds no secrets'),
    sources: {
      allowed_paths: [],
      scratch_folder: '',
      engine_memory_mb: 0,
      statement_timeout_seconds: 0,
      rows_per_partition: 0,
    },
    integrations: createIntegrations(loadConfig({})),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
  const server = await createServer(environment, {
    authenticate: () => Promise.reject(new Error('Nobody asks while the document is written.')),
  })
  await server.ready()
  const document = server.swagger()
  await server.close()
  await store.close()
  return [
    { path: 'docs/reference/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'docs/reference/errors.md', content: errorsPage() },
  ]
}
