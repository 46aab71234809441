import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import { foldedName } from '../../kernel/folded-name.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { snowflake } from '../../sql/dialects/snowflake.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  type ConnectionValues,
  type SessionBounds,
  type StatementTooLate,
} from '../connector.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { cutResult, endedBySource, failureOf, incompleteResult } from '../shared/network-failures.ts'
import { lastNamed, type FieldedRows } from '../shared/rows.ts'
import {
  cancelledSchema,
  isPassing,
  partSchema,
  SnowflakeRefusal,
  statementSchema,
  type ResultColumn,
  type ResultRow,
  type StatementAnswer,
} from './answer.ts'
import { defaultPort, SnowflakeRequests } from './requests.ts'
import { cellReader, resultField } from './types.ts'

/** Rows of a batch at most; the parts in which the service has them are larger. */
const mostRows = 1000
/** The pauses between two questions whether a statement has ended. */
const firstPauseMs = 25
const longestPauseMs = 1000

/** A database and a schema as the catalogue has their names, which a datastore stands for. */
export interface Place {
  database: string
  schema: string
}

/** One user with one role and warehouse, and its statements. Each is a session of its own there. */
export class SnowflakeClient {
  readonly dialect = snowflake
  readonly statements: HttpStatements<FieldedRows>
  readonly #requests: SnowflakeRequests
  readonly #where: Record<string, string>

  private constructor(
    requests: SnowflakeRequests,
    connection: ConnectionValues,
    place: Place | null,
    bounds: SessionBounds,
  ) {
    this.statements = new HttpStatements(this, bounds)
    this.#requests = requests
    this.#where = { ...place, ...usedNames(connection) }
  }

  /** Throws ServiceError as `connectToServer` does; without a place statements name the database of their tables. */
  static open(
    connection: ConnectionValues,
    place: Place | null,
    bounds: SessionBounds,
  ): Promise<SnowflakeClient> {
    return connectByRequests(connection, bounds, {
      title: 'Snowflake',
      defaultPort,
      requests: (tls) => new SnowflakeRequests(connection, tls),
      async greet(requests, signal) {
        const client = new SnowflakeClient(requests, connection, place, bounds)
        await client.#requireNames(signal)
        return client
      },
      isAnswer: (error) => error instanceof SnowflakeRefusal,
    })
  }

