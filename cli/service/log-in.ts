import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createClient } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { findService, type ServiceOptions } from './find-service.ts'
import { tokenByBrowser } from './log-in-by-browser.ts'
import { loginFile, writeLogin } from './login-file.ts'

/** Tries the token before it is remembered. */
export async function logIn(options: ServiceOptions & { browser?: boolean }): Promise<void> {
  const { url } = findService(options)
  const token = options.browser
    ? await tokenByBrowser(url)
    : (options.token ?? process.env['ASSAY_TOKEN'] ?? (await askToken(url))).trim()
  if (token === '') throw new CommandFailed('No token was given.', 'assay login --url ADDRESS < token-file')
  const user = await createClient({ url, token }).readOwnUser()
  writeLogin({ url, token })
  process.stdout.write(`You are ${user.name} (${user.role}) at ${url}. It is remembered in ${loginFile()}.\n`)
}

/** Reads a pipe to its end; at a terminal it asks, and what is typed is not shown. */
async function askToken(url: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  process.stderr.write(`API token for ${url}: `)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
