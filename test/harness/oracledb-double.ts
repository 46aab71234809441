import { EventEmitter, once } from 'node:events'
import { createRequire, registerHooks } from 'node:module'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type oracledbTypes from 'oracledb'

/** A column as the driver tells it; numbers that are left out are as the driver has them where there are none. */
export interface OracleColumn {
  name: string
  /** As `dbTypeName` has it. */
  type: string
  precision?: number
  scale?: number
  byteSize?: number
}

/** What a statement is answered with: rows in the form that the driver hands over, an error of the server (of the driver itself by `NJS`), or no end until it is broken off. */
export type OracleAnswer =
  | { columns: OracleColumn[]; rows: unknown[][] }
  | { error: { number: number; message: string; by?: 'NJS' } }
  | 'endless'

/** Answers a statement with its values by name; `isRun` is false where only its columns are asked for. */
export type OracleAsk = (
  sql: string,
  values: Readonly<Record<string, string>>,
  isRun: boolean,
) => OracleAnswer | Promise<OracleAnswer>

const required = createRequire(import.meta.url)
const real = required('oracledb') as typeof oracledbTypes
/** What the driver itself makes of a text before it sends it. */
interface Parsed {
  _prepare(sql: string): void
  statementType: number
  isQuery: boolean
  /** By the names of values in upper case. */
  bindInfoDict: Map<string, unknown>
}
const { Statement: DriverStatement } = required('oracledb/lib/thin/statement.js') as {
  Statement: new () => Parsed
}

function parsed(sql: string): Parsed {
  const statement = new DriverStatement()
  statement._prepare(sql)
  return statement
}
const hookedUrl = 'double:oracledb'

