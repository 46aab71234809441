import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp, validateHeaderValue, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { retryAfterSeconds } from '../kernel/retry-after.ts'
import { parseTargets } from './targets.ts'

/** A request to an external service. It may hold secrets and is never logged. */
interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON; none by default. */
  body?: string
  /** Bytes of the answer that are read; the rest is left (default 65536). */
  longest_answer?: number
}

/** The answer, whatever its status; redirects are answers too and are never followed. */
export interface TargetAnswer {
  status: number
  text: string
  /** The time after which the target wants to be asked again; left out where it says none. */
  retry_after_seconds?: number
  /** How the target wants to be told who asks; left out where it says nothing. */
  challenge?: string
}

/** The only hosts that a channel reaches: public hosts, or those of ASSAY_ALLOWED_TARGETS. */
export interface Outgoing {
  /** Throws TargetFailure when the target may not be reached or does not answer. */
  send(request: OutgoingRequest): Promise<TargetAnswer>
}

/** No answer was had. `message` is for the person who asked: it names the host, and neither path nor address. */
export class TargetFailure extends Error {
  /** True where another attempt may succeed (default false). */
  readonly is_passing: boolean

  constructor(
    message: string,
    { is_passing = false, ...options }: { cause?: unknown; is_passing?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'TargetFailure'
    this.is_passing = is_passing
  }
}

/** Replacements that tests give for the network. */
interface OutgoingOptions {
  /** All addresses of a host; default: the system's resolver. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** For name, connection and answer together (default 10). */
  patienceSeconds?: number
}

const longestAnswer = 64 * 1024

/** Throws a sentence about an entry of `allowedTargets` that is not a host, an address or a CIDR range. */
export function createOutgoing(allowedTargets: readonly string[], options: OutgoingOptions = {}): Outgoing {
  const { resolve = (host) => lookup(host, { all: true }), patienceSeconds = 10 } = options
  const targets = parseTargets(allowedTargets)
  return {
    async send(request) {
      const url = parseUrl(request.url)
      refuseUnsendable(request.headers ?? {})
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      const signal = AbortSignal.timeout(patienceSeconds * 1000)
      try {
        const addresses = await unlessAborted(signal, resolve(host))
        if (!targets.accepts(host, addresses)) throw forbiddenTarget(host)
        return await exchange(url, host, addresses, request, signal)
      } catch (error) {
        if (error instanceof TargetFailure) throw error
        const reason = signal.aborted ? `did not answer within ${patienceSeconds} seconds` : reasonOf(error)
        throw new TargetFailure(`${host} ${reason}.`, { cause: error, is_passing: true })
      }
    },
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TargetFailure('The address is not a URL that begins with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetFailure('The address must not hold a user name or a password.')
  }
  return url
}

/** Before anything is asked: no later attempt would fare better. */
function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderValue(name, value)
    } catch (cause) {
      throw new TargetFailure(
        `A character of ${name} cannot be sent, such as a line break; look whether its secret was pasted whole.`,
        { cause },
      )
    }
}

function forbiddenTarget(host: string): TargetFailure {
  return new TargetFailure(
    `${host} is not a public host, so nothing was sent; the setting ASSAY_ALLOWED_TARGETS can allow it.`,
  )
}

/** The connection goes to the addresses that were looked at: asking for the name again could bring others. */
function exchange(
  url: URL,
  host: string,
  addresses: readonly LookupAddress[],
  { method, headers, body, longest_answer = longestAnswer }: OutgoingRequest,
  signal: AbortSignal,
): Promise<TargetAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TargetAnswer>()
  const pinned: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses
    if (all || !first) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = open(
    {
      method,
      host,
      port: url.port,
      path: url.pathname + url.search,
      headers: {
        'user-agent': 'Assay',
        accept: 'application/json',
        ...(body !== undefined && {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
      // A connection of its own: a shared agent could reuse one to another host, or to a proxy.
      agent: false,
      lookup: pinned,
      signal,
    },
    (response) => {
      readText(response, longest_answer).then(
        (text) => resolve({ status: response.statusCode ?? 0, text, ...said(response) }),
        reject,
      )
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

/** The headers of an answer that callers act on. */
function said({ headers }: IncomingMessage): Omit<TargetAnswer, 'status' | 'text'> {
  const seconds = retryAfterSeconds(headers)
  const challenge = headers['www-authenticate']
  return {
    ...(seconds !== null && { retry_after_seconds: seconds }),
    ...(challenge !== undefined && { challenge }),
  }
}

/** Leaving the loop early closes the connection. */
async function readText(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= limit) break
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8')
}

/** The system's resolver cannot be stopped, so its answer is no longer waited for. */
function unlessAborted<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([value, aborted])
}

/** Completes a sentence that begins with the host. */
function reasonOf(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'has no address: the name could not be resolved'
  if (code === 'ECONNREFUSED') return 'refused the connection'
  if (/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code)) return 'could not be reached over the network'
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code))
    return `showed a certificate that is not trusted (${code})`
  if (code === 'ECONNRESET') {
    return 'closed the connection before it answered, so the message may or may not have arrived'
  }
  return `did not answer as a web server does (${code})`
}
