import { randomUUID } from 'node:crypto'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { spark } from '../../sql/dialects/spark.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { ConnectionValues, Rows, SessionBounds } from '../connector.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { ownStatement, lastNamed, type FieldedRows } from '../shared/rows.ts'
import { secretInClear } from '../shared/server-connection.ts'
import { rowsIn } from './cells.ts'
import { Execution } from './execution.ts'
import type { Asker, Plan } from './protocol.ts'
import { SparkRefusal } from './refusal.ts'
import { defaultPort, SparkRequests, untilGivenUp } from './requests.ts'
import { asQuery, isFaultState, refusedFor } from './statement.ts'
import { fieldsOf } from './types.ts'

/** What the connector itself asks may take so long, whatever the bound: the first statement of a session is slow there. */
const ownSeconds = 60

/** Rows of a batch at most. */
const mostRows = 1000

/**
 * What a session of the server is told before anything else: numbers that do not fit are errors rather than NULL, times are those of UTC,
 * no path of a file stands for a table, files that cannot be read are errors, names may have double quotes as on other engines, and progress is told soon.
 * What is told besides is what a server does unless it was set up otherwise: backslashes in texts begin escapes, no name is a pattern, and
 * decimals that are too long are rounded.
 */
const settings: Record<string, string> = {
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.ansi.doubleQuotedIdentifiers': 'true',
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.runSQLOnFiles': 'false',
  'spark.sql.files.ignoreMissingFiles': 'false',
  'spark.sql.files.ignoreCorruptFiles': 'false',
  'spark.sql.parser.escapedStringLiterals': 'false',
  'spark.sql.parser.quotedRegexColumnNames': 'false',
  'spark.sql.decimalOperations.allowPrecisionLoss': 'true',
  'spark.connect.progress.reportInterval': '200ms',
}

/** What a server of Spark 3.5 and newer is asked for, which knows whether statements can be attached to again. */
const reattachableSetting = 'spark.connect.execute.reattachable.enabled'

/** One session of one account on one server: of its statements none changes anything there. */
export class SparkClient {
  readonly dialect = spark
  readonly statements: HttpStatements<FieldedRows>
  readonly #own: HttpStatements<FieldedRows>
  readonly #ownBounds: SessionBounds
  readonly #requests: SparkRequests
  readonly #begun: Begun
  #hasLeft = false

