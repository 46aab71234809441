import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { CommandFailed } from '../command-failed.ts'

/** How long a person may take, milliseconds. */
const patience = 10 * 60_000

/** A token that a person of the service lets this command have, asked for in the browser. Throws when it is refused. */
export async function tokenByBrowser(url: string): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const name = encodeURIComponent(hostname().replace(/\.local$/, ''))
  const page = `${url}/api/cli/authorize?redirect_uri=http://127.0.0.1:${port}/callback&state=${state}&hostname=${name}`
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.on('request', (request, response) => {
    const answer = answerIn(request, state)
    if (answer === null) return tell(response, 404, 'Nothing is here.')
    const { token, error } = answer
    tell(
      response,
      200,
      token === null ? `The login failed. ${error}` : 'You are logged in; go back to the terminal.',
    )
    if (token === null) reject(new CommandFailed(`The login failed: ${error}`, 'assay login --browser'))
    else resolve(token)
  })
  const giveUp = () => reject(new CommandFailed('Nobody answered in the browser for ten minutes.'))
  const timer = setTimeout(giveUp, patience)
  process.stderr.write(`Answer in the browser. If none opens, go to\n  ${page}\n`)
  openBrowser(page)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    server.close()
    server.closeIdleConnections()
  }
}

/** Null for what does not come from the page that was opened: it does not know the state. */
function answerIn(
  { url = '' }: IncomingMessage,
  state: string,
): { token: string | null; error: string } | null {
  const asked = URL.parse(url, 'http://127.0.0.1')
  if (asked?.pathname !== '/callback' || asked.searchParams.get('state') !== state) return null
  const { searchParams } = asked
  const error = searchParams.get('error')
  const token = error === null ? searchParams.get('token') : null
  return { token, error: error ?? 'The service sent no token.' }
}

function tell(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    .end(`${sentence}\n`)
}

/** By the program that BROWSER names, or the one of the system; that there is none is no failure, because the address is printed. */
function openBrowser(page: string): void {
  const usual = { darwin: 'open', win32: 'explorer.exe' } as Partial<Record<NodeJS.Platform, string>>
  const program = process.env['BROWSER'] || (usual[process.platform] ?? 'xdg-open')
  spawn(program, [page], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
