import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A column of an answer; `native` as SQL Server writes types. */
interface DoubleColumn {
  name: string
  native: string
}

/** What the double says to a statement of the session: rows, an error that may end the transaction, or nothing until it is cancelled. */
export type DoubleAnswer =
  | { columns: DoubleColumn[]; rows: (string | number | boolean | null)[][] }
  | { error: { number: number; message: string; severity?: number }; ends_transaction?: boolean }
  | 'silence'
  | 'hang up'

/** What the double was sent, in order. */
export interface TdsDouble {
  port: number
  log: string[]
  close(): Promise<void>
}

const kinds = { batch: 1, rpc: 3, answer: 4, attention: 6, login: 16, prelogin: 18 }

/**
 * Stands in the place of a SQL Server: it speaks the protocol (TDS 7.4, in clear), and is strict about what it is sent. It understands no
 * SQL: `answer` says what a statement shows, by its text and its values.
 */
export async function tdsDouble(
  answer: (sql: string, values: Readonly<Record<string, string>>) => DoubleAnswer | Promise<DoubleAnswer>,
  { password = 'secret', allows_snapshots = true } = {},
): Promise<TdsDouble> {
  const log: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const session = new DoubleSession(socket, log, answer, { password, allows_snapshots })
    readMessages(socket, (kind, body) => session.take(kind, body))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    port,
    log,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Puts the packets of each message together. */
function readMessages(socket: Socket, take: (kind: number, body: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0)
  let parts: Buffer[] = []
  socket.on('data', (data: Buffer) => {
    held = Buffer.concat([held, data])
    while (held.length >= 8 && held.length >= held.readUInt16BE(2)) {
      const length = held.readUInt16BE(2)
      parts.push(held.subarray(8, length))
      const isLast = (held.readUInt8(1) & 1) === 1
      const kind = held.readUInt8(0)
      held = held.subarray(length)
      if (!isLast) continue
      take(kind, Buffer.concat(parts))
      parts = []
    }
  })
}

class DoubleSession {
  readonly #socket: Socket
  readonly #log: string[]
  readonly #answer: Parameters<typeof tdsDouble>[0]
  readonly #kind: { password: string; allows_snapshots: boolean }
  #isInTransaction = false
  #isSilent = false

  constructor(
    socket: Socket,
    log: string[],
    answer: Parameters<typeof tdsDouble>[0],
    kind: { password: string; allows_snapshots: boolean },
  ) {
    this.#socket = socket
    this.#log = log
    this.#answer = answer
    this.#kind = kind
  }

  take(kind: number, body: Buffer): void {
    if (kind === kinds.prelogin) this.#send(prelogin)
    else if (kind === kinds.login) this.#login(body)
    else if (kind === kinds.attention) this.#attention()
    else if (kind === kinds.batch) this.#batch(body.subarray(body.readUInt32LE(0)).toString('utf16le'))
    else if (kind === kinds.rpc) this.#call(body.subarray(body.readUInt32LE(0)))
    else this.#fail(`A message of kind ${kind} is not known.`)
  }

  #attention(): void {
    this.#log.push('attention')
    // Each message has an answer of its own: that of the statement is cut, and the signal is acknowledged.
    if (this.#isSilent) this.#send(doneProcedure(0))
    this.#isSilent = false
    this.#send(done(0x20))
  }

  #login(body: Buffer): void {
    const isRight = passwordIn(body) === this.#kind.password
    this.#send(
      isRight
        ? Buffer.concat([loginAck, done(0)])
        : Buffer.concat([error({ number: 18456, message: 'Login failed for user.', severity: 14 }), done(2)]),
    )
  }

  /** What the client sends outside of procedures: settings, and what is about its transaction. */
  #batch(sql: string): void {
    this.#log.push(sql)
    if (sql.includes('snapshot_isolation_state')) {
      const state = this.#kind.allows_snapshots ? 1 : 0
      this.#send(Buffer.concat([rowsOf([{ name: '', native: 'int' }], [[state]]), done(0x10, 1)]))
    } else if (sql.includes('xact_state()')) {
      const state = this.#isInTransaction ? 1 : 0
      this.#send(Buffer.concat([rowsOf([{ name: '', native: 'int' }], [[state]]), done(0x10, 1)]))
    } else if (sql.includes('begin transaction')) {
      if (this.#isInTransaction) return this.#fail('There is a transaction already.')
      this.#isInTransaction = true
      this.#send(Buffer.concat([transactionBegins, done(0)]))
    } else if (sql.includes('rollback')) {
      const change = this.#isInTransaction ? [transactionEnds] : []
      this.#isInTransaction = false
      this.#send(Buffer.concat([...change, done(0)]))
    } else if (sql.startsWith('set ')) this.#send(done(0))
    else this.#fail(`The batch is not known: ${sql}`)
  }

  #call(body: Buffer): void {
    if (body.readUInt16LE(0) !== 0xffff || body.readUInt16LE(2) !== 10)
      return this.#fail('Only sp_executesql is called.')
    const values = parametersIn(body.subarray(6))
    const [outer = '', , ...named] = values
    const byName = Object.fromEntries(named.map(({ name, value }) => [name.slice(1), value]))
    const text = typeof outer === 'string' ? outer : outer.value
    const statement = byName['assay_sql'] ?? ''
    const own = Object.fromEntries(Object.entries(byName).filter(([name]) => /^p\d+$/.test(name)))
    if (text.startsWith('exec sp_describe_first_result_set '))
      return this.#answered(this.#describe(statement))
    const [, lists] = /^exec sp_executesql @assay_sql.* with result sets \(\((.*)\)\)$/.exec(text) ?? []
    if (lists === undefined) return this.#fail(`The call is not known: ${text}`)
    this.#answered(this.#run(statement, own, lists.split(/, (?=c\d+ )/)))
  }

  /** A fault of the double ends the connection, so that nobody waits for its answer. */
  #answered(work: Promise<void>): void {
    work.catch((error: unknown) => this.#fail(String(error)))
  }

  async #describe(statement: string): Promise<void> {
    const answer = await this.#answer(statement, {})
    this.#log.push(`describe ${statement}`)
    if (typeof answer === 'string' || 'error' in answer) {
      if (typeof answer === 'object' && answer.error.number < 1000) return this.#refuse(answer)
      return this.#described([{ name: 'x', native: 'int' }])
    }
    this.#described(answer.columns)
  }

  #described(columns: DoubleColumn[]): void {
    const shown = ['is_hidden', 'column_ordinal', 'name', 'is_nullable', 'system_type_id', 'system_type_name']
    const natives = ['bit', 'int', 'nvarchar(128)', 'bit', 'int', 'nvarchar(128)']
    const rows = columns.map(({ name, native }, index) => [false, index + 1, name, true, 0, native])
    const listed = shown.map((name, index) => ({ name, native: natives[index] ?? '' }))
    this.#send(Buffer.concat([rowsOf(listed, rows), doneProcedure(0)]))
  }

  async #run(statement: string, values: Record<string, string>, declared: string[]): Promise<void> {
    this.#log.push(`run ${statement}`)
    const answer = await this.#answer(statement, values)
    if (answer === 'silence') {
      this.#isSilent = true
      return
    }
    if (answer === 'hang up') return void this.#socket.destroy()
    if ('error' in answer) return this.#refuse(answer)
    const sent = declared.map((one, index) => ({
      name: answer.columns[index]?.name ?? '',
      native: one.replace(/^c\d+ /, ''),
    }))
    if (sent.length !== answer.columns.length) return this.#fail('The lists of columns differ.')
    this.#send(Buffer.concat([rowsOf(sent, answer.rows), doneProcedure(0)]))
  }

  #refuse({ error: told, ends_transaction }: Extract<DoubleAnswer, { error: unknown }>): void {
    const change = ends_transaction && this.#isInTransaction ? [transactionEnds] : []
    if (ends_transaction) this.#isInTransaction = false
    this.#send(Buffer.concat([error(told), ...change, doneProcedure(2)]))
  }

  #fail(why: string): void {
    this.#log.push(`fault: ${why}`)
    this.#socket.destroy()
  }

  /** In packets of at most 4,096 bytes, as was agreed. */
  #send(body: Buffer): void {
    for (let at = 0; at < body.length || at === 0; at += 4088) {
      const part = body.subarray(at, at + 4088)
      const head = Buffer.alloc(8)
      head.writeUInt8(kinds.answer, 0)
      head.writeUInt8(at + 4088 >= body.length ? 1 : 0, 1)
      head.writeUInt16BE(part.length + 8, 2)
      this.#socket.write(Buffer.concat([head, part]))
    }
  }
}

