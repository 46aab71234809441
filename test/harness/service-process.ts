import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { launchService, type As, type Service } from './launch-service.ts'
import { fillHome } from './prepared-cluster.ts'

/** Starts the service for a test: one that fails half way leaves nothing running. */
export function startService(
  environment: Record<string, string>,
  as: As = null,
  program: string | null = null,
): Service {
  const service = launchService(environment, as, { program })
  after(() => service.end())
  return service
}

/** Asks with the token that the first start wrote. */
export async function askService(
  url: string,
  home: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(join(home, 'admin-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
      // The service closes idle connections, and a request may use one that is being closed.
      connection: 'close',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** The folder of a home's database, as the home records it. */
export function clusterOf(home: string): { folder: string; postmaster: number | null } {
  const record: { folder: string } = JSON.parse(readFileSync(join(home, 'embedded-postgresql'), 'utf8'))
  const file = join(record.folder, 'data/postmaster.pid')
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
  return { folder: record.folder, postmaster }
}

/** A folder for a home that does not exist yet. `open`: others may pass through it; `private`: only its owner. */
export function placeForHome(kind: 'open' | 'private'): { home: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'assay-home-'))
  chmodSync(parent, kind === 'open' ? 0o755 : 0o700)
  const home = join(parent, 'home')
  return {
    home,
    remove() {
      if (existsSync(join(home, 'embedded-postgresql'))) {
        rmSync(clusterOf(home).folder, { recursive: true, force: true })
      }
      rmSync(dirname(home), { recursive: true, force: true })
    },
  }
}

/** The same with a PostgreSQL that was made and migrated earlier, for tests that are not about a first start. */
export async function placeForPreparedHome(): Promise<ReturnType<typeof placeForHome>> {
  const place = placeForHome('open')
  mkdirSync(place.home)
  await fillHome(place.home)
  return place
}

/** The number of the database server's process; it must be there. */
export function postmasterOf(home: string): number {
  const { postmaster } = clusterOf(home)
  if (postmaster === null) throw new Error(`No database server has its file in ${home}.`)
  return postmaster
}

/** True when a process with this number runs; one that is dead and not yet collected does not. */
export function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ')
}

/** `nobody`, when these tests are root and so may run something as it; else the reason why not. */
export function plainUser(): { uid: number; gid: number } | string {
  if (process.getuid?.() !== 0) return 'only root can start a program as another account'
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : 'there is no account "nobody"'
}
