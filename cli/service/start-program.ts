import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import { serviceArguments } from '../../src/kernel/own-files.ts'

/** Settings that the command line may give; others are variables of the environment. */
interface StartOptions {
  port?: string
  home?: string
  data: string[]
}

/** Runs a program, by its file, in the place of this one: its output, its exit code, and the signals that come. */
export async function startProgram(
  program: string,
  { port, home, data }: StartOptions,
  more: readonly string[] = [],
): Promise<void> {
  const readable = [process.env['ASSAY_ALLOWED_PATHS'] || ['.', home ?? '.assay'].join(delimiter), ...data]
  const child = spawn(process.execPath, [...serviceArguments, program, ...more], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(port !== undefined && { ASSAY_PORT: port }),
      ...(home !== undefined && { ASSAY_HOME: home }),
      ...(data.length > 0 && { ASSAY_ALLOWED_PATHS: readable.join(delimiter) }),
    },
  })
  // A terminal sends Ctrl-C to both; the child takes one that comes twice at once as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
}
