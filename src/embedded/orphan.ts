import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, writeSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** How long a server may take to stop in an orderly way before it is made to recover at its next start instead. */
const patienceSeconds = 60

/** What `postmaster.pid` says; `ready` once the server accepts connections. */
export interface Postmaster {
  pid: number
  ready: boolean
}

/** Null without a `postmaster.pid`, or while it is being written. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null
  } catch {
    return null
  }
}

/**
 * Stops the server that a killed service left running on this data folder: cleanly when it obeys. A stale
 * `postmaster.pid` whose number now belongs to another program is made harmless. Says whether there was one to stop.
 */
export async function stopOrphan(dataFolder: string): Promise<boolean> {
  const found = readPostmaster(dataFolder)
  if (!found || !exists(found.pid)) return false
  if (isZombie(found.pid) || !servesFolder(found.pid, dataFolder)) {
    disownPid(dataFolder)
    return false
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(found.pid, signal)
    if (await hasGone(found.pid)) return true
  }
  throw new Error(`The database server ${found.pid} on ${dataFolder} does not stop; stop it by hand.`)
}

async function hasGone(pid: number): Promise<boolean> {
  const deadline = performance.now() + patienceSeconds * 1000
  while (performance.now() < deadline) {
    if (!exists(pid) || isZombie(pid)) return true
    await wait(20)
  }
  return false
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Dead but not collected: in a container nobody may be there to do it, and PostgreSQL would take it for alive. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A postmaster stands in its data folder, and started with the folder's name; the number alone proves nothing. */
function servesFolder(pid: number, dataFolder: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(`-D ${dataFolder}`)
}

// PostgreSQL refuses to start when the number in the file is alive, except its parent's: so that becomes our own. The file
// itself stays, because its shared memory key lets PostgreSQL notice backends of the dead server that still run.
function disownPid(dataFolder: string): void {
  const path = join(dataFolder, 'postmaster.pid')
  const rest = readFileSync(path, 'utf8').split('\n').slice(1)
  const file = openSync(path, 'w')
  try {
    writeSync(file, [process.pid, ...rest].join('\n'))
  } finally {
    closeSync(file)
  }
}
