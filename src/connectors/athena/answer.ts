import type { IncomingMessage } from 'node:http'
import { Type, type Static } from 'typebox'
import { asClause } from '../shared/request-refusal.ts'
import { jsonOrNull, pageText } from '../shared/whole-answer.ts'

const optional = Type.Optional
const column = Type.Object({ Name: Type.String(), Type: optional(Type.String()) })

/** A workgroup, as far as it says whether statements can run in it. */
export const workgroupSchema = Type.Object({
  WorkGroup: Type.Object({
    State: optional(Type.String()),
    Configuration: optional(
      Type.Object({
        EnforceWorkGroupConfiguration: optional(Type.Boolean()),
        ResultConfiguration: optional(Type.Object({ OutputLocation: optional(Type.String()) })),
        ManagedQueryResultsConfiguration: optional(Type.Object({ Enabled: optional(Type.Boolean()) })),
        EngineVersion: optional(Type.Object({ EffectiveEngineVersion: optional(Type.String()) })),
      }),
    ),
  }),
})

/** A statement that the service has taken. */
export const startedSchema = Type.Object({ QueryExecutionId: Type.String() })

/** How far a statement is. */
export const executionSchema = Type.Object({
  QueryExecution: Type.Object({
    Status: Type.Object({
      State: Type.String(),
      StateChangeReason: optional(Type.String()),
      AthenaError: optional(
        Type.Object({ ErrorCategory: optional(Type.Number()), Retryable: optional(Type.Boolean()) }),
      ),
    }),
  }),
})

/** A page of the rows of a statement that has succeeded: values are texts, and that of a NULL is left out. */
export const pageSchema = Type.Object({
  ResultSet: Type.Object({
    Rows: Type.Array(
      Type.Object({ Data: Type.Array(Type.Object({ VarCharValue: optional(Type.String()) })) }),
    ),
    ResultSetMetadata: Type.Object({
      ColumnInfo: Type.Array(
        Type.Object({
          Name: Type.String(),
          Type: Type.String(),
          Precision: optional(Type.Number()),
          Scale: optional(Type.Number()),
        }),
      ),
    }),
  }),
  NextToken: optional(Type.String()),
})

const table = Type.Object({
  Name: Type.String(),
  TableType: optional(Type.String()),
  Columns: optional(Type.Array(column)),
  PartitionKeys: optional(Type.Array(column)),
  Parameters: optional(Type.Record(Type.String(), Type.String())),
})

/** Tables as the data catalogue describes them: one, and a page of all of a database. */
export const tableSchema = Type.Object({ TableMetadata: table })
/** A part of the tables of a database. */
export const tablesSchema = Type.Object({
  TableMetadataList: optional(Type.Array(table)),
  NextToken: optional(Type.String()),
})
/** A database of a catalogue. */
export const databaseSchema = Type.Object({ Database: Type.Object({ Name: Type.String() }) })
/** Databases of a catalogue; without a token it is the last page, here and below. */
export const databasesSchema = Type.Object({
  DatabaseList: optional(Type.Array(Type.Object({ Name: Type.String() }))),
  NextToken: optional(Type.String()),
})
/** The data catalogues of the account. */
export const catalogsSchema = Type.Object({
  DataCatalogsSummary: optional(Type.Array(Type.Object({ CatalogName: optional(Type.String()) }))),
  NextToken: optional(Type.String()),
})

/** Rows of a statement, at most a thousand; the first page begins with the names of the columns. */
export type Page = Static<typeof pageSchema>
/** A table or view as the data catalogue has it; partition keys are apart from the other columns. */
export type CataloguedTable = Static<typeof table>
/** A column of a result with its type as Trino writes it. */
export type ColumnInfo = Page['ResultSet']['ResultSetMetadata']['ColumnInfo'][number]

/** A request or a statement that the service refused. */
export class AthenaRefusal extends Error {
  /** The service's name of the error, or the state in which a statement ended. */
  readonly kind: string
  /** The finer name that some errors have; empty for others. */
  readonly code: string
  /** The status of the answer; 200 for a statement that did not succeed. */
  readonly status: number

  constructor(message: string, { kind, code = '', status }: { kind: string; code?: string; status: number }) {
    super(asClause(message))
    this.kind = kind
    this.code = code
    this.status = status
  }
}

/** The members of an answer. Throws AthenaRefusal for a refused request, and a plain Error for what is no answer of the service. */
export async function membersIn(answer: IncomingMessage): Promise<unknown> {
  const { statusCode: status = 0 } = answer
  const body = parsed(await pageText(answer))
  if (status === 200 && body !== null) return body
  const kind = textIn(body, '__type')
    .replace(/^.*[#.]/, '')
    .replace(/:.*$/, '')
  if (kind === '') throw new Error(`it answered with status ${status}`)
  const message = textIn(body, 'Message') || textIn(body, 'message') || kind
  throw new AthenaRefusal(message, { kind, code: textIn(body, 'AthenaErrorCode'), status })
}

function textIn(body: Record<string, unknown> | null, member: string): string {
  const value = body?.[member]
  return typeof value === 'string' ? value : ''
}

function parsed(body: string): Record<string, unknown> | null {
  const value = jsonOrNull(body)
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
}
