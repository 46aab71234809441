import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createConnection } from 'mysql2'
import { hasMariadb, programFolders } from './mariadb-absence.ts'
import { freePort } from './free-port.ts'

/** A MariaDB for tests; `url` is its owner's. */
export interface MariadbServer {
  url: string
  stop(): Promise<void>
}

const env = { ...process.env, PATH: programFolders }

/** Starts a private server in a temporary folder, on a free port of the loopback; the machine's own is not touched. */
export async function startMariadb(): Promise<MariadbServer> {
  if (!hasMariadb()) throw new Error('MariaDB is not on this machine; install mariadb-server.')
  const folder = mkdtempSync(join(tmpdir(), 'assay-mariadb-'))
  const data = join(folder, 'data')
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`]
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const installed = spawnSync(
      'mariadb-install-db',
      // In a shared folder for temporary tables, several at once would trip over each other.
      [...common, `--tmpdir=${folder}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { env, encoding: 'utf8' },
    )
    if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`)
    const port = await freePort()
    const child = spawn('mariadbd', [...common, ...frugal(folder, port)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const endWithUs = (): void => void child.kill('SIGKILL')
    process.once('exit', endWithUs)
    await ready(child)
    return {
      url: await ownerUrl(port),
      async stop() {
        process.off('exit', endWithUs)
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** It does not wait for the disk: nothing in it outlives the tests. */
function frugal(folder: string, port: number): string[] {
  return [
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--skip-log-bin',
    '--character-set-server=utf8mb4',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-buffer-pool-size=64M',
  ]
}

async function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const said: string[] = []
  if (!child.stderr) throw new Error('The server has no stderr to read.')
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line)
    if (line.includes('ready for connections')) resolve()
  })
  child.once('error', reject)
  child.once('exit', (status) => reject(new Error(`mariadbd ended with ${status}:\n${said.join('\n')}`)))
  await promise
}

/** A fresh server lets everybody in as root; from here on it asks for a password. */
async function ownerUrl(port: number): Promise<string> {
  const password = randomBytes(12).toString('hex')
  await onMariadb(`mysql://root@127.0.0.1:${port}`, [
    `delete from mysql.global_priv where user <> 'mariadb.sys' and not (user = 'root' and host = '127.0.0.1')`,
    'flush privileges',
    `alter user root@'127.0.0.1' identified by '${password}'`,
  ])
  return `mysql://root:${password}@127.0.0.1:${port}`
}

/** Runs statements one by one on a connection of their own, and answers the rows of the last. */
export async function onMariadb(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = createConnection({ uri: url, charset: 'UTF8MB4_GENERAL_CI', rowsAsArray: true }).promise()
  try {
    let last: unknown[] = []
    for (const statement of statements) {
      const [rows] = await client.query(statement)
      last = Array.isArray(rows) ? rows : []
    }
    return last
  } finally {
    await client.end()
  }
}
