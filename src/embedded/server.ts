import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { lockFolder } from '../store/lock.ts'
import { diskReason, diskSentence } from '../store/disk.ts'
import { spawnOptions } from './account.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { readPostmaster, stopOrphan } from './orphan.ts'
import { removeSockets, socketFolder, throughSocket } from './socket.ts'

/** The embedded PostgreSQL while it serves. */
export interface EmbeddedServer {
  /** A connection string with the password: never printed, never logged. Over TCP, for programs that speak with a host and a port. */
  url: string
  /** The same for the service itself: through a Unix socket where the server has one. */
  nearUrl: string
  /** Stops it in an orderly way; returns when its process has ended. */
  stop(): Promise<void>
}

/** Events of the running server. */
export interface EmbeddedEvents {
  /** Something an operator should know: an orphan was stopped, a crash was recovered from. */
  warned(sentence: string): void
  /** It ended and could not be started again; nothing works any more. */
  lost(sentence: string): void
}

const startSeconds = 300
const stopSeconds = 60
/** A server that ends more often than this in a minute is not started again. */
const restartsPerMinute = 3
const logRotateBytes = 10 * 1024 * 1024

const serverSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // A first sync or scan makes thousands of rows at once, whose statements are planned badly until their tables are analyzed.
  autovacuum_naptime: '15s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/**
 * Starts the PostgreSQL of this home on a free port of 127.0.0.1, made first when there is none, and keeps it running: a
 * server that ends by itself is started again on the same port. `settings` override PostgreSQL's own, by their names.
 */
export async function startEmbedded(
  home: string,
  events: EmbeddedEvents,
  settings: Record<string, string> = {},
): Promise<EmbeddedServer> {
  const cluster = await openCluster(home)
  // The home is locked by its service; a copy of it names the same cluster when that lies elsewhere.
  const unlock = lockFolder(dirname(cluster.dataFolder))
  if (!unlock) {
    throw new Error(
      `Another Assay service uses the database in ${cluster.dataFolder}: this ASSAY_HOME (${home}) is a copy of its home. Stop that service, or remove ${home} to start anew.`,
    )
  }
  try {
    return await serveCluster(cluster, unlock, events, settings)
  } catch (error) {
    unlock()
    throw error
  }
}

async function serveCluster(
  cluster: Cluster,
  unlock: () => void,
  events: EmbeddedEvents,
  settings: Record<string, string>,
): Promise<EmbeddedServer> {
  if (await stopOrphan(cluster.dataFolder)) {
    events.warned('The database server of a service that was killed was still running; it was stopped.')
  }
  rotateLog(cluster.logFile)
  const folder = await socketFolder(cluster)
  const given = { ...serverSettings, unix_socket_directories: folder ?? '', ...settings }
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { child, port } = await launchAnywhere(cluster, flags)
  const keeper = keepRunning(cluster, flags, port, child, events)
  const url = `postgresql://assay:${cluster.password}@127.0.0.1:${port}/assay`
  try {
    await ensureDatabase(url, cluster)
  } catch (error) {
    await keeper.stop()
    throw error
  }
  const nearUrl = folder === null ? url : throughSocket(url, folder)
  return { url, nearUrl, stop: () => keeper.stop().finally(unlock) }
}

/** Another program may take the free port before the server does; then the next one is tried. */
async function launchAnywhere(
  cluster: Cluster,
  flags: string[],
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 ? await usualPort(cluster) : await freePort()
    try {
      const child = await launch(cluster, flags, port)
      writeFileSync(portFile(cluster), `${port}\n`)
      return { child, port }
    } catch (error) {
      if (attempt === 5 || !(error instanceof Error) || !/Address already in use/.test(error.message))
        throw error
    }
  }
}

/** Returns once the server accepts connections. While backends of a killed server still end, it tries again. */
async function launch(cluster: Cluster, flags: string[], port: number): Promise<ChildProcess> {
  const deadline = performance.now() + startSeconds * 1000
  for (;;) {
    const logStart = sizeOf(cluster.logFile)
    removeSockets(dirname(cluster.dataFolder))
    const child = spawnServer(cluster, flags, port)
    const end = endOf(child)
    const state = await Promise.race([end, becomesReady(cluster.dataFolder, child, deadline)])
    if (state === 'ready') return child
    if (state === 'late') child.kill('SIGQUIT')
    await end
    const logText = readFileSync(cluster.logFile, 'utf8').slice(logStart)
    if (!/is still in use/.test(logText) || performance.now() > deadline)
      throw new Error(startSentence(cluster, logText))
    await wait(100)
  }
}

