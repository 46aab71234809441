import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { clickhouse } from '../../sql/dialects/clickhouse.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementTooLarge,
  StatementRefused,
  type ConnectionValues,
  type Rows,
  type SessionBounds,
  type StatementTooLate,
} from '../connector.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { gathered } from '../shared/rows.ts'
import { batchesOf, ClickhouseRefusal } from './answer.ts'
import { ClickhouseRequests, defaultPort } from './requests.ts'
import { fieldOf } from './types.ts'

/** Limits that an account may be told to obey by leaving out rows rather than by refusing the statement: of which no answer would tell. */
const overflowModes = Object.fromEntries(
  ['read', 'group_by', 'sort', 'result', 'distinct', 'set', 'join', 'transfer', 'timeout'].map((limit) => [
    `${limit}_overflow_mode`,
    'throw',
  ]),
)

/** What gives a statement its meaning, whatever the profile of the account says. With 2, `readonly` lets settings be given but nothing be changed. */
const settings: Record<string, string> = {
  readonly: '2',
  allow_ddl: '0',
  default_format: 'JSONCompactEachRowWithNamesAndTypes',
  session_timezone: 'UTC',
  date_time_output_format: 'simple',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
  output_format_json_quote_denormals: '1',
  output_format_json_escape_forward_slashes: '0',
  output_format_decimal_trailing_zeros: '1',
  // Without them the least of no rows is 0, a name may mean the result beside it, and a join makes up values.
  aggregate_functions_null_for_empty: '1',
  prefer_column_name_to_alias: '1',
  join_use_nulls: '1',
  union_default_mode: 'ALL',
  decimal_check_overflow: '1',
  // Neither some of the rows, nor those of an earlier answer, nor an estimate.
  ...overflowModes,
  read_overflow_mode_leaf: 'throw',
  timeout_overflow_mode_leaf: 'throw',
  skip_unavailable_shards: '0',
  count_distinct_implementation: 'uniqExact',
  transform_null_in: '0',
  empty_result_for_aggregation_by_empty_set: '0',
  use_query_cache: '0',
  precise_float_parsing: '1',
  // Statements of many checks are long.
  max_query_size: '16777216',
  max_ast_elements: '500000',
  max_expanded_ast_elements: '2000000',
  max_execution_speed: '0',
  limit: '0',
  offset: '0',
  extremes: '0',
  wait_end_of_query: '0',
  cancel_http_readonly_queries_on_client_close: '1',
}

/** One account on one server, and its statements. */
export class ClickhouseClient {
  readonly dialect = clickhouse
  readonly statements: HttpStatements
  readonly #requests: ClickhouseRequests
  readonly #database: string | null

  private constructor(requests: ClickhouseRequests, database: string | null, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.#requests = requests
    this.#database = database
  }

  /** Throws ServiceError as `connectToServer` does, and for a server that is too old. */
  static open(
    connection: ConnectionValues,
    database: string | null,
    bounds: SessionBounds,
  ): Promise<ClickhouseClient> {
    return connectByRequests(connection, bounds, {
      title: 'ClickHouse',
      defaultPort,
      requests: (tls) => new ClickhouseRequests(connection, tls),
      async greet(requests, signal) {
        const client = new ClickhouseClient(requests, database, bounds)
        // The server names the database that it does not have.
        const at = database === null ? {} : { database }
        const { rows } = await gathered(client.#rowsOf('select version()', at, signal))
        requireVersion(String(rows[0]?.[0]))
        return client
      },
      isAnswer: (error) => error instanceof ClickhouseRefusal && error.code > 0,
    })
  }

  /** The columns of a person's query; it is not run. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    const describing = `select name, type from (describe (${statement.sql}\n)) as columns_of`
    const { rows } = await gathered(this.statements.about(statement, describing))
    return rows.map(([name, type]) => fieldOf(String(name), String(type)))
  }

  close(): void {
    this.#requests.close()
  }

  send({ sql, parameters }: Statement, seconds: number | null, signal: AbortSignal): Sent<Rows> {
    const id = randomUUID()
    return {
      batches: this.#rowsOf(sql, this.#searchOf(parameters, id, seconds), signal),
      // It also ends when its connection goes.
      end: () => this.#kill(id),
    }
  }

  translate(error: unknown, late: () => StatementTooLate): unknown {
    return failureOf(
      error,
      (one) => one instanceof ClickhouseRefusal,
      (refusal) => {
        if (refusal.code === timeIsUp) return late()
        if (refusal.code === cancelled || passing.has(refusal.code))
          return endedBySource(refusal.message, refusal)
        return beyondLimits.has(refusal.code)
          ? new StatementTooLarge(refusal.message)
          : new StatementRefused(refusal.message)
      },
    )
  }

  #searchOf(parameters: readonly string[], id: string, seconds: number | null): Record<string, string> {
    return {
      query_id: id,
      max_execution_time: String(seconds ?? 0),
      ...(this.#database === null ? {} : { database: this.#database }),
      ...Object.fromEntries(parameters.map((value, index) => [`param_p${index + 1}`, escaped(value)])),
    }
  }

  async *#rowsOf(sql: string, search: Record<string, string>, signal: AbortSignal): AsyncGenerator<Rows> {
    const answer: IncomingMessage = await this.#requests.ask({
      sql,
      search: { ...settings, ...search },
      signal,
    })
    try {
      yield* batchesOf(answer)
    } finally {
      if (!answer.complete) answer.destroy()
    }
  }

  #kill(id: string): void {
    const search = { default_format: 'TabSeparated', wait_end_of_query: '0' }
    this.#requests
      .ask({ sql: `kill query where query_id = '${id}' async`, search, signal: AbortSignal.timeout(10_000) })
      .then((answer) => answer.resume())
      .catch(() => undefined)
  }
}

/** Of version 26 on, comments end and times reach as this service reads them. */
function requireVersion(version: string): void {
  if (Number(/^\d+/.exec(version)?.[0] ?? 0) >= 26) return
  throw new ServiceError(
    'connection_failed',
    `The server is ClickHouse ${version}, and this service reads ClickHouse 26 or newer.`,
  )
}

/** A parameter as the interface reads it: in the form of one field of a line between tabs. */
const escaped = (value: string): string =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0')

const timeIsUp = 159
const cancelled = 394
/** Limits of the server or of the account for one query: on rows, bytes and columns that are read, kept or sent, on speed, and on memory. */
const beyondLimits = new Set([158, 160, 161, 165, 191, 241, 307, 396])
/** Too many queries at once, no memory left for all of them together, a table that is not there just now, a server that goes. */
const passing = new Set([202, 210, 209, 236, 242, 279, 425, 439, 735, 745])