  private constructor(requests: SparkRequests, begun: Begun, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.#ownBounds = {
      ...bounds,
      statement_timeout_seconds: Math.max(bounds.statement_timeout_seconds, ownSeconds),
    }
    this.#own = new HttpStatements(this, this.#ownBounds)
    this.#requests = requests
    this.#begun = begun
  }

  /** Throws ServiceError as `connectToServer` does. */
  static open(connection: ConnectionValues, bounds: SessionBounds): Promise<SparkClient> {
    return connectByRequests(connection, bounds, {
      title: 'Spark Connect',
      defaultPort,
      requests(tls) {
        // A token in clear would be anybody's.
        if (connection.password && tls === null) throw secretInClear(connection, 'Spark Connect')
        return SparkRequests.open(connection, tls)
      },
      greet: async (requests, signal) =>
        new SparkClient(requests, await begun(requests, connection.username ?? '', signal), bounds),
      isAnswer: (error) => error instanceof SparkRefusal,
    })
  }

  /** The columns of a person's query, of which no row is read. */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return lastNamed(this.statements.shapeOf(statement))
  }

  /** The rows of a statement of the connector's own; the errors of `ownStatement`. */
  read(sql: string): Promise<Rows> {
    return this.#own.read(sql)
  }

  /**
   * The rows of a plan of the connector's own; a command has none. `title` stands for its text. Throws RunFailure, of which the refusal of the
   * server is the cause.
   */
  execute(plan: Plan, title: string): Promise<Rows> {
    const server = {
      dialect: this.dialect,
      send: (_statement: Statement, _seconds: number | null, signal: AbortSignal) => this.#sent(plan, signal),
      translate: (error: unknown) =>
        error instanceof SparkRefusal
          ? new RunFailure(error.message, { cause: error, retryable: !isFaultOfStatement(error) })
          : this.translate(error),
    }
    return new HttpStatements(server, this.#ownBounds).read(title)
  }

  /** The columns of a query of the connector's own, likewise. */
  readFields(sql: string): Promise<DiscoveredField[]> {
    return ownStatement(lastNamed(this.#own.about({ sql, parameters: [] }, sql)))
  }

  /** Ends the session there, too, which would be kept for an hour; not where that would interrupt a statement that was left, see `Execution`. */
  async close(): Promise<void> {
    const { session_id, user_context, client_type } = this.#begun.asker
    if (!this.#hasLeft)
      await this.#requests
        .ask('ReleaseSession', { session_id, user_context, client_type }, untilGivenUp())
        .catch(() => undefined)
    this.#requests.close()
  }

  send({ sql, parameters }: Statement, _seconds: number | null, signal: AbortSignal): Sent<FieldedRows> {
    const named_arguments = Object.fromEntries(
      parameters.map((value, index) => [`p${index + 1}`, { literal: { string: value } }]),
    )
    return this.#sent({ root: { sql: { query: asQuery(sql), named_arguments } } }, signal)
  }

  #sent(plan: Plan, signal: AbortSignal): Sent<FieldedRows> {
    const execution = new Execution(this.#requests, this.#begun.asker, this.#begun.isReattachable)
    return { batches: this.#rowsOf(plan, execution, signal), end: () => execution.interrupt() }
  }

  translate(error: unknown): unknown {
    return failureOf(
      error,
      (one) => one instanceof SparkRefusal,
      (refusal) =>
        isFaultOfStatement(refusal)
          ? refusedFor(refusal.state, refusal.message)
          : endedBySource(refusal.message, refusal),
    )
  }

  async *#rowsOf(plan: Plan, execution: Execution, signal: AbortSignal): AsyncGenerator<FieldedRows> {
    let named: DiscoveredField[] = []
    try {
      for await (const { schema, arrow_batch } of execution.answers(plan, signal)) {
        if (schema) named = fieldsOf(schema)
        if (!arrow_batch?.data) continue
        for (const rows of rowsIn(arrow_batch.data, mostRows)) yield { columns: named, named, rows }
      }
    } finally {
      if (execution.isLeft) this.#hasLeft = true
    }
    yield { columns: named, named, rows: [] }
  }
}

/** A session of the server. */
interface Begun {
  asker: Asker
  /** Whether the server keeps a statement for a client that has gone, and ends it when none comes back. */
  isReattachable: boolean
}

/** A session with its settings; it names the one of the server, which refuses to let another, without them, take its place. */
async function begun(requests: SparkRequests, user: string, signal: AbortSignal): Promise<Begun> {
  const asker = {
    session_id: randomUUID(),
    user_context: { user_id: user, user_name: user },
    client_type: 'assay',
  }
  const pairs = Object.entries(settings).map(([key, value]) => ({ key, value }))
  const setting = { ...asker, operation: { set: { pairs } } }
  const { server_side_session_id } = await requests.ask('Config', setting, signal)
  if (!server_side_session_id) throw new Error('its answer is not that of a server of Spark Connect')
  const own = { ...asker, client_observed_server_side_session_id: server_side_session_id }
  const asking = { ...own, operation: { get_option: { keys: [reattachableSetting] } } }
  const { pairs: told } = await requests.ask('Config', asking, signal)
  return { asker: own, isReattachable: told.some(({ value }) => value === 'true') }
}

function isFaultOfStatement({ state, errorClass, exception }: SparkRefusal): boolean {
  if (/^INVALID_HANDLE\b/.test(errorClass)) return false
  return isFaultState(state) || (state === '' && /(?:Parse|Analysis)Exception$/.test(exception))
}
