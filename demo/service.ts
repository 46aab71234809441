import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

/** A service of its own process. */
export interface RunningService {
  url: string
  /** Resolves when the process has ended, with its exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Asks it to stop, and returns when it has ended. */
  stop(): Promise<void>
}

/** Starts the service as `npm start` does, on the given home, able to read the given folders beside the working one. */
export async function startService(home: string, folders: readonly string[]): Promise<RunningService> {
  const given = process.env['ASSAY_ALLOWED_PATHS'] || ['.', home].join(delimiter)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      ASSAY_HOME: home,
      ASSAY_ALLOWED_PATHS: [given, ...folders].join(delimiter),
      ASSAY_PORT: process.env['ASSAY_PORT'] || (await usualPort()),
      ASSAY_LOG_LEVEL: process.env['ASSAY_LOG_LEVEL'] || 'warn',
      ASSAY_ROLE: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own: Ctrl-C reaches the demo, which then asks the service to stop, once.
    detached: true,
  })
  const lastOrder = () => void child.kill()
  process.once('exit', lastOrder)
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', lastOrder)
    return code as number | null
  })
  const ready = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, url] = /ready at (\S+)/.exec(line) ?? []
    if (url) ready.resolve(url)
  })
  const url = await Promise.race([ready.promise, ended])
  if (typeof url !== 'string') throw new Error('The service did not start; its reason stands above.')
  return {
    url,
    ended,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** 8080, or any free port when another program has that one. */
async function usualPort(): Promise<string> {
  const probe = createServer()
  const taken = once(probe, 'error').then(() => '0')
  const free = once(probe, 'listening').then(() => '8080')
  probe.listen(8080, process.env['ASSAY_HOST'] || '127.0.0.1')
  const port = await Promise.race([taken, free])
  if (port === '8080') await new Promise((resolve) => probe.close(resolve))
  return port
}
