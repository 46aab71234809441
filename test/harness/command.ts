import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/assay.js', import.meta.url))

/** What a command said and how it ended; the code is null when a signal ended it. */
export interface Said {
  code: number | null
  out: string
  errors: string
}

/** Starts `assay` with these arguments and variables, and none of this environment but PATH. */
export function startCommand(
  args: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; said: Promise<Said> } {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: '/nowhere', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<number | null>()
  child.on('close', ended.resolve)
  const said = Promise.all([ended.promise, text(child.stdout), text(child.stderr)]).then(
    ([code, out, errors]) => ({ code, out, errors }),
  )
  return { child, said }
}

/** Runs it to its end; `input` is what it reads. */
export function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Said> {
  const { child, said } = startCommand(args, environment)
  child.stdin?.end(input)
  return said
}
