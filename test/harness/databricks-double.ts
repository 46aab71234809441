import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { BegunStatements, type BegunStatement } from './begun-statements.ts'
import { HttpDouble } from './http-double.ts'

/** A column of a result as the manifest has it. */
export interface DatabricksColumn {
  name: string
  type_text: string
}

/** A chunk of the rows of a result: a stream of Arrow. */
export interface DatabricksChunk {
  rows: number
  bytes: Uint8Array
}

/** What a statement is answered with; `more` are members of the manifest that stand in the place of the right ones. */
export type DatabricksAnswer =
  | { columns: DatabricksColumn[]; chunks: DatabricksChunk[]; more?: object }
  | { error: { error_code: string; message: string }; sql_state?: string }

/** A statement as it was begun, with its values by name. The signal says that its end was asked for. */
interface DatabricksStatement {
  sql: string
  values: Record<string, string>
  catalog: string | null
  schema: string | null
  signal: AbortSignal
}

/** What stands behind the interface; takes as long as the statement runs. */
type Run = (statement: DatabricksStatement) => Promise<DatabricksAnswer>

type Begun = BegunStatement<DatabricksAnswer>

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const invalid = (message: string): Refused => new Refused(400, 'INVALID_PARAMETER_VALUE', message)

const warehouse = '0123456789abcdef'
const databricksToken = 'dapi0123456789'
/** The only service principal that may sign in. */
export const principal = { client: '5f0c7d1e-client', secret: 'dose+secret/of==' }

/**
 * Stands in the place of a workspace of Databricks, in clear: its Statement Execution API, its sign-in by OAuth and the storage to which
 * its links lead. It is strict about what it is sent and understands no SQL. Its shapes are those of the documentation, and of what the
 * vendor's own driver has recorded of the service.
 */
