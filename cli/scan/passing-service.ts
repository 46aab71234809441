import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, type Client } from '../../client/src/index.ts'
import { programFile, serviceArguments } from '../../src/kernel/own-files.ts'
import { CommandFailed } from '../command-failed.ts'
import { jsonText, parseJson } from '../exact-numbers.ts'

/** A service that lives as long as one command, on a port and a home of its own. */
export interface PassingService {
  client: Client
  home: string
  /** Ends it; returns when nothing of it is left. */
  stop(): Promise<void>
}

/** Starts one that may read these folders. It ends by itself when this process does, however that ends. */
export async function startPassingService(folders: readonly string[]): Promise<PassingService> {
  const home = mkdtempSync(join(tmpdir(), 'assay-scan-'))
  const program = fileURLToPath(programFile('main'))
  const child = spawn(process.execPath, [...serviceArguments, program], {
    env: environmentFor(home, folders),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C reaches this command alone, which then ends the service.
    detached: true,
  })
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  const ready = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    const [, url] = /ready at (\S+)/.exec(line) ?? []
    if (url) ready.resolve(url)
  })
  const stop = async () => {
    child.stdin.end()
    await ended
    // The service has removed it, unless it was killed.
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  const url = await Promise.race([ready.promise, ended])
  if (typeof url !== 'string') {
    await stop()
    throw new CommandFailed(`The service for this scan did not start. ${errors.join(' ')}`)
  }
  const token = readFileSync(join(home, 'admin-token'), 'utf8').trim()
  return { client: createClient({ url, token, parse: parseJson, print: jsonText }), home, stop }
}

/** Settings for the person's own service are none of this one's. */
function environmentFor(home: string, folders: readonly string[]): Record<string, string | undefined> {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('ASSAY_') && name !== 'DATABASE_URL',
  )
  return {
    ...Object.fromEntries(others),
    ASSAY_HOME: home,
    ASSAY_EPHEMERAL: 'yes',
    ASSAY_PORT: '0',
    ASSAY_LOG_LEVEL: 'error',
    ASSAY_ALLOWED_PATHS: [home, ...folders].join(delimiter),
  }
}