/** Version 17, no encryption, no instance, no thread, one statement at a time. */
const prelogin = Buffer.from(
  '00001a0006' +
    '0100200001' +
    '0200210001' +
    '0300220004' +
    '0400260001' +
    'ff' +
    '110000000000' +
    '02' +
    '00' +
    '00000000' +
    '00',
  'hex',
)

const text = (value: string): Buffer => Buffer.from(value, 'utf16le')
const shortText = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), text(value)])
const sized = (kind: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUInt8(kind, 0)
  head.writeUInt16LE(body.length, 1)
  return Buffer.concat([head, body])
}

const loginAck = sized(
  0xad,
  Buffer.concat([
    Buffer.from([1, 0x74, 0, 0, 4]),
    shortText('Double of SQL Server'),
    Buffer.from([17, 0, 0, 0]),
  ]),
)
const transactionBegins = sized(0xe3, Buffer.from([8, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0]))
const transactionEnds = sized(0xe3, Buffer.from([10, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8]))

function ended(kind: number, status: number, rows: number): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt8(kind, 0)
  body.writeUInt16LE(status, 1)
  body.writeBigUInt64LE(BigInt(rows), 5)
  return body
}
const done = (status: number, rows = 0): Buffer => ended(0xfd, status, rows)
const doneProcedure = (status: number): Buffer => ended(0xfe, status, 0)

