import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { after } from 'node:test'

/** The real service as a process of its own. */
export interface Service {
  child: ChildProcess
  /** Resolves with the address (empty where the API is not served) once the ready line is there; rejects with what was said when it ends before. */
  ready: Promise<string>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string[]; errors: string[] }>
  /** Resolves with the first (or `nth`) line of standard error that matches, from now or before. */
  said(pattern: RegExp, nth?: number): Promise<string>
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** An account to run the service as; null: the one of the tests. */
export type As = { uid: number; gid: number } | null

/** The arguments that `npm start` gives to Node, with the path of the program made absolute. */
function startArguments(): string[] {
  const root = new URL('../../', import.meta.url)
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(new URL('package.json', root), 'utf8'),
  )
  const [, ...given] = scripts.start.split(' ')
  return given.map((part) => (part.endsWith('.ts') ? fileURLToPath(new URL(part, root)) : part))
}

/** Starts it on a free port, with these variables and no other setting of this environment. */
export function startService(environment: Record<string, string>, as: As = null): Service {
  const child = spawn(process.execPath, startArguments(), {
    cwd: '/',
    env: { PATH: process.env['PATH'], ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn', ...environment },
    ...as,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: string[] = []
  const errors: string[] = []
  const ready = Promise.withResolvers<string>()
  const listeners = new Set<() => void>()
  createInterface(child.stdout).on('line', (line) => {
    out.push(line)
    const said = /^Assay is ready(?: at (.*)| \(.*\))$/.exec(line)
    if (said) ready.resolve(said[1] ?? '')
  })
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line)
    for (const listener of listeners) listener()
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    ready.reject(
      new Error(`The service ended with ${code ?? signal} before it was ready: ${errors.join('\n')}`),
    )
    return { code, signal, out, errors }
  })
  ready.promise.catch(() => undefined)
  // A test that fails half way leaves nothing running.
  after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return {
    child,
    ready: ready.promise,
    ended,
    said(pattern, nth = 1) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const look = () => {
        const line = errors.filter((error) => pattern.test(error))[nth - 1]
        if (line !== undefined) resolve(line)
      }
      listeners.add(look)
      look()
      return promise.finally(() => listeners.delete(look))
    },
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
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
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** Where the database of a home lies, by its own record. */
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

/** The number of the database server's process; it must be there. */
export function postmasterOf(home: string): number {
  const { postmaster } = clusterOf(home)
  if (postmaster === null) throw new Error(`No database server has its file in ${home}.`)
  return postmaster
}

/** Whether a process with this number runs; one that is dead and not yet collected does not. */
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
