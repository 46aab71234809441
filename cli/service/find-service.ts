import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { jsonText, parseJson } from '../exact-numbers.ts'
import { readLogin } from './login-file.ts'

/** Options of every command that asks a service. */
export interface ServiceOptions {
  url?: string
  token?: string
}

/** Where the service is and by which token it is asked; `from` says where that was found. */
export interface Service {
  url: string
  token: string | null
  from: string
}

/** Where `assay start` listens unless told otherwise. */
const usual = 'http://127.0.0.1:8080'

/**
 * By the options, else ASSAY_URL and ASSAY_TOKEN, else the login, else the home in this folder. A part that is missing comes from the
 * next; the token of the home goes to this machine alone.
 */
export function findService(
  options: ServiceOptions,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Service {
  const { ASSAY_URL: url, ASSAY_TOKEN: token, ASSAY_HOME: home } = variables
  const known = readLogin(variables)
  if (options.url || url) {
    const chosen = withScheme(options.url || url || '')
    const kept = known?.url === chosen ? known.token : null
    return {
      url: chosen,
      token: options.token || token || kept || (isThisMachine(chosen) ? localToken(home) : null),
      from: options.url ? '--url' : 'ASSAY_URL',
    }
  }
  if (known && !options.token && !token) return { ...known, from: 'assay login' }
  return {
    url: known?.url ?? usual,
    token: options.token || token || localToken(home),
    from: 'this folder',
  }
}

/** A client of that service. Throws when no token is to be found. */
export function openClient(options: ServiceOptions): Client {
  const service = findService(options)
  if (service.token === null)
    throw new CommandFailed(
      `There is no token for the service at ${service.url}.`,
      'assay login, or set ASSAY_TOKEN',
    )
  return createClient({ url: service.url, token: service.token, parse: parseJson, print: jsonText })
}

/** The token that a service writes into its home at its start; null when this folder has none. */
function localToken(home: string | undefined): string | null {
  try {
    return readFileSync(join(home || '.assay', 'admin-token'), 'utf8').trim()
  } catch {
    return null
  }
}

/** An address as people type it: without a scheme it is https, and http on this machine. */
function withScheme(typed: string): string {
  const bare = typed
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api$/, '')
  if (/^https?:\/\//.test(bare)) return bare
  return isThisMachine(`http://${bare}`) ? `http://${bare}` : `https://${bare}`
}

/** True for an address that leads nowhere but to this machine. */
export const isThisMachine = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')
