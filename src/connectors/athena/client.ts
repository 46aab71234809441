import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { athena } from '../../sql/dialects/athena.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type SessionBounds } from '../connector.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { lastNamed, type FieldedRows } from '../shared/rows.ts'
import { AthenaRefusal, executionSchema, pageSchema, startedSchema } from './answer.ts'
import { boundStatement } from './bound-values.ts'
import { isBusy, type AthenaRequests } from './requests.ts'
import { batchIn } from './rows.ts'
import type { Settings } from './settings.ts'

/** Rows of a page at most, the one with the names of the columns among them. */
const mostRows = 1000
/** The pause before a statement is looked at again grows to the second of these, milliseconds. */
const firstPauseMs = 50
const longestPauseMs = 1000

/** A data catalogue and one of its databases, which a datastore stands for. */
export interface Place {
  catalog: string
  database: string
}

/** Statements in one workgroup: of those that begin like a query none changes anything there. */
export class AthenaClient {
  readonly dialect = athena
  readonly statements: HttpStatements<FieldedRows>
  readonly requests: AthenaRequests
  readonly settings: Settings
  readonly #place: Place | null

  constructor(requests: AthenaRequests, settings: Settings, place: Place | null, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.requests = requests
    this.settings = settings
    this.#place = place
  }

  /** The columns of a person's query, of which no row is read. */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return lastNamed(this.statements.shapeOf(statement))
  }

  close(): void {
    this.requests.close()
  }

  /** The service has no time of its own for one statement, so that `seconds` stay ours. */
  send(statement: Statement, _seconds: number | null, signal: AbortSignal): Sent<FieldedRows> {
    const running: Running = { id: null, is_over: false }
    return {
      batches: this.#rowsOf(statement, running, signal),
      end: () => this.#end(running),
    }
  }

  translate(error: unknown): unknown {
    return failureOf(
      error,
      (one) => one instanceof AthenaRefusal,
      (refusal) => {
        if (refusal.code === 'MALFORMED_QUERY')
          return new StatementRefused(`syntax error at ${refusal.message}`)
        if (refusal.kind === 'FAILED' || isAboutStatement(refusal))
          return new StatementRefused(refusal.message)
        if (isBusy(refusal) || /^(?:CANCELLED|FAILED_FOR_NOW)$/.test(refusal.kind))
          return endedBySource(refusal.message, refusal)
        return new RunFailure(`Athena refused a request: ${refusal.message}.`, { cause: refusal })
      },
    )
  }

  async *#rowsOf(statement: Statement, running: Running, signal: AbortSignal): AsyncGenerator<FieldedRows> {
    const id = await this.#begin(statement, signal)
    running.id = id
    await this.#success(id, signal)
    running.is_over = true
    for (let NextToken: string | undefined, isFirst = true; ; isFirst = false) {
      const members = { QueryExecutionId: id, MaxResults: mostRows, ...(!isFirst && { NextToken }) }
      const page = await this.requests.ask(pageSchema, { action: 'GetQueryResults', members }, signal)
      yield batchIn(page, isFirst)
      NextToken = page.NextToken
      if (NextToken === undefined) return
    }
  }

  /** The token of the request lets it be sent again: the service begins a statement once for each token. */
  async #begin(statement: Statement, signal: AbortSignal): Promise<string> {
    const { workgroup, output_location: OutputLocation } = this.settings
    const members = {
      ...boundStatement(statement, this.dialect.lexicalRules),
      ClientRequestToken: `assay-${randomUUID()}`,
      WorkGroup: workgroup,
      ...(this.#place && {
        QueryExecutionContext: { Catalog: this.#place.catalog, Database: this.#place.database },
      }),
      ...(OutputLocation !== null && { ResultConfiguration: { OutputLocation } }),
      // Rows of an earlier time would be taken for those of now.
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
    }
    const asked = { action: 'StartQueryExecution', members }
    return (await this.requests.ask(startedSchema, asked, signal)).QueryExecutionId
  }

  /** Throws AthenaRefusal with the state for a statement that ends otherwise. */
  async #success(QueryExecutionId: string, signal: AbortSignal): Promise<void> {
    const asked = { action: 'GetQueryExecution', members: { QueryExecutionId } }
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await pause(pauseMs, undefined, { signal })
      const { Status } = (await this.requests.ask(executionSchema, asked, signal)).QueryExecution
      const { State, StateChangeReason: reason = `the statement ended as ${State}`, AthenaError } = Status
      if (State === 'SUCCEEDED') return
      if (State === 'QUEUED' || State === 'RUNNING') continue
      const isPassing = AthenaError?.ErrorCategory === systemFault || AthenaError?.Retryable === true
      throw new AthenaRefusal(reason, {
        kind: State === 'FAILED' && isPassing ? 'FAILED_FOR_NOW' : State,
        status: 200,
      })
    }
  }

  /** What waits for the statement sees its state, and so whether it has ended. */
  async #end(running: Running): Promise<void> {
    if (running.id === null || running.is_over) return
    const asked = { action: 'StopQueryExecution', members: { QueryExecutionId: running.id } }
    await this.requests.ask(Type.Object({}), asked, AbortSignal.timeout(10_000)).catch(() => undefined)
  }
}

/** The category of errors that are not the statement's own. */
const systemFault = 1

/** A statement under way: `id` is null until the service has taken it, and an end that was asked for before is asked for again. */
interface Running {
  id: string | null
  /** It has succeeded, and there is nothing to stop. */
  is_over: boolean
}

/** Of the requests that are refused some are for what the statement says: its length, its values. */
const isAboutStatement = ({ kind, message }: AthenaRefusal): boolean =>
  kind === 'InvalidRequestException' && /queryString|executionParameters/.test(message)