  /** The columns of a person's query, of which no row is read. */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return lastNamed(this.statements.shapeOf(statement))
  }

  close(): void {
    this.#requests.close()
  }

  send(statement: Statement, seconds: number | null, signal: AbortSignal): Sent<FieldedRows> {
    const running: Running = { handle: null, is_ended: false }
    return {
      batches: this.#rowsOf(statement, seconds, running, signal),
      end: () => this.#end(running),
    }
  }

  translate(error: unknown, late: () => StatementTooLate): unknown {
    return failureOf(
      error,
      (one) => one instanceof SnowflakeRefusal,
      (refusal) => {
        if (refusal.status === 408 || refusal.reason === timedOut) return late()
        if (isPassing(refusal) || passingReasons.has(refusal.reason))
          return endedBySource(refusal.message, refusal)
        if (refusal.status !== 422)
          return new RunFailure(`The source did not take the statement: ${refusal.message}.`, {
            cause: refusal,
          })
        return new StatementRefused(refusal.message)
      },
    )
  }

  /** Names in quotes mean what is written, which an account can turn off for its users. */
  async #requireNames(signal: AbortSignal): Promise<void> {
    const asked = this.send({ sql: 'select 1 as "assay"', parameters: [] }, 30, signal)
    for await (const { columns } of asked.batches) {
      if (columns[0]?.name === 'assay') continue
      throw new ServiceError(
        'connection_failed',
        'Snowflake passes over the letter case of names in quotes for this user. Set its parameter QUOTED_IDENTIFIERS_IGNORE_CASE to false.',
      )
    }
  }

  async *#rowsOf(
    statement: Statement,
    seconds: number | null,
    running: Running,
    signal: AbortSignal,
  ): AsyncGenerator<FieldedRows> {
    const answer = await this.#ended(await this.#begun(statement, seconds, signal), running, signal)
    const { rowType = [], numRows = 0, partitionInfo = [] } = answer.resultSetMetaData ?? {}
    if (answer.code === tooLarge) throw cutResult()
    let seen = 0
    for (let part = 0; part === 0 || part < partitionInfo.length; part += 1) {
      const rows = part === 0 ? (answer.data ?? []) : await this.#part(answer.statementHandle, part, signal)
      seen += rows.length
      yield* batchesIn(rows, rowType)
    }
    if (seen !== numRows) throw incompleteResult()
    running.handle = null
    yield { ...fieldsIn(rowType), rows: [] }
  }

  #begun(
    { sql, parameters }: Statement,
    seconds: number | null,
    signal: AbortSignal,
  ): Promise<StatementAnswer> {
    return this.#requests.ask(
      statementSchema,
      {
        method: 'POST',
        path: '',
        // Its handle, by which it can be cancelled, is told at once.
        query: { requestId: randomUUID(), async: 'true', nullable: 'true' },
        body: {
          statement: sql,
          ...this.#where,
          ...(seconds !== null && { timeout: seconds }),
          ...(parameters.length > 0 && { bindings: bindingsOf(parameters) }),
          parameters: sessionParameters,
        },
      },
      signal,
    )
  }

  async #ended(begun: StatementAnswer, running: Running, signal: AbortSignal): Promise<StatementAnswer> {
    let answer = begun
    running.handle = answer.statementHandle
    for (let pauseMs = firstPauseMs; answer.resultSetMetaData === undefined; pauseMs *= 2) {
      if (running.is_ended) await this.#end(running)
      await pause(Math.min(pauseMs, longestPauseMs), undefined, { signal })
      const path = `/${encodeURIComponent(answer.statementHandle)}`
      answer = await this.#requests.ask(statementSchema, { method: 'GET', path }, signal)
    }
    return answer
  }

  async #part(handle: string, part: number, signal: AbortSignal): Promise<ResultRow[]> {
    const path = `/${encodeURIComponent(handle)}`
    const query = { partition: String(part) }
    return (await this.#requests.ask(partSchema, { method: 'GET', path, query }, signal)).data
  }

  async #end(running: Running): Promise<void> {
    running.is_ended = true
    if (running.handle === null) return
    const path = `/${encodeURIComponent(running.handle)}/cancel`
    await this.#requests
      .ask(cancelledSchema, { method: 'POST', path }, AbortSignal.timeout(10_000))
      .catch(() => undefined)
  }
}

/** A statement under way, its handle null before and after; an end that was asked for before there was one is asked for again. */
interface Running {
  handle: string | null
  is_ended: boolean
}

/** What an account may have set otherwise for its users: no row is left out, and the clock is that of UTC. */
const sessionParameters = {
  timezone: 'UTC',
  query_tag: 'assay',
  multi_statement_count: '1',
  rows_per_resultset: '0',
  client_result_chunk_size: '48',
}

function usedNames({ parameters = {} }: ConnectionValues): Record<string, string> {
  const named = ['role', 'warehouse'].map((member) => [member, parameters[member]] as const)
  return Object.fromEntries(
    named.flatMap(([member, name]) =>
      typeof name === 'string' && name !== '' ? [[member, foldedName(name)]] : [],
    ),
  )
}

const bindingsOf = (values: readonly string[]): object =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), { type: 'TEXT', value }]))

function fieldsIn(rowType: readonly ResultColumn[]): {
  columns: DiscoveredField[]
  named: DiscoveredField[]
} {
  const named = rowType.map((column) => resultField(column))
  return { columns: named, named }
}

function* batchesIn(rows: readonly ResultRow[], rowType: readonly ResultColumn[]): Generator<FieldedRows> {
  const fields = fieldsIn(rowType)
  const readers = rowType.map((column) => cellReader(column))
  for (let from = 0; from < rows.length; from += mostRows) {
    const cells = rows
      .slice(from, from + mostRows)
      .map((row) => row.map((value, index) => readers[index]?.(value) ?? null))
    yield { ...fields, rows: cells }
  }
}

/** The result was cut, as it was too large. */
const tooLarge = '391908'
/** A limit of the account, the user or the warehouse was sooner than that of the statement. */
const timedOut = '000630'
/** Ends of a statement that another try may not meet: an error inside of the service, and a cancelling by somebody else. */
const passingReasons = new Set(['000603', '000604'])