// From here on the connector of this process gets the double where it asks for the driver; its types and constants are the driver's own.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'oracledb' && context.parentURL?.includes('/src/connectors/oracle/')
      ? { url: hookedUrl, shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === hookedUrl
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export default globalThis[Symbol.for('assay.oracledb-double')]`,
        }
      : next(url, context),
})

/** The databases that are listening, by the ports of their listeners. */
const listening = new Map<number, OracleDouble>()

/**
 * Stands in the place of an Oracle Database behind its driver: a listener that does nothing but take connections, and the part of the driver's
 * documented surface that the connector uses, which refuses everything else. It understands no SQL.
 */
export class OracleDouble {
  /** What came, one line for each call. */
  readonly log: string[] = []
  readonly sockets = new Set<Socket>()
  readonly ask: OracleAsk
  port = 0
  /** So long, ms, a call goes on after it was broken off. */
  brakes = 0
  readonly #server: Server = createServer((socket) => {
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.sockets.delete(socket))
    socket.resume()
  })

  constructor(ask: OracleAsk) {
    this.ask = ask
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.port = typeof address === 'object' && address !== null ? address.port : 0
    listening.set(this.port, this)
  }

  get connection() {
    return { host: '127.0.0.1', port: this.port, username: 'assay_reader', password: 'secret' }
  }

  readonly target = { database: 'ORCLPDB1', schema: '"shop"', root_path: null }

  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    listening.delete(this.port)
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

function errorOf(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, errorNum: Number(code.slice(4)) })
}

const codeFor = (number: number): string => `ORA-${String(number).padStart(5, '0')}`

/** The driver's own refusal of what its documentation does not know. */
const misused = (what: string): Error => errorOf('NJS-007', `invalid value for ${what}`)

function onlyKnown(given: object, known: readonly string[], where: string): void {
  for (const member of Object.keys(given))
    if (!known.includes(member)) throw misused(`"${member}" of ${where}`)
}

class Session extends EventEmitter {
  readonly #double: OracleDouble
  readonly #socket: Socket
  readonly #lost = errorOf('NJS-500', 'connection to the Oracle Database was closed or broken')
  #isReadOnly = false
  #isCalled = false
  /** Ends the call that is under way, or the next one when none is. */
  #broken = Promise.withResolvers<never>()

  constructor(double: OracleDouble, socket: Socket) {
    super()
    this.#double = double
    this.#socket = socket
    this.#broken.promise.catch(() => undefined)
  }

  async getStatementInfo(sql: string) {
    const answer = await this.#call(`describe ${sql}`, () => this.#double.ask(sql, {}, false))
    const { columns } = answered(answer)
    const { bindInfoDict, statementType, isQuery } = parsed(sql)
    return {
      bindNames: [...bindInfoDict.keys()],
      statementType,
      ...(isQuery && { metaData: columns.map(described) }),
    }
  }

  async execute(sql: string, binds: Record<string, string> = {}, options: Record<string, unknown> = {}) {
    if (/^(?:alter session set|set transaction read only)/.test(sql)) {
      if (Object.keys(binds).length > 0) throw misused('binds')
      await this.#call(sql, () => 'done' as const)
      if (sql === 'set transaction read only') this.#isReadOnly = true
      return {}
    }
    onlyKnown(
      options,
      ['resultSet', 'outFormat', 'fetchArraySize', 'prefetchRows', 'fetchTypeHandler'],
      'the options',
    )
    if (!this.#isReadOnly)
      throw errorOf('ORA-00900', 'the double runs selects in a read-only transaction only')
    if (options['resultSet'] !== true || options['outFormat'] !== real.OUT_FORMAT_ARRAY)
      throw misused('resultSet')
    this.#requireBinds(sql, binds)
    const answer = await this.#call(`run ${sql}`, () => this.#double.ask(sql, binds, true))
    const { columns, rows } = answered(answer)
    const handler = options['fetchTypeHandler'] as (column: object) => { type?: unknown } | undefined
    const fetched = columns.map((column) => fetchedAs(column, handler(described(column))?.type))
    return { resultSet: this.#resultSet(rows.map((row) => row.map((value, at) => fetched[at]?.(value)))) }
  }

  #requireBinds(sql: string, binds: Record<string, string>): void {
    const wanted = new Set([...parsed(sql).bindInfoDict.keys()].map((name) => name.toLowerCase()))
    for (const name of wanted)
      if (binds[name] === undefined) throw errorOf('ORA-01008', `no value bound for placeholder :${name}`)
    for (const [name, value] of Object.entries(binds))
      if (!wanted.has(name) || typeof value !== 'string')
        throw errorOf('ORA-01036', `illegal variable name/number: ${name}`)
  }

  #resultSet(rows: unknown[][]) {
    let isOpen = true
    return {
      getRows: (wanted: number) => {
        if (!isOpen) throw errorOf('NJS-018', 'invalid result set')
        return this.#call(`fetch ${wanted}`, () => rows.splice(0, wanted))
      },
      close: async () => {
        isOpen = false
        this.#double.log.push('close rows')
      },
    }
  }

  async rollback(): Promise<void> {
    await this.#call('rollback', () => undefined)
    this.#isReadOnly = false
  }

  async break(): Promise<void> {
    this.#double.log.push(this.#isCalled ? 'break' : 'break without a call')
    const { reject } = this.#broken
    setTimeout(
      () => reject(errorOf('ORA-01013', 'User requested cancel of current operation.')),
      this.#double.brakes,
    )
  }

  async close(): Promise<void> {
    this.#double.log.push('close')
    this.#socket.end()
  }

  async #call<Result>(line: string, work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#isCalled) throw errorOf('NJS-000', 'the double takes one call at a time')
    this.#double.log.push(line)
    this.#isCalled = true
    const closed = Promise.withResolvers<never>()
    const lost = (): void => closed.reject(this.#lost)
    if (this.#socket.destroyed) lost()
    this.#socket.once('close', lost)
    try {
      const answer = await Promise.race([work(), this.#broken.promise, closed.promise])
      return answer === 'endless' ? await Promise.race([this.#broken.promise, closed.promise]) : answer
    } finally {
      this.#socket.off('close', lost)
      this.#isCalled = false
      this.#broken = Promise.withResolvers<never>()
      this.#broken.promise.catch(() => undefined)
    }
  }
}

function answered(answer: OracleAnswer): Exclude<OracleAnswer, 'endless' | { error: unknown }> {
  if (answer === 'endless') throw new Error('An endless call has ended.')
  if (!('error' in answer)) return answer
  const { number, by } = answer.error
  const code = by === undefined ? codeFor(number) : `${by}-${number}`
  throw errorOf(code, `${answer.error.message}\nHelp: https://docs.oracle.com/error-help/db/${code}/`)
}

