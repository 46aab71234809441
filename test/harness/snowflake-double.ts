import { createHash, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { jwtVerify } from 'jose'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { HttpDouble } from './http-double.ts'

/** A column as the interface describes it; numbers that are left out are null. */
export interface SnowflakeColumn {
  name: string
  type: string
  precision?: number
  scale?: number
  nullable?: boolean
}

/** What a statement is answered with: rows of texts in parts, an error with its status, or no end until it is cancelled. */
export type SnowflakeAnswer =
  | { columns: SnowflakeColumn[]; rows: (string | null)[][]; code?: string; told?: number }
  | { error: { status: number; code: string; message: string } }
  | 'endless'

type Ask = (
  sql: string,
  values: readonly string[],
  place: string,
) => SnowflakeAnswer | Promise<SnowflakeAnswer>

interface Running {
  answer: SnowflakeAnswer
  isCancelled: boolean
  /** So often it was said that it has not ended yet. */
  asked: number
}

interface Wanted {
  statement: string
  timeout?: number
  database?: string
  schema?: string
  role?: string
  warehouse?: string
  bindings?: Record<string, { type: string; value: string }>
  parameters: Record<string, string>
}

/** Rows of a part. */
const partRows = 1200

/** What every statement sets, whatever the account has set for its users. */
const wantedParameters = {
  timezone: 'UTC',
  query_tag: 'assay',
  multi_statement_count: '1',
  rows_per_resultset: '0',
  client_result_chunk_size: '48',
}

/**
 * Stands in the place of Snowflake: its SQL API in clear, as the documentation has it. It is strict about what it is sent and understands no
 * SQL; every statement is answered 202 at first, and the later parts of rows are compressed.
 */
export class SnowflakeDouble extends HttpDouble {
  /** What came: `run` with the statement, `cancel`, `part` with its number, `token` for one that was given out. */
  readonly log: string[] = []
  /** So many requests are answered with 503 first. */
  busy = 0
  /** The token that is let in beside those that are signed. */
  token: { kind: string; value: string } | null = null
  /** What its OAuth gives tokens for, and so many seconds they are said to live; each takes the place of the one before. */
  client: { id: string; secret: string; refresh_token: string; lives: number } | null = null
  /** False: names in quotes lose their letter case. */
  keepsCase = true
  readonly #ask: Ask
  readonly #running = new Map<string, Running>()
  readonly #requests = new Map<string, string>()
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

  constructor(ask: Ask) {
    super()
    this.#ask = ask
  }

  /** The private key as PEM, kept encrypted where there is a passphrase. */
  privateKey(passphrase?: string): string {
    const secret = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
    return String(this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem', ...secret }))
  }

  get connection(): ConnectionValues {
    return {
      host: '127.0.0.1',
      port: this.port,
      username: 'assay_reader',
      credentials_payload: this.privateKey(),
      parameters: { sslmode: 'disable', account: 'myorg-shop', role: 'reader', warehouse: '"small one"' },
    }
  }

  readonly target: DatastoreTarget = { database: 'lake', schema: '"shop"', root_path: null }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const send = (status: number, value: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    const refuse = (status: number, code: string, message: string): void =>
      send(status, { code, message, sqlState: '42000' })
    if (pathname === '/oauth/token-request') return this.#giveToken(request, body, send)
    if (!(await this.#isLetIn(request))) return refuse(401, '390144', 'JWT token is invalid.')
    if (request.headers['user-agent'] !== 'assay') return refuse(400, '391902', 'No User-Agent.')
    if (this.busy > 0) {
      this.busy -= 1
      return void response.writeHead(503).end('<html>')
    }
    if (pathname === '/api/v2/statements' && request.method === 'POST')
      return this.#begin(body, searchParams, send, refuse)
    const [, handle = '', isCancelling] = /^\/api\/v2\/statements\/([\w-]+)(\/cancel)?$/.exec(pathname) ?? []
    const running = this.#running.get(handle)
    if (!running) return refuse(404, '391918', `Not found: ${pathname}`)
    if (isCancelling !== undefined && request.method === 'POST') {
      this.log.push('cancel')
      running.isCancelled = true
      return send(200, { code: '000604', message: 'SQL execution canceled' })
    }
    const part = searchParams.get('partition')
    if (part === null) this.#state(handle, running, send, refuse)
    else this.#part(running, Number(part), response)
  }

  #giveToken(
    { method, headers }: IncomingMessage,
    body: string,
    send: (status: number, value: object) => void,
  ): void {
    const refuse = (error: string): void =>
      send(400, { data: null, message: 'canary of the sentence', code: null, success: false, error })
    const form = new URLSearchParams(body)
    const { id = '', secret = '', refresh_token = '', lives = 0 } = this.client ?? {}
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    if (method !== 'POST' || form.get('grant_type') !== 'refresh_token') return refuse('invalid_request')
    if (headers.authorization !== basic) return refuse('invalid_client')
    if (form.get('refresh_token') !== refresh_token) return refuse('invalid_grant')
    this.log.push('token')
    this.token = { kind: 'OAUTH', value: randomUUID() }
    send(200, { access_token: this.token.value, token_type: 'Bearer', expires_in: lives })
  }

  async #isLetIn({ headers }: IncomingMessage): Promise<boolean> {
    const token = String(headers.authorization).replace(/^Bearer /, '')
    const kind = headers['x-snowflake-authorization-token-type']
    if (this.token !== null) return kind === this.token.kind && token === this.token.value
    const publicKey = createPublicKey(this.#keys.privateKey)
    const print = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }))
    const subject = 'MYORG-SHOP.ASSAY_READER'
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['RS256'],
        subject,
        issuer: `${subject}.SHA256:${print.digest('base64')}`,
      })
      return kind === 'KEYPAIR_JWT' && (payload.exp ?? Infinity) - (payload.iat ?? 0) <= 3600
    } catch {
      return false
    }
  }

  async #begin(
    body: string,
    search: URLSearchParams,
    send: (status: number, value: object) => void,
    refuse: (status: number, code: string, message: string) => void,
  ): Promise<void> {
    const { parameters, bindings = {}, ...wanted } = JSON.parse(body) as Wanted
    const id = search.get('requestId') ?? ''
    const isMeant =
      /^[\da-f-]{36}$/.test(id) &&
      search.get('async') === 'true' &&
      search.get('nullable') === 'true' &&
      JSON.stringify(parameters) === JSON.stringify(wantedParameters) &&
      wanted.role === 'READER' &&
      wanted.warehouse === 'small one' &&
      Object.values(bindings).every(({ type }) => type === 'TEXT') &&
      (wanted.timeout === undefined || Number.isInteger(wanted.timeout))
    if (!isMeant) return refuse(400, '391902', 'The double was sent a statement of another kind.')
    this.log.push(`run ${wanted.statement}`)
    const values = Object.keys(bindings).map((_, index) => bindings[String(index + 1)]?.value ?? '')
    const place = `${wanted.database}.${wanted.schema}`
    const answer = await this.#answerTo(wanted.statement, values, place)
    const handle = this.#requests.get(id) ?? randomUUID()
    this.#requests.set(id, handle)
    this.#running.set(handle, { answer, isCancelled: false, asked: 0 })
    send(202, { code: '333334', message: 'Asynchronous execution in progress.', statementHandle: handle })
  }

  #answerTo(
    sql: string,
    values: readonly string[],
    place: string,
  ): SnowflakeAnswer | Promise<SnowflakeAnswer> {
    if (sql !== 'select 1 as "assay"') return this.#ask(sql, values, place)
    const name = this.keepsCase ? 'assay' : 'ASSAY'
    return { columns: [{ name, type: 'FIXED', precision: 1, scale: 0 }], rows: [['1']] }
  }

  #state(
    handle: string,
    running: Running,
    send: (status: number, value: object) => void,
    refuse: (status: number, code: string, message: string) => void,
  ): void {
    const { answer, isCancelled } = running
    running.asked += 1
    if (isCancelled) return refuse(422, '000604', 'SQL execution canceled')
    if (answer === 'endless' || running.asked === 1)
      return send(202, { code: '333334', message: 'In progress.', statementHandle: handle })
    if ('error' in answer) return refuse(answer.error.status, answer.error.code, answer.error.message)
    const { columns, rows, code = '090001', told = rows.length } = answer
    const parts = Array.from({ length: Math.max(1, Math.ceil(rows.length / partRows)) }, (_, index) => ({
      rowCount: Math.min(partRows, rows.length - index * partRows),
    }))
    send(200, {
      code,
      statementHandle: handle,
      message: 'Statement executed successfully.',
      resultSetMetaData: { numRows: told, format: 'jsonv2', rowType: columns, partitionInfo: parts },
      data: rows.slice(0, partRows),
    })
  }

  #part({ answer }: Running, part: number, response: ServerResponse): void {
    this.log.push(`part ${part}`)
    const rows = typeof answer === 'object' && 'rows' in answer ? answer.rows : []
    const data = rows.slice(part * partRows, (part + 1) * partRows)
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    response.writeHead(200, headers).end(gzipSync(JSON.stringify({ data })))
  }
}
