import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'

/** The real service as a process of its own. */
export interface Service {
  child: ChildProcess
  /** Resolves with the address (empty where the API is not served) once the ready line is there; rejects with what was said when it ends before. */
  ready: Promise<string>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string[]; errors: string[] }>
  /** Resolves with the first (or `nth`) line of standard error that matches, from now or before; rejects when it ends without one. */
  said(pattern: RegExp, nth?: number): Promise<string>
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** An account to run the service as; null: the one of the tests. */
export type As = { uid: number; gid: number } | null

/** The folder of these programs. */
const here = new URL('../../', import.meta.url)

/** The bundled service, which starts in half the time; null outside of `npm test`. */
const bundled = process.env['ASSAY_TEST_BUNDLE'] ? join(process.env['ASSAY_TEST_BUNDLE'], 'main.js') : null

/** The service that is started: that of another checkout, or another program with the arguments of `npm start`; null for the usual one. */
export interface Programs {
  checkout?: URL
  program?: string | null
}

/** The arguments that `npm start` gives to Node, with an absolute path of the program. */
function startArguments({ checkout = here, program = null }: Programs): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(new URL('package.json', checkout), 'utf8'),
  )
  // What is built before it is not the service.
  const [, ...given] = (scripts.start.split(' && ').at(-1) ?? '').split(' ')
  const main = checkout === here && bundled !== null ? bundled : null
  return given.map((part) =>
    part.endsWith('.ts') ? (program ?? main ?? fileURLToPath(new URL(part, checkout))) : part,
  )
}

/** Starts it on a free port, with these variables and no other setting of this environment. The caller ends it; the end of this process does, too. */
export function launchService(
  environment: Record<string, string>,
  as: As = null,
  programs: Programs = {},
): Service {
  const child = spawn(process.execPath, startArguments(programs), {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'warn',
      // Who scans the same files twice wants them to be read twice, unless told.
      ASSAY_UNCHANGED_PARTITIONS: 'read',
      ...environment,
    },
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
  // A program that breaks off leaves nothing running.
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return {
    child,
    ready: ready.promise,
    ended,
    said(pattern, nth = 1) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const look = () => {
        const line = errors.filter((error) => pattern.test(error))[nth - 1]
        if (line !== undefined) resolve(line)
      }
      listeners.add(look)
      look()
      // Without effect when it has been said.
      void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${errors.join('\n')}`)))
      return promise.finally(() => listeners.delete(look))
    },
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