const typeNames: Record<string, string> = {
  VARCHAR2: 'VARCHAR',
  NVARCHAR2: 'NVARCHAR',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP_TZ',
  'TIMESTAMP WITH LOCAL TIME ZONE': 'TIMESTAMP_LTZ',
  'LONG RAW': 'LONG_RAW',
  'INTERVAL DAY TO SECOND': 'INTERVAL_DS',
}

function described({ name, type, precision = 0, scale = -127, byteSize }: OracleColumn) {
  const dbType = (real as unknown as Record<string, unknown>)[`DB_TYPE_${typeNames[type] ?? type}`]
  return {
    name,
    dbTypeName: type,
    dbType: dbType ?? real.DB_TYPE_OBJECT,
    nullable: true,
    ...(type === 'NUMBER' && { precision, scale }),
    ...(byteSize !== undefined && { byteSize }),
  }
}

/** The driver makes floating numbers of decimals, and streams of large objects, unless it is told otherwise. */
function fetchedAs({ type }: OracleColumn, wanted: unknown): (value: unknown) => unknown {
  const isText = wanted === real.DB_TYPE_VARCHAR || wanted === real.DB_TYPE_NVARCHAR
  return (value) => {
    if (value === null || value === undefined) return null
    if (type === 'NUMBER' && !isText) return Number(value)
    if (/^(?:N?CLOB|BLOB)$/.test(type) && wanted === undefined) return { lob: value }
    if (/^(?:DATE|TIMESTAMP)/.test(type)) return new Date(`${String(value).trim().replace(' ', 'T')}Z`)
    return value
  }
}

const settable = new Set(['module', 'action', 'clientId', 'clientInfo', 'dbOp', 'callTimeout'])

async function getConnection(options: Record<string, unknown>): Promise<unknown> {
  const [, asked] = /\(PORT=(\d+)\)/.exec(String(options['connectString'])) ?? []
  // Whatever else listens somewhere is met by the driver itself.
  if (!listening.has(Number(asked))) return real.getConnection(options)
  onlyKnown(options, ['user', 'password', 'connectString'], 'getConnection()')
  const [, host = '', port = ''] =
    /^\(DESCRIPTION=\(RETRY_COUNT=0\)\(CONNECT_TIMEOUT=10\)\(ADDRESS=\(PROTOCOL=TCP\)\(HOST=([^()]+)\)\(PORT=(\d+)\)\)\(CONNECT_DATA=\(SERVICE_NAME=ORCLPDB1\)\)\)$/.exec(
      String(options['connectString']),
    ) ?? []
  const double = listening.get(Number(port))
  if (!double) throw misused('connectString')
  const socket = connect(Number(port), host)
  await once(socket, 'connect')
  if (options['user'] !== 'assay_reader' || options['password'] !== 'secret') {
    socket.destroy()
    throw errorOf(
      'ORA-01017',
      'invalid credential or not authorized; logon denied\nHelp: https://docs.oracle.com/error-help/db/ora-01017/',
    )
  }
  return new Proxy(new Session(double, socket), {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
    set(_target, name, value) {
      if (!settable.has(String(name))) throw misused(String(name))
      double.log.push(`${String(name)} = ${String(value)}`)
      return true
    },
  })
}

const {
  STMT_TYPE_SELECT,
  STMT_TYPE_UNKNOWN,
  OUT_FORMAT_ARRAY,
  DB_TYPE_VARCHAR,
  DB_TYPE_NVARCHAR,
  DB_TYPE_RAW,
} = real
;(globalThis as Record<symbol, unknown>)[Symbol.for('assay.oracledb-double')] = {
  getConnection,
  STMT_TYPE_SELECT,
  STMT_TYPE_UNKNOWN,
  OUT_FORMAT_ARRAY,
  DB_TYPE_VARCHAR,
  DB_TYPE_NVARCHAR,
  DB_TYPE_RAW,
}
