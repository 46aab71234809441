import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './run.ts'
import { freePort } from '../../test/harness/free-port.ts'
import { onMariadb } from '../../test/harness/mariadb-server.ts'

const archive = 'http://deb.debian.org/debian'
const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
const startSeconds = 120

/** A server that runs on this machine until `end`. */
interface MysqlServer {
  /** Its owner's. */
  url: string
  end: () => Promise<void>
}

/**
 * Unpacks the MySQL of Debian's unstable release below `home` unless it is there, and starts a server of it; throws an Error when it
 * does not come up. Nothing is installed into the machine: the server runs with the libraries and the loader of that release.
 */
export async function startMysql(home: string): Promise<MysqlServer> {
  const root = unpacked(home)
  const folder = mkdtempSync(join(tmpdir(), 'assay-mysql-'))
  const port = await freePort()
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`]
  const program = programOf(root)
  run(program[0], [...program.slice(1), ...common, ...placesIn(root), '--initialize-insecure'])
  // Not through a pipe: this process waits for the tests and reads nothing meanwhile, and a full pipe stops the server.
  const path = join(folder, 'server.log')
  const log = openSync(path, 'w')
  const child = spawn(
    program[0],
    [...program.slice(1), ...common, ...placesIn(root), ...frugal(folder, port)],
    {
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let waited = 0; waited < startSeconds; waited++) {
    if (child.exitCode !== null) break
    if (/ready for connections.*port: [1-9]/.test(readFileSync(path, 'utf8')))
      return { url: await ownerUrl(port), end }
    await pause(1000)
  }
  child.kill()
  throw new Error(`the server did not start within ${startSeconds} seconds; ${path} says why`)
}

/** The folder in which all packages that the server needs are unpacked, as if it were the root of a machine. */
function unpacked(home: string): string {
  const folder = join(home, 'mysql-debian')
  const root = join(folder, 'root')
  if (existsSync(root)) return root
  rmSync(folder, { recursive: true, force: true })
  const places = ['etc/apt/preferences.d', 'lists/partial', 'cache/archives/partial', 'unpacked']
  for (const place of places) mkdirSync(join(folder, place), { recursive: true })
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keys}] ${archive} sid main\n`)
  // An empty machine: everything that the server needs is fetched, down to its C library.
  writeFileSync(join(folder, 'status'), '')
  const settings = {
    'Dir::Etc': join(folder, 'etc/apt'),
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': userInfo().username,
    'Debug::NoLocking': 'true',
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  run('apt-get', [...given, '-qq', 'update'])
  run('apt-get', [...given, '-qq', '-y', '--download-only', 'install', 'mysql-server-core'])
  const packages = globSync(join(folder, 'cache/archives/*.deb'))
  for (const file of packages) run('dpkg-deb', ['-x', file, join(folder, 'unpacked')])
  rmSync(join(folder, 'cache'), { recursive: true })
  rmSync(join(folder, 'lists'), { recursive: true })
  renameSync(join(folder, 'unpacked'), root)
  return root
}

/** What starts the server: the loader of the unpacked release, its libraries, and the program. */
function programOf(root: string): [string, ...string[]] {
  const [loader] = globSync(join(root, 'usr/lib*/ld-linux-*.so.*'))
  const libraries = globSync(join(root, 'usr/lib/*-linux-gnu'))
  if (loader === undefined) throw new Error('the packages of Debian hold no loader where it was looked for')
  return [loader, '--library-path', libraries.join(':'), join(root, 'usr/sbin/mysqld')]
}

const placesIn = (root: string): string[] => [
  `--basedir=${join(root, 'usr')}`,
  `--plugin-dir=${join(root, 'usr/lib/mysql/plugin')}`,
  `--lc-messages-dir=${join(root, 'usr/share/mysql')}`,
  `--character-sets-dir=${join(root, 'usr/share/mysql/charsets')}`,
  '--secure-file-priv=',
]

/** It does not wait for the disk: nothing in it outlives the tests. */
const frugal = (folder: string, port: number): string[] => [
  `--socket=${join(folder, 'socket')}`,
  `--pid-file=${join(folder, 'pid')}`,
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  '--mysqlx=OFF',
  '--skip-log-bin',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-buffer-pool-size=64M',
]

/** A fresh server lets everybody in as root; from here on it asks for a password. */
async function ownerUrl(port: number): Promise<string> {
  const password = randomBytes(12).toString('hex')
  await onMariadb(`mysql://root@127.0.0.1:${port}`, [`alter user root@localhost identified by '${password}'`])
  const url = `mysql://root:${password}@127.0.0.1:${port}`
  const [version] = await onMariadb(url, ['select version()'])
  console.log(`MySQL ${String(version)} of Debian's unstable release`)
  return url
}