function error({
  number,
  message,
  severity = 16,
}: {
  number: number
  message: string
  severity?: number
}): Buffer {
  const head = Buffer.alloc(8)
  head.writeInt32LE(number, 0)
  head.writeUInt8(1, 4)
  head.writeUInt8(severity, 5)
  head.writeUInt16LE(message.length, 6)
  return sized(
    0xaa,
    Buffer.concat([head, text(message), shortText('double'), shortText(''), Buffer.alloc(4)]),
  )
}

const collation = Buffer.from('0904d00034', 'hex')

/** How values of a type go over the wire; only these types are sent. */
function wireOf(native: string): { info: Buffer; write: (value: string | number | boolean) => Buffer } {
  if (native === 'int') return { info: Buffer.from([0x26, 4]), write: (value) => whole(value, 4) }
  if (native === 'bigint') return { info: Buffer.from([0x26, 8]), write: (value) => whole(value, 8) }
  if (native === 'bit')
    return { info: Buffer.from([0x68, 1]), write: (value) => Buffer.from([1, value === true ? 1 : 0]) }
  if (native === 'float') return { info: Buffer.from([0x6d, 8]), write: floating }
  if (native === 'date') return { info: Buffer.from([0x28]), write: (value) => day(String(value)) }
  if (native === 'datetime2(7)')
    return { info: Buffer.from([0x2a, 7]), write: (value) => moment(String(value)) }
  if (native === 'nvarchar(max)')
    return { info: Buffer.concat([Buffer.from([0xe7, 0xff, 0xff]), collation]), write: inChunks }
  if (!native.startsWith('nvarchar(')) throw new Error(`The double sends no ${native}.`)
  const info = Buffer.concat([Buffer.from([0xe7, 0x40, 0x1f]), collation])
  return { info, write: (value) => lengthened(text(String(value))) }
}

/** A text without a limit: its length, one chunk if it has any, and the end. */
function inChunks(value: string | number | boolean): Buffer {
  const bytes = text(String(value))
  const head = Buffer.alloc(12)
  head.writeBigUInt64LE(BigInt(bytes.length), 0)
  head.writeUInt32LE(bytes.length, 8)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length === 0 ? 0 : 4)])
}

