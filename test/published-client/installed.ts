import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The environment of Python in which qualytics-cli of requirements.txt is installed. */
const installed = process.env['ASSAY_PUBLISHED_CLIENT'] ?? ''

/** Why the published client is not tried; false when it is, as it must be where the gate decides. */
export const absence: string | false =
  process.env['CI'] === 'true' || existsSync(join(installed, 'bin/qualytics'))
    ? false
    : 'qualytics-cli is not installed; CONTRIBUTING.md says how to install it for ASSAY_PUBLISHED_CLIENT'

/** A program of that environment. */
export const programOf = (name: string): string => join(installed, 'bin', name)

/** What a command of the client printed, and how it ended. */
interface Ended {
  code: number
  out: string
}

/** The published client with a home of its own, which keeps where it is logged in. */
export interface PublishedClient {
  run(args: readonly string[]): Promise<Ended>
  /** As `run`, but throws what was printed when it fails. */
  good(args: readonly string[]): Promise<string>
  /** The names of all its commands, as `checks list`. */
  commands(): Promise<string[]>
  /** Those that were run. */
  ran: ReadonlySet<string>
  close(): Promise<void>
}

/** The variables of a client whose home is this folder. */
export const variablesOf = (home: string): Record<string, string> => ({
  PATH: [join(home, 'bin'), process.env['PATH']].join(':'),
  HOME: home,
  COLUMNS: '4000',
  NO_COLOR: '1',
})

/** Starts one process, in which the commands run one after the other in the folder `home`. */
export function openClient(home: string, variables: Record<string, string> = {}): PublishedClient {
  const child = spawn(programOf('python'), [join(import.meta.dirname, 'driver.py')], {
    cwd: home,
    env: { ...variablesOf(home), ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ran = new Set<string>()
  const send = async (line: readonly string[] | null): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(line)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`The client ended within ${JSON.stringify(line)}.`)
    return JSON.parse(value)
  }
  const run = async (args: readonly string[]): Promise<Ended> => {
    // A command without a group, `doctor`, is run alone.
    ran.add(args.slice(0, 2).join(' '))
    return (await send(args)) as Ended
  }
  return {
    run,
    ran,
    commands: async () => (await send(null)) as string[],
    async good(args) {
      const { code, out } = await run(args)
      if (code !== 0) throw new Error(`qualytics ${args.join(' ')} ended with ${code}:\n${out}`)
      return out
    },
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
