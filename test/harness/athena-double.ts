import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { BegunStatements, type BegunStatement } from './begun-statements.ts'
import { HttpDouble } from './http-double.ts'
import { signatureFault, type KnownKeys } from './s3-speech.ts'

/** A column of a result as the interface describes it. */
export interface AthenaColumn {
  Name: string
  Type: string
  Precision?: number
  Scale?: number
}

/** What a statement is answered with: rows of texts, or an error with its category (1: the service's, 2: the statement's). */
export type AthenaAnswer =
  | { columns: AthenaColumn[]; rows: (string | null)[][] }
  | { error: string; category: number }

/** A statement as it was begun; `values` are expressions. The signal says that its end was asked for. */
interface AthenaStatement {
  sql: string
  values: string[]
  catalog: string
  database: string
  signal: AbortSignal
}

/** A table as the data catalogue describes it. */
export interface AthenaTable {
  Name: string
  TableType: string
  Columns: { Name: string; Type: string }[]
  PartitionKeys?: { Name: string; Type: string }[]
  Parameters?: Record<string, string>
}

/** What stands behind the interface. */
interface Behind {
  /** What the service's own parser has against a statement, which is then not begun; null: nothing. */
  syntaxFault(sql: string): Promise<string | null>
  /** Takes as long as the statement runs. */
  run(statement: AthenaStatement): Promise<AthenaAnswer>
  /** The tables of a database. */
  tables(database: string): Promise<AthenaTable[]>
}

class Refused extends Error {
  readonly kind: string
  readonly code: string

  constructor(kind: string, message: string, code = '') {
    super(message)
    this.kind = kind
    this.code = code
  }
}

const invalid = (message: string, code = 'INVALID_INPUT'): Refused =>
  new Refused('InvalidRequestException', message, code)

/** The only keys with which requests may be signed. */
export const athenaKeys: KnownKeys = {
  access_key: 'AKIAATHENA',
  secret_key: 'secret/of+athena',
  session_token: 'token/of==',
}

/**
 * Stands in the place of Amazon Athena: its JSON interface in clear. It is strict about what it is sent and understands no SQL. The shapes
 * and bounds are those of the description of the interface that AWS publishes.
 */
export class AthenaDouble extends HttpDouble {
  /** The actions that came, in their order, with their members. */
  readonly log: { action: string; members: Record<string, unknown> }[] = []
  /** So many requests are answered with "again, later" first. */
  busy = 0
  /** So many statements are taken, and the connection is ended in the place of the answer. */
  cuts = 0
  /** An action that the policy of the keys forbids; null: none. */
  denied: string | null = null
  /** False: pages hold rows alone, as those of no select do. */
  begins_with_names = true
  /** The keys that it knows. */
  known: KnownKeys[] = [athenaKeys]
  /** The workgroup `checks`, in which statements run. */
  workgroup: Record<string, unknown> = {
    State: 'ENABLED',
    Configuration: {
      EnforceWorkGroupConfiguration: false,
      ResultConfiguration: {},
      EngineVersion: { SelectedEngineVersion: 'AUTO', EffectiveEngineVersion: 'Athena engine version 3' },
    },
  }
  readonly #behind: Behind
  readonly #statements = new BegunStatements<AthenaAnswer>((error) => ({ error: String(error), category: 1 }))
  readonly #tokens = new Map<string, { id: string; members: string }>()

  constructor(behind: Behind) {
    super()
    this.#behind = behind
  }

  /** `catalog` and `schema` are where the tables are. */
  readonly target: DatastoreTarget = { database: 'lake', schema: 'shop', root_path: null }

  get connection(): ConnectionValues & { parameters: Record<string, unknown> } {
    return {
      ...athenaKeys,
      parameters: {
        endpoint: `http://127.0.0.1:${this.port}`,
        region: 'eu-test-1',
        workgroup: 'checks',
        output_location: 's3://results/assay/',
      },
    }
  }

  /** How many statements are not over. */
  get running(): number {
    return this.#statements.running
  }

  /** How many statements were begun. */
  get begun(): number {
    return this.#statements.count
  }

