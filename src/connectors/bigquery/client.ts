import { randomUUID } from 'node:crypto'
import type { DiscoveredField } from '../../model/field.ts'
import { bigquery } from '../../sql/dialects/bigquery.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  StatementTooLarge,
  type ConnectionValues,
  type Rows,
  type SessionBounds,
  type StatementTooLate,
} from '../connector.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { BigqueryRefusal, jobSchema, pageSchema, projectsSchema, type Page } from './answer.ts'
import { BigqueryRequests, isPassing, usualHost } from './requests.ts'
import { cellReader, fieldOf } from './types.ts'

/** Rows of a page at most. */
const mostRows = '1000'
/** So long the service waits for the end of a job before it answers that there is none yet. */
const waitMs = '10000'

/** One service account, and its statements: jobs of which the service's own parser has said that they are a single select. */
export class BigqueryClient {
  readonly dialect = bigquery
  readonly statements: HttpStatements
  readonly requests: BigqueryRequests
  readonly #parameters: Record<string, unknown>

  private constructor(requests: BigqueryRequests, connection: ConnectionValues, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.requests = requests
    this.#parameters = connection.parameters ?? {}
  }

  /** Throws ServiceError as `connectToServer` does. */
  static open(connection: ConnectionValues, bounds: SessionBounds): Promise<BigqueryClient> {
    const named = { ...connection, host: connection.host ?? usualHost }
    return connectByRequests(named, bounds, {
      title: 'BigQuery',
      defaultPort: 443,
      requests: (tls) => new BigqueryRequests(named, tls),
      async greet(requests, signal) {
        await requests.ask(
          projectsSchema,
          { method: 'GET', path: 'projects', query: { maxResults: '1' } },
          signal,
        )
        return new BigqueryClient(requests, named, bounds)
      },
      isAnswer: (error) => error instanceof BigqueryRefusal,
    })
  }

  /** The columns of a person's query, which is not run. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    let fields: DiscoveredField[] = []
    for await (const { columns } of this.statements.shapeOf(statement))
      fields = columns.map((column) => ({ native_type: '', nullable: true, ...column }))
    return fields
  }

  close(): void {
    this.requests.close()
  }

  send(statement: Statement, seconds: number | null, signal: AbortSignal): Sent<Rows> {
    const running: Running = { job: null, is_ended: false }
    return {
      batches: this.#rowsOf(statement, seconds, running, signal),
      end: () => this.#end(running),
    }
  }

  translate(error: unknown, late: () => StatementTooLate): unknown {
    return failureOf(
      error,
      (one) => one instanceof BigqueryRefusal,
      (refusal) => {
        if (refusal.reason === 'timeout') return late()
        if (beyondLimits.test(refusal.reason)) return new StatementTooLarge(refusal.message)
        if (isPassing(refusal) || passing.test(refusal.reason)) return endedBySource(refusal.message, refusal)
        return new StatementRefused(refusal.message)
      },
    )
  }

  async *#rowsOf(
    statement: Statement,
    seconds: number | null,
    running: Running,
    signal: AbortSignal,
  ): AsyncGenerator<Rows> {
    await this.#refuseUnlessSelect(statement, signal)
    const jobId = `assay-${randomUUID()}`
    running.job = { jobId, location: this.#location }
    const begun = await this.#job({ query: this.#configuration(statement) }, jobId, seconds, signal)
    running.job = { jobId, location: begun.jobReference?.location ?? this.#location }
    for (let pageToken = ''; ;) {
      if (running.is_ended) await this.#end(running)
      const page = await this.#page(running.job, pageToken, signal)
      if (!page.jobComplete) continue
      yield rowsIn(page)
      if (page.pageToken === undefined) break
      pageToken = page.pageToken
    }
    running.job = null
  }

  /** A dry run costs nothing and reads nothing. */
  async #refuseUnlessSelect(statement: Statement, signal: AbortSignal): Promise<void> {
    const tried = await this.#job({ query: this.#configuration(statement), dryRun: true }, null, null, signal)
    const kind = tried.statistics?.query?.statementType
    if (kind !== 'SELECT')
      throw new StatementRefused(
        `Only a single select is run here, and this statement is ${kind ?? 'something else'}.`,
      )
  }

  async #job(configuration: object, jobId: string | null, seconds: number | null, signal: AbortSignal) {
    const { project } = this.requests
    const job = await this.requests.ask(
      jobSchema,
      {
        method: 'POST',
        path: `projects/${encodeURIComponent(project)}/jobs`,
        body: {
          jobReference: {
            projectId: project,
            ...(jobId !== null && { jobId }),
            ...(this.#location !== '' && { location: this.#location }),
          },
          configuration: {
            ...configuration,
            labels: { client: 'assay' },
            ...(seconds !== null && { jobTimeoutMs: String(seconds * 1000) }),
          },
        },
      },
      signal,
    )
    const fault = job.status?.errorResult
    if (fault) throw new BigqueryRefusal(fault.message ?? 'the job failed', fault.reason ?? '', 200)
    return job
  }

  #configuration({ sql, parameters }: Statement): object {
    const { maximum_bytes_billed: most } = this.#parameters
    return {
      query: sql,
      useLegacySql: false,
      ...(most !== undefined && { maximumBytesBilled: String(most) }),
      ...(parameters.length > 0 && {
        parameterMode: 'NAMED',
        queryParameters: parameters.map((value, index) => ({
          name: `p${index + 1}`,
          parameterType: { type: 'STRING' },
          parameterValue: { value },
        })),
      }),
    }
  }

  #page({ jobId, location }: NamedJob, pageToken: string, signal: AbortSignal): Promise<Page> {
    const path = `projects/${encodeURIComponent(this.requests.project)}/queries/${jobId}`
    const query = {
      location,
      pageToken,
      maxResults: mostRows,
      timeoutMs: waitMs,
      'formatOptions.useInt64Timestamp': 'true',
    }
    return this.requests.ask(pageSchema, { method: 'GET', path, query }, signal)
  }

  async #end(running: Running): Promise<void> {
    running.is_ended = true
    if (running.job === null) return
    const { jobId, location } = running.job
    const path = `projects/${encodeURIComponent(this.requests.project)}/jobs/${jobId}/cancel`
    await this.requests
      .ask(jobSchema, { method: 'POST', path, query: { location } }, AbortSignal.timeout(10_000))
      .catch(() => undefined)
  }

  /** Empty where the service is to find out. */
  get #location(): string {
    const { location } = this.#parameters
    return typeof location === 'string' ? location : ''
  }
}

interface NamedJob {
  jobId: string
  location: string
}

/** A job under way, null before and after; an end that was asked for before there was one is asked for again. */
interface Running {
  job: NamedJob | null
  is_ended: boolean
}

function rowsIn({ schema, rows = [] }: Page): Rows {
  const fields = schema?.fields ?? []
  const readers = fields.map((field) => cellReader(field))
  return {
    columns: fields.map((field) => fieldOf(field)),
    rows: rows.map(({ f }) => f.map(({ v }, index) => readers[index]?.(v) ?? null)),
  }
}

/** Limits for one job, which another try would meet again and be billed for. */
const beyondLimits = /^(?:resourcesExceeded|bytesBilledLimitExceeded|billingTierLimitExceeded)$/

/** Ends of a job that another try may not meet. */
const passing = /^(?:quotaExceeded|jobBackendError|jobInternalError|stopped|tableUnavailable)$/