function lengthened(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(bytes.length)
  return Buffer.concat([length, bytes])
}

function whole(value: string | number | boolean, size: 4 | 8): Buffer {
  const bytes = Buffer.alloc(size + 1)
  bytes.writeUInt8(size, 0)
  if (size === 4) bytes.writeInt32LE(Number(value), 1)
  else bytes.writeBigInt64LE(BigInt(value), 1)
  return bytes
}

function floating(value: string | number | boolean): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt8(8, 0)
  bytes.writeDoubleLE(Number(value), 1)
  return bytes
}

const days = (date: string): number => Math.round((Date.parse(date) - Date.parse('0001-01-01')) / 86_400_000)

function day(date: string): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt8(3, 0)
  bytes.writeUIntLE(days(date), 1, 3)
  return bytes
}

/** `2026-01-31 12:00:00.1234567` */
function moment(written: string): Buffer {
  const [date = '', time = ''] = written.split(' ')
  const [hours = 0, minutes = 0, seconds = 0, parts = 0] = time.split(/[:.]/).map(Number)
  const bytes = Buffer.alloc(9)
  bytes.writeUInt8(8, 0)
  bytes.writeUIntLE((hours * 3600 + minutes * 60 + seconds) * 10_000_000 + parts, 1, 5)
  bytes.writeUIntLE(days(date), 6, 3)
  return bytes
}

function rowsOf(
  columns: readonly DoubleColumn[],
  rows: readonly (string | number | boolean | null)[][],
): Buffer {
  const wires = columns.map(({ native }) => wireOf(native))
  const head = Buffer.alloc(3)
  head.writeUInt8(0x81, 0)
  head.writeUInt16LE(columns.length, 1)
  const described = columns.flatMap(({ name }, index) => [
    Buffer.from([0, 0, 0, 0, 9, 0]),
    wires[index]?.info ?? Buffer.alloc(0),
    shortText(name),
  ])
  const written = rows.flatMap((row) => [
    Buffer.from([0xd1]),
    ...row.map((value, index) => {
      if (value !== null) return wires[index]?.write(value) ?? Buffer.alloc(0)
      const native = columns[index]?.native ?? ''
      if (native === 'nvarchar(max)') return Buffer.alloc(8, 0xff)
      return native.startsWith('nvarchar') ? Buffer.from([0xff, 0xff]) : Buffer.from([0])
    }),
  ])
  return Buffer.concat([head, ...described, ...written])
}

/** The password of a login, which is hidden by a fixed pattern. */
function passwordIn(body: Buffer): string {
  const [offset, length] = [body.readUInt16LE(44), body.readUInt16LE(46)]
  const shown = Buffer.from(body.subarray(offset, offset + length * 2)).map((byte) => {
    const plain = byte ^ 0xa5
    return ((plain & 0x0f) << 4) | (plain >> 4)
  })
  return Buffer.from(shown).toString('utf16le')
}

/** The parameters of a call, all of them texts. */
function parametersIn(body: Buffer): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = []
  for (let at = 0; at < body.length;) {
    const nameLength = body.readUInt8(at)
    const name = body.subarray(at + 1, at + 1 + nameLength * 2).toString('utf16le')
    at += 1 + nameLength * 2 + 1
    if (body.readUInt8(at) !== 0xe7) throw new Error(`The parameter ${name} is no nvarchar.`)
    const limit = body.readUInt16LE(at + 1)
    at += 8
    const { value, end } = limit === 0xffff ? chunks(body, at) : plainText(body, at)
    found.push({ name, value })
    at = end
  }
  return found
}

function plainText(body: Buffer, at: number): { value: string; end: number } {
  const end = at + 2 + body.readUInt16LE(at)
  return { value: body.subarray(at + 2, end).toString('utf16le'), end }
}

function chunks(body: Buffer, start: number): { value: string; end: number } {
  const parts: Buffer[] = []
  let at = start + 8
  for (;;) {
    const length = body.readUInt32LE(at)
    at += 4
    if (length === 0) return { value: Buffer.concat(parts).toString('utf16le'), end: at }
    parts.push(body.subarray(at, at + length))
    at += length
  }
}