  override close(): Promise<void> {
    this.#statements.stopAll()
    return super.close()
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, value: object): void =>
      void response
        .writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(value))
    try {
      const [action, members] = this.#asked(request, await text(request))
      const value = await this.#act(action, members)
      if (action === 'StartQueryExecution' && this.cuts > 0) {
        this.cuts -= 1
        response.destroy()
      } else send(200, value)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const code = error.code === '' ? {} : { AthenaErrorCode: error.code, ErrorCode: error.code }
      send(400, { __type: error.kind, ...code, Message: error.message })
    }
  }

  #asked(
    { method = '', url: path = '', headers }: IncomingMessage,
    body: string,
  ): [string, Record<string, unknown>] {
    const [, action] = /^AmazonAthena\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? []
    if (
      method !== 'POST' ||
      path !== '/' ||
      action === undefined ||
      headers['content-type'] !== 'application/x-amz-json-1.1'
    )
      throw new Refused('UnknownOperationException', '')
    const fault = signatureFault({ headers, method, path, search: '', body }, 'athena', this.known)
    if (fault !== null)
      throw new Refused(
        fault === 'SignatureDoesNotMatch' ? 'InvalidSignatureException' : 'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      )
    const members = JSON.parse(body) as Record<string, unknown>
    this.log.push({ action, members })
    if (action === this.denied)
      throw new Refused(
        'AccessDeniedException',
        `User: arn:aws:iam::123456789012:user/x is not authorized to perform: athena:${action}`,
      )
    if (this.busy > 0) {
      this.busy -= 1
      throw new Refused('TooManyRequestsException', 'Rate exceeded')
    }
    return [action, members]
  }

  async #act(action: string, members: Record<string, unknown>): Promise<object> {
    switch (action) {
      case 'GetWorkGroup':
        if (members['WorkGroup'] !== 'checks') throw invalid('WorkGroup is not found.')
        return { WorkGroup: { Name: 'checks', ...this.workgroup } }
      case 'StartQueryExecution':
        return { QueryExecutionId: await this.#begin(members) }
      case 'GetQueryExecution':
        return { QueryExecution: this.#state(members) }
      case 'StopQueryExecution':
        this.#statement(members).stop()
        return {}
      case 'GetQueryResults':
        return this.#page(members)
      default:
        return this.#catalogue(action, members)
    }
  }

  async #begin(members: Record<string, unknown>): Promise<string> {
    const { QueryString: sql, ClientRequestToken: token, ExecutionParameters: values, ...rest } = members
    if (typeof token !== 'string' || token.length < 32 || token.length > 128)
      throw invalid('clientRequestToken is null or empty')
    const { OutputLocation: place } = Object(rest['ResultConfiguration']) as Record<string, unknown>
    if (place !== undefined && !String(place).startsWith('s3://'))
      throw invalid('outputLocation is not a valid S3 path.')
    if (typeof sql !== 'string' || sql === '' || Buffer.byteLength(sql) > 262_144)
      throw invalid("1 validation error detected: Value at 'queryString' failed to satisfy constraint")
    if (values !== undefined && !isListOfValues(values))
      throw invalid(
        "1 validation error detected: Value at 'executionParameters' failed to satisfy constraint",
      )
    const { ResultReuseByAgeConfiguration: reuse } = Object(rest['ResultReuseConfiguration']) as Record<
      string,
      unknown
    >
    if (rest['WorkGroup'] !== 'checks' || (Object(reuse) as Record<string, unknown>)['Enabled'] !== false)
      throw invalid('The double was sent a statement of another kind.')
    // Values are not among what has to be the same.
    const same = JSON.stringify([sql, rest])
    const known = this.#tokens.get(token)
    if (known && known.members !== same)
      throw invalid('Idempotent parameters do not match', 'IDEMPOTENT_PARAMETER_MISMATCH')
    if (known) return known.id
    const fault = await this.#behind.syntaxFault(sql)
    if (fault !== null) throw invalid(fault, 'MALFORMED_QUERY')
    const { Catalog: catalog, Database: database } = Object(rest['QueryExecutionContext']) as Record<
      string,
      string
    >
    const given = { sql, values: values ?? [], catalog: catalog ?? '', database: database ?? '' }
    const { id } = this.#statements.begin((signal) => this.#behind.run({ ...given, signal }))
    this.#tokens.set(token, { id, members: same })
    return id
  }

  #state(members: Record<string, unknown>): object {
    const seen = this.#statement(members).look()
    const status = (State: string, more: object = {}) => ({
      QueryExecutionId: members['QueryExecutionId'],
      StatementType: 'DML',
      Status: { State, SubmissionDateTime: 1.7e9, ...more },
    })
    if (seen === 'cancelled') return status('CANCELLED', { StateChangeReason: 'Query cancelled by user' })
    if (seen === 'running') return status('RUNNING')
    if (!('error' in seen)) return status('SUCCEEDED')
    const { error, category } = seen
    return status('FAILED', {
      StateChangeReason: error,
      AthenaError: {
        ErrorCategory: category,
        ErrorType: 1000,
        Retryable: category === 1,
        ErrorMessage: error,
      },
    })
  }

  #page({ MaxResults: most = 1000, NextToken: token, ...members }: Record<string, unknown>): object {
    const { answer } = this.#statement(members)
    if (typeof most !== 'number' || most < 1 || most > 1000)
      throw invalid('MaxResults is more than maximum allowed length 1000')
    if (answer === null || 'error' in answer)
      throw invalid('Query did not finish successfully.', 'INVALID_QUERY_EXECUTION_STATE')
    if (token === '' || (token !== undefined && !/^page \d+$/.test(String(token))))
      throw invalid(`Malformed nextPageToken ${String(token)}`)
    const from = Number(String(token ?? 'page 0').slice(5))
    const names = answer.columns.map(({ Name }) => Name)
    const all = this.begins_with_names ? [names, ...answer.rows] : answer.rows
    const Rows = all.slice(from, from + most).map((row) => ({
      Data: row.map((value) => (value === null ? {} : { VarCharValue: value })),
    }))
    const ColumnInfo = answer.columns.map((column) => ({
      CatalogName: 'hive',
      Label: column.Name,
      Nullable: 'UNKNOWN',
      CaseSensitive: column.Type === 'varchar',
      Precision: 0,
      Scale: 0,
      ...column,
    }))
    return {
      UpdateCount: 0,
      ResultSet: { Rows, ResultSetMetadata: { ColumnInfo } },
      ...(from + most < all.length && { NextToken: `page ${from + most}` }),
    }
  }

  async #catalogue(action: string, members: Record<string, unknown>): Promise<object> {
    const { CatalogName: catalog, DatabaseName: database, MaxResults: most = 50 } = members
    if (members['WorkGroup'] !== 'checks') throw invalid('WorkGroup is not found.')
    if (typeof most !== 'number' || most < 1 || most > 50)
      throw invalid("Value at 'maxResults' failed to satisfy constraint")
    if (action === 'ListDataCatalogs')
      return { DataCatalogsSummary: [{ CatalogName: this.target.database, Type: 'GLUE' }] }
    if (catalog !== this.target.database) throw new Refused('MetadataException', 'DataCatalog was not found')
    const of = this.target.schema
    if (action === 'ListDatabases')
      return paged('DatabaseList', [{ Name: of }, { Name: 'other' }], 1, members)
    if (database !== of) throw new Refused('MetadataException', absent('Database', String(database)))
    if (action === 'GetDatabase') return { Database: { Name: of } }
    const tables = await this.#behind.tables(String(of))
    if (action === 'ListTableMetadata') return paged('TableMetadataList', tables, most, members)
    const table = tables.find(({ Name }) => Name === members['TableName'])
    if (action !== 'GetTableMetadata') throw new Refused('UnknownOperationException', '')
    if (!table) throw new Refused('MetadataException', absent('Table', String(members['TableName'])))
    return { TableMetadata: table }
  }

  #statement({ QueryExecutionId: id }: Record<string, unknown>): BegunStatement<AthenaAnswer> {
    const found = this.#statements.get(String(id))
    if (!found) throw invalid(`QueryExecution ${String(id)} was not found`, 'QUERY_EXECUTION_NOT_FOUND')
    return found
  }
}

const absent = (what: string, name: string): string =>
  `Entity Not Found (Service: AmazonDataCatalog; Status Code: 400; Error Code: EntityNotFoundException; ${what} ${name} not found.)`

function paged<Item>(
  member: string,
  items: Item[],
  most: number,
  { NextToken }: Record<string, unknown>,
): object {
  const from = Number(NextToken ?? 0)
  return {
    [member]: items.slice(from, from + most),
    ...(from + most < items.length && { NextToken: String(from + most) }),
  }
}

const isListOfValues = (values: unknown): values is string[] =>
  Array.isArray(values) &&
  values.length > 0 &&
  values.every((value) => typeof value === 'string' && value.length >= 1 && value.length <= 1024)
