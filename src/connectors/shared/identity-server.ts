import type { IncomingHttpHeaders } from 'node:http'
import { messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { SourceUnreached } from '../connector.ts'
import { withWellKnown } from './authority.ts'
import { certificateFault } from './certificate-fault.ts'
import { HttpRequests, type HttpRequest } from './http-requests.ts'
import { BusyServer, isPassing, networkFailure, untilFirstAnswer } from './network-failures.ts'
import { isThisMachine } from './hosts.ts'
import { invalid, serverOf, type ServerAddress } from './server-address.ts'
import { bodyOf } from './whole-answer.ts'

const mostAnswerBytes = 256 * 1024

/** Answers that say "again, later". */
const passing = new Set([429, 502, 503, 504])

/** A server that gives out credentials. */
export interface IdentityServer extends ServerAddress {
  /** What a person may correct when it is not reached, such as "the parameter authority". */
  named_by: string
  /** The authority that may have signed its certificate beside the well-known ones, PEM; null: the connection names none; undefined: it cannot. */
  authority?: string | null
}

/** An answer of it, of whatever status. */
export interface IdentityAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Secrets and tokens go to servers of other machines encrypted, or not at all. Throws ServiceError `invalid`. */
export function requireSecrecy(
  { host, is_encrypted }: Pick<ServerAddress, 'host' | 'is_encrypted'>,
  member: string,
): void {
  if (!is_encrypted && !isThisMachine(host))
    throw invalid(`The credentials of the connection need an address of https:// as ${member}.`)
}

/** A token of the machine is for the vendor's own servers: whoever makes a connection must not have it sent to another. */
export function requireVendor(
  { host, authority }: Pick<ServerAddress, 'host'> & { authority: string | null },
  isVendor: RegExp,
  title: string,
): void {
  if (!isThisMachine(host) && !isVendor.test(host))
    throw invalid(
      `With credentials of this machine a connection to ${title} leads to the vendor’s own servers, and not to ${host}.`,
    )
  if (authority !== null)
    throw invalid(
      `With credentials of this machine a connection to ${title} trusts the well-known authorities alone: leave sslrootcert out.`,
    )
}

/** The server that a member of a connection names, which may be reached as a source may; `authority` as its own. Throws ServiceError `invalid`. */
export function identityServer(
  address: string,
  member: string,
  authority?: string | null,
): IdentityServer & { path: string } {
  const { parts, ...server } = serverOf(address)
  requireSecrecy(server, member)
  return {
    ...server,
    path: `/${parts.join('/')}`,
    named_by: member,
    ...(authority !== undefined && { authority }),
  }
}

/** The server that a variable of this machine names: whoever runs the service says where it is, also in networks of the cloud. */
export function machineServer(address: string, variable: string): IdentityServer & { path: string } {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(`The variable ${variable} of this machine is no address of a server.`)
  const is_encrypted = url.protocol === 'https:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (is_encrypted ? 443 : 80) : Number(url.port),
    is_encrypted,
    path: `${url.pathname}${url.search}`,
    named_by: `the variable ${variable} of this machine`,
  }
}

/**
 * What `read` makes of the answer to one request. Throws RunFailure and ServiceError of `read`; `connection_failed` for a certificate that is not
 * accepted; SourceUnreached when nothing answers, or `read` throws anything else.
 */
export async function askIdentityServer<Result>(
  server: IdentityServer,
  request: Omit<HttpRequest, 'signal'>,
  read: (answer: IdentityAnswer) => Result,
): Promise<Result> {
  const ca = withWellKnown(server.authority ?? null)
  const tls = server.is_encrypted ? ({ verify: 'name', ca } as const) : null
  const requests = new HttpRequests(server, tls, server.port)
  const signal = untilFirstAnswer()
  try {
    const answer = await requests.send({ ...request, signal })
    const text = await bodyOf(answer, mostAnswerBytes)
    const { statusCode: status = 0, headers } = answer
    if (passing.has(status)) throw new BusyServer(`the answer has the status ${status}`)
    return read({ status, headers, text })
  } catch (error) {
    if (error instanceof RunFailure || error instanceof ServiceError) throw error
    throw unreached(signal.aborted ? signal.reason : error, server)
  } finally {
    requests.close()
  }
}

/** The members of an answer in JSON; none when it is a value of another kind. Throws an Error, which quotes nothing, for what is no JSON. */
export function membersOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    throw new Error('the answer is no JSON')
  }
}

/** A member as it may stand in a header. Throws an Error for anything else. */
export function tokenIn(members: Record<string, unknown>, member: string): string {
  const token = members[member]
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token
  throw new Error('the answer holds no token')
}

/** What a server called its refusal, as people may see it in brackets; empty for anything that is no word. */
export const wordIn = (word: unknown): string =>
  typeof word === 'string' && /^[\w.]{1,80}$/.test(word) ? ` (${word})` : ''

function unreached(cause: unknown, server: IdentityServer): ServiceError {
  const fault = certificateFault(cause, server, server.authority)
  if (fault !== null) return new ServiceError('connection_failed', fault, { cause })
  const at = `${server.host}:${server.port}`
  const network = networkFailure(cause, server)
  return new SourceUnreached(
    `No server for the sign-in was reached at ${at}. See whether ${server.named_by} is right, and firewalls let this service through to it; an Admin who tests the connection is told the reason.`,
    network?.sentence ?? `${at} cannot be asked: ${messageOf(cause).replace(/\.$/, '')}.`,
    { cause, retryable: network?.retryable ?? isPassing(cause) },
  )
}
