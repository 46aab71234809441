import { generateKeyPairSync, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { HttpDouble } from './http-double.ts'

/** A column as the interface describes it. */
export interface BigqueryColumn {
  name: string
  type: string
  mode?: string
}

/** What a statement is answered with: rows of texts, an error of the job, or no end until it is cancelled. */
export type BigqueryAnswer =
  | { columns: BigqueryColumn[]; rows: unknown[][]; kind?: string }
  | { error: { reason: string; message: string } }
  | 'endless'

type Ask = (sql: string, values: Readonly<Record<string, string>>) => BigqueryAnswer | Promise<BigqueryAnswer>

interface Job {
  answer: BigqueryAnswer
  isCancelled: boolean
}

interface Wanted {
  query: string
  useLegacySql?: boolean
  maximumBytesBilled?: string
  queryParameters?: { name: string; parameterType: { type: string }; parameterValue: { value: string } }[]
}

/** Rows of a page. */
const pageRows = 1000

/**
 * Stands in the place of BigQuery: its REST interface in clear and the server that gives tokens for what an account has signed. It is strict
 * about what it is sent and understands no SQL.
 */
export class BigqueryDouble extends HttpDouble {
  /** What came: the method, the path without the search, and what of the body matters. */
  readonly log: string[] = []
  /** Tables of the dataset by their names. */
  readonly tables = new Map<
    string,
    { type: string; columns: BigqueryColumn[]; requirePartitionFilter?: boolean }
  >()
  /** So many requests are answered with 503 first. */
  busy = 0
  readonly #ask: Ask
  readonly #jobs = new Map<string, Job>()
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

  constructor(ask: Ask) {
    super()
    this.#ask = ask
  }

  get connection(): ConnectionValues {
    return {
      host: '127.0.0.1',
      port: this.port,
      credentials_payload: JSON.stringify({
        type: 'service_account',
        project_id: 'payer',
        client_email: 'reader@payer.iam.gserviceaccount.com',
        private_key: this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: `http://127.0.0.1:${this.port}/token`,
      }),
      parameters: { sslmode: 'disable', maximum_bytes_billed: 1_000_000 },
    }
  }

  readonly target: DatastoreTarget = { database: 'lake', schema: 'shop', root_path: null }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const send = (status: number, value: object): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (code: number, reason: string, message: string): void =>
      send(code, { error: { code, message, errors: [{ reason }] } })
    if (pathname === '/token') return this.#token(body, send)
    if (request.headers.authorization !== 'Bearer token-of-the-double')
      return refuse(401, 'authError', 'Request is missing required authentication credential.')
    if (this.busy > 0) {
      this.busy -= 1
      return refuse(503, 'backendError', 'Try again.')
    }
    const path = pathname.replace(/^\/bigquery\/v2\//, '')
    if (path === 'projects') return send(200, { projects: [{ id: 'lake' }, { id: 'payer' }] })
    if (path === 'projects/lake/datasets')
      return send(200, { datasets: [{ datasetReference: { datasetId: 'shop' } }] })
    const [, table] = /^projects\/lake\/datasets\/shop\/tables(?:\/(.+))?$/.exec(path) ?? [null, null]
    if (table !== null) return this.#catalogue(table, send, refuse)
    const [, cancelled] = /^projects\/payer\/jobs\/([\w-]+)\/cancel$/.exec(path) ?? []
    if (cancelled !== undefined) return this.#cancel(cancelled, send)
    if (path === 'projects/payer/jobs' && request.method === 'POST') return this.#begin(body, send, refuse)
    const [, job] = /^projects\/payer\/queries\/([\w-]+)$/.exec(path) ?? []
    if (job !== undefined) return this.#page(job, searchParams, send, refuse)
    refuse(404, 'notFound', `Not found: ${path}`)
  }

  /** The signature is that of the account's key, and what it signs is meant for this server. */
  #token(body: string, send: (status: number, value: object) => void): void {
    const assertion = new URLSearchParams(body).get('assertion') ?? ''
    const [head = '', claims = '', signature = ''] = assertion.split('.')
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      this.#keys.publicKey,
      Buffer.from(signature, 'base64url'),
    )
    const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const isMeant =
      told['aud'] === `http://127.0.0.1:${this.port}/token` &&
      told['iss'] === 'reader@payer.iam.gserviceaccount.com' &&
      String(told['scope']).endsWith('/bigquery')
    if (isSigned && isMeant) send(200, { access_token: 'token-of-the-double', expires_in: 3600 })
    else send(400, { error: 'invalid_grant' })
  }

  #catalogue(
    name: string | undefined,
    send: (status: number, value: object) => void,
    refuse: (code: number, reason: string, message: string) => void,
  ): void {
    const listed = (tableId: string, type: string) => ({ tableReference: { tableId }, type })
    if (name === undefined)
      return send(200, { tables: [...this.tables].map(([id, { type }]) => listed(id, type)) })
    const table = this.tables.get(decodeURIComponent(name))
    if (!table) return refuse(404, 'notFound', `Not found: Table lake:shop.${name}`)
    const { type, columns, ...more } = table
    send(200, { ...listed(decodeURIComponent(name), type), schema: { fields: columns }, ...more })
  }

  async #begin(
    body: string,
    send: (status: number, value: object) => void,
    refuse: (code: number, reason: string, message: string) => void,
  ): Promise<void> {
    const { jobReference, configuration } = JSON.parse(body) as {
      jobReference: { projectId: string; jobId?: string }
      configuration: {
        query: Wanted
        dryRun?: boolean
        labels?: Record<string, string>
        jobTimeoutMs?: string
      }
    }
    const { query, useLegacySql, maximumBytesBilled, queryParameters = [] } = configuration.query
    if (
      useLegacySql !== false ||
      maximumBytesBilled !== '1000000' ||
      configuration.labels?.['client'] !== 'assay'
    )
      return refuse(400, 'invalid', 'The double was sent a job of another kind.')
    if (queryParameters.some(({ parameterType }) => parameterType.type !== 'STRING'))
      return refuse(400, 'invalid', 'Values are texts.')
    const values = Object.fromEntries(
      queryParameters.map(({ name, parameterValue: { value } }) => [name, value]),
    )
    this.log.push(`${configuration.dryRun ? 'dry run' : 'run'} ${query}`)
    const answer = await this.#ask(query, values)
    if (typeof answer === 'object' && 'error' in answer)
      return refuse(400, answer.error.reason, answer.error.message)
    if (configuration.dryRun) {
      const kind = answer === 'endless' ? 'SELECT' : (answer.kind ?? 'SELECT')
      return send(200, { jobReference, statistics: { query: { statementType: kind } } })
    }
    this.#jobs.set(jobReference.jobId ?? '', { answer, isCancelled: false })
    send(200, { jobReference: { ...jobReference, location: 'EU' }, status: { state: 'RUNNING' } })
  }

  #cancel(id: string, send: (status: number, value: object) => void): void {
    this.log.push('cancel')
    const job = this.#jobs.get(id)
    if (job) job.isCancelled = true
    send(200, { jobReference: { projectId: 'payer', jobId: id } })
  }

  #page(
    id: string,
    search: URLSearchParams,
    send: (status: number, value: object) => void,
    refuse: (code: number, reason: string, message: string) => void,
  ): void {
    const job = this.#jobs.get(id)
    if (!job || search.get('location') !== 'EU') return refuse(404, 'notFound', `Not found: Job ${id}`)
    if (job.isCancelled)
      return refuse(499, 'stopped', 'Job execution was cancelled: User requested cancellation')
    const { answer } = job
    if (answer === 'endless') {
      setTimeout(() => send(200, { jobComplete: false }), 20)
      return
    }
    if ('error' in answer) return refuse(400, answer.error.reason, answer.error.message)
    const from = Number(search.get('pageToken') ?? 0)
    const rows = answer.rows
      .slice(from, from + pageRows)
      .map((row) => ({ f: row.map((value) => ({ v: value })) }))
    const isLast = from + pageRows >= answer.rows.length
    send(200, {
      jobComplete: true,
      schema: { fields: answer.columns },
      rows,
      ...(!isLast && { pageToken: String(from + pageRows) }),
    })
  }
}
