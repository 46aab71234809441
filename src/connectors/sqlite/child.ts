// Runs in a process of its own: node:sqlite is synchronous and cannot be interrupted, but a process can be killed.
import { realpathSync, statSync } from 'node:fs'
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { messageOf } from '../../kernel/errors.ts'
import type { Cell } from '../../kernel/cell.ts'
import { endWithService } from '../shared/end-with-service.ts'
import { stampOf } from '../shared/file-stamps.ts'
import { registerFunctions } from './functions.ts'
import type { SqliteAnswer, SqliteBatch, SqliteQuestion, StatementAlong } from './messages.ts'
import { declaredFieldType, storedFieldType } from './types.ts'
import { wholeNumber } from '../shared/whole-number.ts'

type SqliteValue = null | number | bigint | string | Uint8Array

interface Running {
  columns: SqliteBatch['columns']
  rows: Iterator<unknown>
}

const batchRows = 1000
const busyTimeoutMs = 5000

type Opening = Extract<SqliteQuestion, { kind: 'open' }>

let database: DatabaseSync | undefined
/** The file that is open, see `markOf`. */
let mark: string | null = null
let running: Running | undefined

process.on('message', (question: SqliteQuestion) => {
  process.send?.(answer(question))
})
// A statement of SQLite keeps the thread until it has a row.
endWithService('busy')

function answer(question: SqliteQuestion): SqliteAnswer {
  try {
    switch (question.kind) {
      case 'open':
        if (!leadsTo(question)) return { kind: 'moved' }
        return { kind: 'opened', is_same: reopen(question), along: answersTo(question.along) }
      case 'close':
        close()
        // The scratch folder of a session goes with it.
        process.chdir('/')
        return { kind: 'done' }
      case 'start':
        running = start(question.sql, question.parameters)
        return next()
      case 'next':
        return next()
      case 'finish':
        finish()
        return { kind: 'done' }
    }
  } catch (error) {
    running = undefined
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    return { kind: 'error', message: messageOf(error), code: typeof code === 'number' ? code : null }
  }
}

/** True when the file is where it was allowed to be read. It is asked here, as a file that does not answer keeps the thread. */
function leadsTo({ uri, path }: Opening): boolean {
  try {
    return realpathSync.native(uri) === path && statSync(path).isFile()
  } catch {
    return false
  }
}

function answersTo(along: readonly StatementAlong[]): SqliteBatch[] {
  const answers: SqliteBatch[] = []
  for (const { sql, parameters } of along) {
    try {
      running = start(sql, parameters)
      const batch = next()
      if (!batch.isLast) break
      answers.push(batch)
    } catch {
      // Who needs it asks again, and is told why it fails.
      break
    }
  }
  finish()
  return answers
}

/**
 * Reads from a new snapshot. A file that nobody has touched since it was opened stays open: its schema, which may be that of thousands of
 * tables, is not read again. SQLite itself sees what was written through a log beside the file. True when it stayed open.
 */
function reopen({ path, memory_mb, scratch_folder }: Opening): boolean {
  finish()
  const found = markOf(path)
  const isSame = database !== undefined && found !== null && found === mark
  if (database === undefined || !isSame) {
    close()
    process.chdir(scratch_folder)
    database = open(path, memory_mb)
    mark = found
  }
  begin(database)
  return isSame
}

function finish(): void {
  running?.rows.return?.()
  running = undefined
}

function close(): void {
  running = undefined
  mark = null
  database?.close()
  database = undefined
}

/** Another text for another file, and for one that was written over in place; null when there is none. */
function markOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${path} ${stampOf(found)}` : null
}

function open(path: string, memoryMb: number): DatabaseSync {
  const opened = new DatabaseSync(path, {
    readOnly: true,
    readBigInts: true,
    returnArrays: true,
    enableDoubleQuotedStringLiterals: false,
    timeout: busyTimeoutMs,
  })
  opened.exec(
    `pragma query_only = on; pragma trusted_schema = off; pragma temp_store = file;
     pragma hard_heap_limit = ${memoryMb * 1024 * 1024}`,
  )
  registerFunctions(opened)
  return opened
}

/** A transaction takes its snapshot with its first read. */
function begin(opened: DatabaseSync): void {
  opened.setAuthorizer(null)
  if (opened.isTransaction) opened.exec('rollback')
  opened.exec('begin')
  opened.prepare('select count(*) from sqlite_schema').get()
  opened.setAuthorizer(authorize)
}

/** One loads a library, the other shows addresses of this process's memory. */
const deniedFunctions = new Set(['load_extension', 'fts3_tokenizer'])
/** Full-text tables ask for `data_version`, a counter, before they read; `schema_version` is another. */
const harmlessPragmas = new Set([
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'data_version',
  'schema_version',
])

/** Reading is all that is allowed: no writing, attaching, pragmas or extensions. */
function authorize(action: number, first: string | null, second: string | null): number {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_READ:
    case constants.SQLITE_RECURSIVE:
      return constants.SQLITE_OK
    case constants.SQLITE_FUNCTION:
      return deniedFunctions.has(second ?? '') ? constants.SQLITE_DENY : constants.SQLITE_OK
    case constants.SQLITE_PRAGMA:
      return harmlessPragmas.has(first ?? '') ? constants.SQLITE_OK : constants.SQLITE_DENY
    default:
      return constants.SQLITE_DENY
  }
}

function start(sql: string, parameters: readonly string[]): Running {
  if (!database) throw new Error('The database is not open.')
  const statement: StatementSync = database.prepare(sql)
  const columns = statement.columns().map(({ name, type }) => ({
    name,
    declared: type,
    type: declaredFieldType(type) ?? ('Unknown' as const),
  }))
  return { columns, rows: statement.iterate(...parameters) }
}

function next(): SqliteBatch {
  if (!running) throw new Error('No statement is running.')
  const { rows: source } = running
  const values: SqliteValue[][] = []
  let isLast = false
  while (values.length < batchRows && !isLast) {
    const step = source.next()
    if (step.done === true) isLast = true
    else values.push(step.value as SqliteValue[])
  }
  // A column without a declared type is what its first values are, for the rest of the statement too.
  const columns = running.columns.map((column, index) =>
    column.type === 'Unknown' && column.declared === null
      ? { ...column, type: storedFieldType(new Set(values.map((row) => classOf(row[index] ?? null)))) }
      : column,
  )
  running = isLast ? undefined : { columns, rows: source }
  const rows = values.map((row) => row.map((value, index) => cell(value, columns[index]?.type)))
  return { kind: 'batch', columns, rows, isLast }
}

function classOf(value: SqliteValue): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return 'real'
  return typeof value === 'string' ? 'text' : 'blob'
}

function cell(value: SqliteValue, type: string | undefined): Cell {
  if (typeof value === 'bigint') {
    return type === 'Boolean' && (value === 0n || value === 1n) ? value === 1n : wholeNumber(value)
  }
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'string' && type === 'Timestamp') {
    return value.replace(/^(\d{4}-\d{2}-\d{2})T(?=\d)/, '$1 ')
  }
  return value
}
