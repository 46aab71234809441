import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diskReason, diskSentence, makeFolders } from '../store/disk.ts'
import { readPrivateFile, writePrivateFile } from '../store/private-file.ts'
import { accountFor, canEnter, spawnOptions, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'

/** A data folder that is ready to be served, and with what. */
export interface Cluster {
  binaries: Binaries
  account: Account | null
  dataFolder: string
  logFile: string
  password: string
}

/** What `embedded-postgresql` in ASSAY_HOME remembers. */
interface ClusterRecord {
  /** Holds `data` and `server.log`. Outside ASSAY_HOME when the account cannot enter ASSAY_HOME. */
  folder: string
  password: string
  /** True once `folder` was seen complete: from then on its absence is a loss, not a first start. */
  complete: boolean
}

/** Where a cluster goes that must not lie in ASSAY_HOME; survives a restart of the machine, as a temporary folder would not. */
const sharedFolder = '/var/lib/assay'

/** The cluster of this home: made at the first start, else checked. Throws a sentence about what is wrong. */
export async function openCluster(home: string): Promise<Cluster> {
  const recordFile = join(home, 'embedded-postgresql')
  const known = readRecord(recordFile)
  const account = accountFor(known ? join(known.folder, 'data') : null)
  const place = placeFor(home, account)
  const record = known ?? newRecord(home, place, recordFile)
  const binaries = findBinaries(account, place)
  const cluster = {
    binaries,
    account,
    dataFolder: join(record.folder, 'data'),
    logFile: join(record.folder, 'server.log'),
    password: record.password,
  }
  if (!existsSync(join(cluster.dataFolder, 'PG_VERSION'))) {
    if (record.complete) throw new Error(lossSentence(record.folder, recordFile))
    await createCluster(cluster, record.folder)
  }
  if (!record.complete) {
    writePrivateFile(recordFile, JSON.stringify({ ...record, complete: true }))
  }
  requireMajor(cluster)
  if (!canEnter(cluster.dataFolder, account)) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the account ${account?.name}, which owns the database in ${cluster.dataFolder}, cannot enter that folder. Let everybody pass through its parents (chmod o+x), as before.`,
    )
  }
  return cluster
}

/** ASSAY_HOME where the account can enter it, else the shared folder, made when it is missing. */
function placeFor(home: string, account: Account | null): string {
  if (!account) return home
  letPass(home)
  if (canEnter(home, account)) return home
  try {
    makeFolders(sharedFolder, 0o755)
    chmodSync(sharedFolder, 0o755)
  } catch (error) {
    throw new Error(
      `${diskSentence(`PostgreSQL refuses to run as root, the account ${account.name} cannot enter ASSAY_HOME (${home}), and its replacement cannot be made`, sharedFolder, error)} A home whose parents everybody may enter, or DATABASE_URL, also helps.`,
      { cause: error },
    )
  }
  return sharedFolder
}

// Others may pass through the home but not list it; its files are private, each by its own mode. Where the disk knows no
// modes this fails, and what matters is tried next.
function letPass(home: string): void {
  try {
    chmodSync(home, 0o711)
  } catch {
    return
  }
}

/** Null when the home has no embedded PostgreSQL yet. */
export function readRecord(file: string): ClusterRecord | null {
  const text = readPrivateFile(file)
  if (text === null) return null
  try {
    const record: unknown = JSON.parse(text)
    return record as ClusterRecord
  } catch (error) {
    throw new Error(`${file} is damaged. Restore it from a backup.`, { cause: error })
  }
}

function newRecord(home: string, place: string, file: string): ClusterRecord {
  const inside = join(home, 'postgresql')
  if (existsSync(inside)) {
    throw new Error(
      `The database folder ${inside} is there but ${file}, which holds its password, is gone. Restore that file from a backup, or move the folder away to start empty.`,
    )
  }
  // A name of its own, not one made from the path of the home: a home made again at the same path must not find old data.
  const folder = place === home ? inside : join(place, randomBytes(8).toString('hex'))
  const record = { folder, password: randomBytes(24).toString('base64url'), complete: false }
  writePrivateFile(file, JSON.stringify(record))
  return record
}

/** Fills a folder beside the target and renames it, so that a folder under the final name is always complete. */
async function createCluster(cluster: Cluster, folder: string): Promise<void> {
  const half = `${folder}.creating-${process.pid}`
  try {
    removeHalves(folder)
    mkdirSync(half)
    chmodSync(half, 0o700)
    const passwordFile = join(half, 'password')
    writePrivateFile(passwordFile, cluster.password)
    const { account } = cluster
    for (const path of account ? [half, passwordFile] : [])
      chownSync(path, account?.uid ?? 0, account?.gid ?? 0)
    await runInitdb(cluster, join(half, 'data'), passwordFile)
    rmSync(passwordFile)
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true, maxRetries: 3 })
    throw new Error(diskSentence('The embedded database could not be created', folder, error), {
      cause: error,
    })
  }
}

// What a killed first start left behind. The name holds the process id, so a program still writing there harms nobody.
function removeHalves(folder: string): void {
  const parent = dirname(folder)
  if (!existsSync(parent)) return
  const prefix = `${basename(folder)}.creating-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runInitdb(cluster: Cluster, dataFolder: string, passwordFile: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(
    cluster.binaries.initdb,
    [
      `--pgdata=${dataFolder}`,
      '--username=assay',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // Upper and lower case of all of Unicode, sorted by code point, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...spawnOptions(cluster.account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.on('error', reject)
  child.on('close', (code) => {
    if (code === 0) resolve()
    else reject(new Error(initdbReason(errors) ?? `initdb ended with ${code ?? 'a signal'}`))
  })
  await promise
}

/** The line that says what happened, without the advice that follows it. */
function initdbReason(errors: string): string | null {
  const lines = errors.split('\n').filter((line) => line !== '')
  return (
    lines.find((line) => diskReason(line)) ??
    lines.find((line) => /error|fatal|panic/i.test(line)) ??
    lines[0] ??
    null
  )
}

function requireMajor({ dataFolder, binaries }: Cluster): void {
  const major = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  if (major === binaries.major) return
  throw new Error(
    `The database in ${dataFolder} was made by PostgreSQL ${major}, and this Assay brings PostgreSQL ${binaries.major}. Start it with the Assay that made it, dump it, and restore the dump into a new ASSAY_HOME.`,
  )
}

function lossSentence(folder: string, recordFile: string): string {
  return `The database folder ${folder}, which ${recordFile} names, is gone or incomplete. Restore it (is a disk not mounted?), or remove ${recordFile} to start with an empty database.`
}