export class DatabricksDouble extends HttpDouble {
  /** What came: `run` with the statement, `look`, `cancel`, `chunk` and `link` with its number, `token`. */
  readonly log: string[] = []
  /** The bodies of the statements that were begun. */
  readonly bodies: Record<string, unknown>[] = []
  /** So many requests are answered with "again, in a second" first. */
  busy = 0
  /** Requests that came before the second was over. */
  early = 0
  /** So many links are over when they are followed. */
  expired = 0
  /** The host that links name in the place of its own; null: its own. */
  storage: string | null = null
  /** So long, ms, a request waits for its statement. */
  wait = 5000
  /** How the warehouse computes. */
  zone = 'Etc/UTC'
  ansi = true
  /** How many tokens a service principal was given. */
  tokens = 0
  #closedUntil = 0
  readonly #run: Run
  readonly #statements = new BegunStatements<DatabricksAnswer>((error) => ({
    error: { error_code: 'INTERNAL_ERROR', message: String(error) },
  }))

  constructor(run: Run) {
    super()
    this.#run = run
  }

  /** Where the tables are. */
  readonly target: DatastoreTarget = { database: 'lake', schema: 'shop', root_path: null }

  get connection(): ConnectionValues & { parameters: Record<string, unknown> } {
    return {
      host: '127.0.0.1',
      port: this.port,
      password: databricksToken,
      parameters: { sslmode: 'disable', warehouse },
    }
  }

  /** How many statements are not over. */
  get running(): number {
    return this.#statements.running
  }

  override close(): Promise<void> {
    this.#statements.stopAll()
    return super.close()
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const send = (status: number, value: object, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    try {
      if (request.url?.startsWith('/storage/')) return this.#stored(request, response)
      if (request.url === '/oidc/v1/token') return send(200, this.#token(request, body))
      this.#letIn(request)
      send(200, await this.#act(request, body))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const headers = error.status === 429 ? { 'Retry-After': '1' } : undefined
      send(error.status, { error_code: error.code, message: error.message }, headers)
    }
  }

  #letIn({ headers }: IncomingMessage): void {
    if (headers['user-agent'] !== 'assay') throw invalid('No User-Agent.')
    const known = [databricksToken, `of principal ${this.tokens}`].map((token) => `Bearer ${token}`)
    if (!known.includes(String(headers.authorization).replaceAll('_', ' ')))
      throw new Refused(403, '403', 'Invalid access token. someone@example.com')
    if (performance.now() < this.#closedUntil) this.early += 1
    if (this.busy === 0) return
    this.busy -= 1
    this.#closedUntil = performance.now() + 990
    throw new Refused(429, 'REQUEST_LIMIT_EXCEEDED', 'Too many requests.')
  }

  #token({ method, headers }: IncomingMessage, body: string): object {
    this.log.push('token')
    const pair = Buffer.from(`${principal.client}:${principal.secret}`).toString('base64')
    if (
      method !== 'POST' ||
      headers['content-type'] !== 'application/x-www-form-urlencoded' ||
      body !== 'grant_type=client_credentials&scope=all-apis'
    )
      return { error: 'invalid_request' }
    if (headers.authorization !== `Basic ${pair}`)
      return { error: 'invalid_client', error_description: 'Client someone@example.com is not known' }
    this.tokens += 1
    return { access_token: `of_principal_${this.tokens}`, token_type: 'Bearer', expires_in: 3600 }
  }

  async #act({ method, url: path = '', headers }: IncomingMessage, body: string): Promise<object> {
    const [, id = '', more = ''] = /^\/api\/2\.0\/sql\/statements(?:\/([\w-]+)(\/.*)?)?$/.exec(path) ?? []
    if (method === 'POST' && path === '/api/2.0/sql/statements') {
      if (headers['content-type'] !== 'application/json') throw invalid('No JSON.')
      return this.#begin(JSON.parse(body) as Record<string, unknown>)
    }
    const statement = this.#statements.get(id)
    if (!statement) throw new Refused(404, 'NOT_FOUND', `There is no ${method} ${path}`)
    if (method === 'POST' && more === '/cancel') {
      this.log.push('cancel')
      statement.stop()
      return {}
    }
    const [, chunk] = /^\/result\/chunks\/(\d+)$/.exec(more) ?? []
    if (method !== 'GET' || (more !== '' && chunk === undefined))
      throw invalid(`There is no ${method} ${path}`)
    if (chunk === undefined) {
      this.log.push('look')
      return this.#state(statement)
    }
    this.log.push(`chunk ${chunk}`)
    return { external_links: [this.#link(statement, Number(chunk))] }
  }

  async #begin(body: Record<string, unknown>): Promise<object> {
    const { warehouse_id, statement, parameters = [], catalog = null, schema = null, ...rest } = body
    if (warehouse_id !== warehouse)
      throw new Refused(
        404,
        'RESOURCE_DOES_NOT_EXIST',
        `SQL warehouse ${String(warehouse_id)} does not exist.`,
      )
    const wanted = {
      wait_timeout: '5s',
      on_wait_timeout: 'CONTINUE',
      disposition: 'EXTERNAL_LINKS',
      format: 'ARROW_STREAM',
      query_tags: [{ key: 'client', value: 'assay' }],
    }
    if (JSON.stringify(rest) !== JSON.stringify(wanted)) throw invalid('A statement of another kind.')
    if (typeof statement !== 'string' || Buffer.byteLength(statement) > 16 * 1024 * 1024)
      throw invalid('The statement is too long.')
    if ('parameters' in body && !isListOfValues(parameters)) throw invalid('Parameters of another kind.')
    this.log.push(`run ${statement}`)
    this.bodies.push(body)
    const values = Object.fromEntries(
      (isListOfValues(parameters) ? parameters : []).map(({ name, value }) => [name, value]),
    )
    const place = { catalog: nameOf(catalog), schema: nameOf(schema) }
    const begun = this.#statements.begin((signal) =>
      this.#answerTo({ sql: statement, values, ...place, signal }),
    )
    const waited = new AbortController()
    await Promise.race([
      begun.done,
      pause(this.wait, undefined, { signal: waited.signal }).catch(() => undefined),
    ])
    waited.abort()
    return this.#state(begun)
  }

  #answerTo(statement: DatabricksStatement): Promise<DatabricksAnswer> {
    if (statement.sql === 'select 1 / 0 as none' && this.ansi)
      return Promise.resolve({
        error: {
          error_code: 'BAD_REQUEST',
          message: '[DIVIDE_BY_ZERO] Division by zero. Use `try_divide`. SQLSTATE: 22012\n== SQL ==\n^',
        },
        sql_state: '22012',
      })
    return this.#run(statement)
  }

  #state(statement: Begun): object {
    const seen = statement.look()
    const status = (state: string, more: object = {}) => ({
      statement_id: statement.id,
      status: { state, ...more },
    })
    if (seen === 'cancelled') return status('CANCELED')
    if (seen === 'running') return status('RUNNING')
    if ('error' in seen) {
      const { error, sql_state } = seen
      return status('FAILED', { error, ...(sql_state !== undefined && { sql_state }) })
    }
    const { columns, chunks, more } = seen
    const manifest = {
      format: 'ARROW_STREAM',
      schema: {
        column_count: columns.length,
        ...(columns.length > 0 && {
          columns: columns.map((column, position) => ({ ...column, position })),
        }),
      },
      total_chunk_count: chunks.length,
      total_row_count: chunks.reduce((sum, { rows }) => sum + rows, 0),
      truncated: false,
      ...more,
    }
    const result = chunks.length === 0 ? {} : { external_links: [this.#link(statement, 0)] }
    return { ...status('SUCCEEDED'), manifest, result }
  }

  #link({ id, answer }: Begun, chunk_index: number): object {
    const chunks = answer !== null && 'chunks' in answer ? answer.chunks : []
    const chunk = chunks[chunk_index]
    if (!chunk) throw new Refused(404, 'NOT_FOUND', `There is no chunk ${chunk_index}.`)
    const next = { next_chunk_index: chunk_index + 1 }
    return {
      chunk_index,
      row_count: chunk.rows,
      byte_count: chunk.bytes.length,
      ...(chunk_index + 1 < chunks.length && next),
      external_link: `${this.storage ?? `http://127.0.0.1:${this.port}`}/storage/${id}/${chunk_index}?X-Signature=a%2Fb`,
      expiration: '2026-01-31T12:15:00.000Z',
    }
  }

  /** The storage of the cloud: a link is a permission of its own, and credentials beside it are an error. */
  #stored({ method, url: path = '', headers }: IncomingMessage, response: ServerResponse): void {
    const [, id = '', index = ''] = /^\/storage\/([\w-]+)\/(\d+)\?X-Signature=a%2Fb$/.exec(path) ?? []
    const answer = this.#statements.get(id)?.answer
    const chunk = answer && 'chunks' in answer ? answer.chunks[Number(index)] : undefined
    this.log.push(`link ${index}`)
    if (this.expired > 0) {
      this.expired -= 1
      response.writeHead(403).end('<Error>Request has expired</Error>')
    } else if (method !== 'GET' || 'authorization' in headers || !chunk) response.writeHead(400).end()
    else response.writeHead(200).end(chunk.bytes)
  }
}

const nameOf = (given: unknown): string | null => (typeof given === 'string' ? given : null)

const isListOfValues = (given: unknown): given is { name: string; value: string; type: 'STRING' }[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  new Set(given.map(({ name }) => String(name))).size === given.length &&
  given.every(
    ({ name, value, type, ...more }) =>
      /^p\d+$/.test(String(name)) &&
      typeof value === 'string' &&
      type === 'STRING' &&
      Object.keys(more).length === 0,
  )