function spawnServer(cluster: Cluster, flags: string[], port: number): ChildProcess {
  const log = openLog(cluster.logFile)
  try {
    const args = ['-D', cluster.dataFolder, '-c', `port=${port}`, ...flags]
    const child = spawn(cluster.binaries.postgres, args, {
      ...spawnOptions(cluster.account),
      // A process group of its own: Ctrl-C reaches the service, which stops the server when it is done with it.
      detached: true,
      stdio: ['ignore', log, log],
    })
    // However this process ends, the server gets its order to stop; only a killed service leaves it to the next start.
    const lastOrder = () => void child.kill('SIGINT')
    process.once('exit', lastOrder)
    child.once('exit', () => process.off('exit', lastOrder))
    return child
  } finally {
    closeSync(log)
  }
}

function endOf(child: ChildProcess): Promise<'ended'> {
  const { promise, resolve } = Promise.withResolvers<'ended'>()
  child.once('exit', () => resolve('ended'))
  child.once('error', () => resolve('ended'))
  return promise
}

async function becomesReady(
  dataFolder: string,
  child: ChildProcess,
  deadline: number,
): Promise<'ready' | 'late'> {
  while (performance.now() < deadline) {
    const found = readPostmaster(dataFolder)
    if (found?.ready && found.pid === child.pid) return 'ready'
    if (child.exitCode !== null || child.signalCode !== null) break
    await wait(10)
  }
  return 'late'
}

/** Watches the server and starts it again when it ends by itself. */
function keepRunning(
  cluster: Cluster,
  flags: string[],
  port: number,
  first: ChildProcess,
  events: EmbeddedEvents,
): { stop(): Promise<void> } {
  let child = first
  let stopping = false
  let restarts: number[] = []
  const watch = () => child.once('exit', (code, signal) => void restart(code, signal))
  const restart = async (code: number | null, signal: string | null) => {
    if (stopping) return
    const how = signal ? `was ended by ${signal}` : `ended with ${code}`
    restarts = [...restarts.filter((time) => time > performance.now() - 60_000), performance.now()]
    if (restarts.length > restartsPerMinute) {
      events.lost(`The database server ${how} again and again. ${logHint(cluster)}`)
      return
    }
    try {
      child = await launch(cluster, flags, port)
      events.warned(`The database server ${how} and was started again. ${logHint(cluster)}`)
      watch()
      if (stopping) child.kill('SIGINT')
    } catch (error) {
      events.lost(`The database server ${how}. ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  watch()

  return {
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const end = endOf(child)
      child.kill('SIGINT')
      const forced = setTimeout(() => child.kill('SIGQUIT'), stopSeconds * 1000)
      await end
      clearTimeout(forced)
    },
  }
}

async function ensureDatabase(url: string, cluster: Cluster): Promise<void> {
  const client = new Client({ connectionString: url.replace(/\/assay$/, '/postgres') })
  try {
    await client.connect()
    const { rowCount } = await client.query(`select from pg_database where datname = 'assay'`)
    if (rowCount === 0) await client.query('create database assay')
  } catch (error) {
    throw new Error(diskSentence('The embedded database does not answer', cluster.dataFolder, error), {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

const portFile = ({ dataFolder }: Cluster): string => join(dirname(dataFolder), 'port')

/** The port of the last start when it is still free, so that what was connected to it finds it again; else any free one. */
async function usualPort(cluster: Cluster): Promise<number> {
  try {
    return await freePort(Number(readFileSync(portFile(cluster), 'utf8')))
  } catch {
    // Never started before, or the port is taken now.
    return freePort()
  }
}

async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(wanted, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  await closed.promise
  if (address === null || typeof address === 'string') throw new Error('No free port of 127.0.0.1 was given.')
  return address.port
}

function openLog(file: string): number {
  try {
    return openSync(file, 'a', 0o600)
  } catch (error) {
    throw new Error(diskSentence("The database server's log could not be opened", file, error), {
      cause: error,
    })
  }
}

/** The previous log is kept as `server.log.1` once it is large. */
function rotateLog(file: string): void {
  if (sizeOf(file) > logRotateBytes) renameSync(file, `${file}.1`)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function startSentence(cluster: Cluster, logText: string): string {
  const lines = logText.split('\n').filter((line) => line !== '')
  const telling = lines.find((line) => diskReason(line)) ?? lines.findLast((line) => /FATAL|PANIC/.test(line))
  const reason = (telling ?? lines.at(-1) ?? 'it said nothing').replace(/^.*?(FATAL|PANIC|LOG|HINT): +/, '')
  return `${diskSentence('The embedded database did not start', cluster.dataFolder, reason)} ${logHint(cluster)}`
}

function logHint(cluster: Cluster): string {
  return `Its log is ${cluster.logFile}.`
}
