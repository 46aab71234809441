import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded/server.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { fillHome, hastySettings } from './prepared-cluster.ts'
import { sharedServer } from './shared-servers.ts'
import { copyTemplate, dropDatabase, overTcp, withDatabase } from './template.ts'

/** A migrated database of its own, with nothing in it but what the migrations put there. */
export interface TestDatabase {
  store: Store
  /** Over TCP. */
  url: string
  /** Drops it. The last one of this process to close also stops the server that this process started. */
  close(): Promise<void>
}

/** A PostgreSQL for tests; `url` names its `postgres` database. */
export interface TestServer {
  url: string
  stop(): Promise<void>
}

let server: Promise<TestServer> | null = null
let open = 0

/**
 * Copies the migrated template, which the first caller makes. The server is the one of ASSAY_TEST_DATABASE_URL, else the
 * one that `npm test` shares, else one that this process starts and that lives until its last database is closed.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  open++
  try {
    server ??= givenServer() ?? startTestServer()
    const { url: serverUrl } = await server
    const name = `assay_test_${randomBytes(6).toString('hex')}`
    await copyTemplate(serverUrl, name)
    const nearUrl = withDatabase(serverUrl, name)
    const store = openStore(nearUrl)
    const url = overTcp(nearUrl)
    return {
      store,
      url,
      async close() {
        await store.close()
        await dropDatabase(serverUrl, name)
        await leave()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}

async function leave(): Promise<void> {
  open--
  if (open > 0) return
  const last = server
  server = null
  await (await last)?.stop()
}

/** Starts a server in a temporary home. It does not wait for the disk: nothing in it outlives the tests. */
export async function startTestServer(): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  const fail = (sentence: string) => process.stderr.write(`${sentence}\n`)
  await fillHome(home)
  const started = await startEmbedded(home, { warned: fail, lost: fail }, hastySettings)
  return {
    url: withDatabase(started.nearUrl, 'postgres'),
    async stop() {
      await started.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function givenServer(): Promise<TestServer> | null {
  const url = process.env['ASSAY_TEST_DATABASE_URL']
  return url ? Promise.resolve({ url, stop: async () => undefined }) : sharedServer('postgresql')
}
