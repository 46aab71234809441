import { setTimeout as pause } from 'node:timers/promises'
import type { Cell } from '../../kernel/cell.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { databricks } from '../../sql/dialects/databricks.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { SessionBounds } from '../connector.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { cutResult, endedBySource, failureOf, incompleteResult } from '../shared/network-failures.ts'
import { lastNamed, type FieldedRows } from '../shared/rows.ts'
import { rowsIn } from '../spark/cells.ts'
import { asQuery, isFaultState, refusedFor } from '../spark/statement.ts'
import {
  cancelledSchema,
  chunkSchema,
  DatabricksRefusal,
  failureIn,
  isPassing,
  statementSchema,
  type StatementAnswer,
} from './answer.ts'
import type { DatabricksRequests } from './requests.ts'
import { LinkRefused, type ResultLinks } from './result-links.ts'
import { resultField, typed } from './types.ts'

/** Rows of a batch at most; the chunks in which the service has them are larger. */
const mostRows = 1000
/** The pauses between two questions whether a statement has ended. */
const firstPauseMs = 100
const longestPauseMs = 1000

/** A catalog of Unity Catalog and one of its schemas, which a datastore stands for. */
export interface Place {
  catalog: string
  schema: string
}

/** What a client speaks through, which it closes with itself; requests may be sent on afterwards. */
export interface Wires {
  requests: DatabricksRequests
  links: ResultLinks
}

/** One account and its statements on one SQL warehouse. Each is a session of its own there. */
export class DatabricksClient {
  readonly dialect = databricks
  readonly statements: HttpStatements<FieldedRows>
  readonly #wires: Wires
  readonly #where: Record<string, string>

  /** Without a place statements name the catalog of their tables. */
  constructor(wires: Wires, warehouse: string, place: Place | null, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.#wires = wires
    this.#where = { warehouse_id: warehouse, ...place }
  }

  /** The columns of a person's query, of which no row is read. */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return lastNamed(this.statements.shapeOf(statement))
  }

  close(): void {
    this.#wires.requests.close()
    this.#wires.links.close()
  }

  /** The service has no time of its own for one statement, so that `seconds` stay ours. */
  send(statement: Statement, _seconds: number | null, signal: AbortSignal): Sent<FieldedRows> {
    const running: Running = { id: null }
    return { batches: this.#rowsOf(statement, running, signal), end: () => this.#end(running) }
  }

  translate(error: unknown): unknown {
    return failureOf(
      error,
      (one) => one instanceof DatabricksRefusal,
      (refusal) => {
        if (refusal.status !== 200 && !isPassing(refusal))
          return new RunFailure(`Databricks refused a request: ${refusal.message}.`, { cause: refusal })
        const isFault =
          refusal.sqlState === '' ? refusal.code === 'BAD_REQUEST' : isFaultState(refusal.sqlState)
        return isFault && refusal.status === 200
          ? refusedFor(refusal.sqlState, refusal.message)
          : endedBySource(refusal.message, refusal)
      },
    )
  }

  async *#rowsOf(statement: Statement, running: Running, signal: AbortSignal): AsyncGenerator<FieldedRows> {
    const answer = await this.#success(await this.#begun(statement, signal), running, signal)
    const { statement_id, manifest, result = {} } = answer
    if (!manifest) throw new Error('its answer is not that of Databricks')
    const { total_chunk_count: chunks = 0, total_row_count: told = 0, truncated = false } = manifest
    if (truncated) throw cutResult()
    const named = (manifest.schema.columns ?? []).map(resultField)
    let seen = 0
    for (let index = 0; index < chunks; index += 1) {
      const [first] = index === 0 ? (result.external_links ?? []) : []
      const bytes = await this.#chunk(statement_id, index, first?.external_link ?? null, signal)
      for (const rows of rowsIn(bytes, mostRows)) {
        seen += rows.length
        yield {
          columns: named,
          named,
          rows: rows.map((row) => row.map((cell, at) => cellOf(cell, named[at]))),
        }
      }
    }
    if (seen !== told) throw incompleteResult()
    yield { columns: named, named, rows: [] }
  }

  #begun({ sql, parameters }: Statement, signal: AbortSignal): Promise<StatementAnswer> {
    const body = {
      ...this.#where,
      statement: asQuery(sql),
      ...(parameters.length > 0 && {
        parameters: parameters.map((value, index) => ({ name: `p${index + 1}`, value, type: 'STRING' })),
      }),
      // Most have ended by then, and their first answer is the last.
      wait_timeout: '5s',
      on_wait_timeout: 'CONTINUE',
      // Rows inside of the answer are texts, whose times have three digits of a second only.
      disposition: 'EXTERNAL_LINKS',
      format: 'ARROW_STREAM',
      query_tags: [{ key: 'client', value: 'assay' }],
    }
    return this.#wires.requests.ask(statementSchema, { method: 'POST', path: '', body }, signal)
  }

  /** Throws DatabricksRefusal for a statement that ends otherwise. */
  async #success(begun: StatementAnswer, running: Running, signal: AbortSignal): Promise<StatementAnswer> {
    let answer = begun
    running.id = answer.statement_id
    for (let pauseMs = firstPauseMs; isUnderWay(answer); pauseMs *= 2) {
      await pause(Math.min(pauseMs, longestPauseMs), undefined, { signal })
      const asked = { method: 'GET', path: `/${answer.statement_id}` } as const
      answer = await this.#wires.requests.ask(statementSchema, asked, signal)
    }
    running.id = null
    if (answer.status.state !== 'SUCCEEDED') throw failureIn(answer.status)
    return answer
  }

  /** `link` may be null or over, so that another one is asked for. */
  async #chunk(id: string, index: number, link: string | null, signal: AbortSignal): Promise<Buffer> {
    try {
      if (link !== null) return await this.#wires.links.read(link, signal)
    } catch (error) {
      if (!(error instanceof LinkRefused)) throw error
    }
    const asked = { method: 'GET', path: `/${id}/result/chunks/${index}` } as const
    const { external_links = [] } = await this.#wires.requests.ask(chunkSchema, asked, signal)
    const found = external_links.find(({ chunk_index }) => chunk_index === index)
    if (!found) throw incompleteResult()
    return this.#wires.links.read(found.external_link, signal)
  }

  /** Before there is an id nothing can be ended: who wants it asks again, as `StatementWatch` does. */
  async #end({ id }: Running): Promise<void> {
    if (id === null) return
    const asked = { method: 'POST', path: `/${id}/cancel` } as const
    await this.#wires.requests.ask(cancelledSchema, asked, AbortSignal.timeout(10_000)).catch(() => undefined)
  }
}

/** A statement under way, its id null before and after. */
interface Running {
  id: string | null
}

const isUnderWay = ({ status: { state } }: StatementAnswer): boolean =>
  state === 'PENDING' || state === 'RUNNING'

/** Throws RunFailure for a value without a column. */
function cellOf(cell: Cell, field: DiscoveredField | undefined): Cell {
  if (!field) throw incompleteResult()
  return typed(cell, field)
}
