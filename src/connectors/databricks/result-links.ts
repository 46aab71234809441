import { RunFailure } from '../../kernel/errors.ts'
import { hostFault, isThisMachine } from '../shared/hosts.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { bytesOf } from '../shared/whole-answer.ts'

/** The servers of the clouds on which workspaces keep the rows of results. */
const vendorHosts = [
  /(?:^|\.)s3(?:[.-][a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?$/,
  /\.(?:blob|dfs)\.core\.(?:windows\.net|chinacloudapi\.cn|usgovcloudapi\.net)$/,
  /\.(?:blob|dfs)\.storage\.azure\.net$/,
  /(?:^|\.)storage\.googleapis\.com$/,
]

/** A chunk may have so many bytes; the service makes them of about 20 MiB. */
const mostBytes = 256 * 1024 * 1024

/** A link that its server does not answer, as it is over after at most a quarter of an hour. */
export class LinkRefused extends Error {}

/** Reads rows of results behind links, which hold a permission of their own: no credentials go along. */
export class ResultLinks {
  readonly #isHere: boolean
  readonly #servers = new Map<string, HttpRequests>()

  /** `workspace` is the host that gives the links out: only one on this machine may name another server of this machine. */
  constructor(workspace: string) {
    this.#isHere = isThisMachine(workspace)
  }

  /** Throws RunFailure for a link to a server that is none of a cloud, LinkRefused, and the network's own error. */
  async read(link: string, signal: AbortSignal): Promise<Buffer> {
    const url = this.#allowed(link)
    const server = this.#serverOf(url)
    const answer = await server.send({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {},
      signal,
    })
    const bytes = await bytesOf(answer, mostBytes)
    if (answer.statusCode === 200) return bytes
    throw new LinkRefused(`the rows of the result were answered with status ${answer.statusCode ?? 0}`)
  }

  close(): void {
    for (const server of this.#servers.values()) server.close()
  }

  #allowed(link: string): URL {
    const url = URL.parse(link)
    const host = url?.hostname ?? ''
    const isVendor = url?.protocol === 'https:' && vendorHosts.some((pattern) => pattern.test(host))
    if (url && (isVendor || (this.#isHere && isThisMachine(host))) && hostFault(host, []) === null) return url
    throw new RunFailure(
      `The workspace keeps the rows of results at "${host}", which is no storage of Amazon, Microsoft or Google that this service reads from.`,
    )
  }

  #serverOf({ protocol, hostname, port, host }: URL): HttpRequests {
    const known = this.#servers.get(`${protocol}${host}`)
    if (known) return known
    const isPlain = protocol === 'http:'
    const at = { host: hostname, port: port === '' ? null : Number(port) }
    const tls = isPlain ? null : ({ verify: 'name', ca: undefined } as const)
    const server = new HttpRequests(at, tls, isPlain ? 80 : 443)
    this.#servers.set(`${protocol}${host}`, server)
    return server
  }
}
