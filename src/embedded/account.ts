import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The unprivileged account that PostgreSQL runs as, because it refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const candidates = ['postgres', 'nobody']

/**
 * The account for a cluster, null when this process is not root and so runs it as itself. An existing data folder decides
 * (its owner); else `postgres` where that account exists, else `nobody`. No account is ever created.
 */
export function accountFor(dataFolder: string | null): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = dataFolder === null ? null : ownerOf(dataFolder)
  if (owner && owner.uid !== 0) return owner
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of candidates) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid && uid !== '0') return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root and there is neither an account "postgres" nor "nobody" to run it as. Start Assay as an ordinary user, or set DATABASE_URL.',
  )
}

function ownerOf(folder: string): Account | null {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? { name: `with the id ${found.uid}`, uid: found.uid, gid: found.gid } : null
}

/** Whether the account can stand in the folder: every parent counts, so it is tried and not computed from modes. */
export function canEnter(folder: string, account: Account | null): boolean {
  if (!account) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], spawnOptions(account))
  return tried.status === 0
}

/** How a program of the cluster is started: as the account, from `/`, and with nothing of this process' environment. */
export function spawnOptions(account: Account | null) {
  return {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  }
}
