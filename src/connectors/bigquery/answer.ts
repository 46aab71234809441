import type { IncomingMessage } from 'node:http'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { retryAfterSeconds } from '../../kernel/retry-after.ts'
import { RequestRefusal } from '../shared/request-refusal.ts'
import { jsonOrNull, pageText } from '../shared/whole-answer.ts'

const fieldSchema = Type.Object({
  name: Type.String(),
  type: Type.String(),
  mode: Type.Optional(Type.String()),
})
const reference = Type.Object({ location: Type.Optional(Type.String()) })

/** What is read of a job: where it is, its error, and what the server's parser says of its statement. */
export const jobSchema = Type.Object({
  jobReference: Type.Optional(reference),
  status: Type.Optional(
    Type.Object({
      errorResult: Type.Optional(
        Type.Object({ reason: Type.Optional(Type.String()), message: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  statistics: Type.Optional(
    Type.Object({
      query: Type.Optional(
        Type.Object({
          statementType: Type.Optional(Type.String()),
          schema: Type.Optional(Type.Object({ fields: Type.Optional(Type.Array(fieldSchema)) })),
        }),
      ),
    }),
  ),
})

/** A page of the rows of a job; without `jobComplete` there are none yet. */
export const pageSchema = Type.Object({
  jobComplete: Type.Boolean(),
  schema: Type.Optional(Type.Object({ fields: Type.Optional(Type.Array(fieldSchema)) })),
  rows: Type.Optional(Type.Array(Type.Object({ f: Type.Array(Type.Object({ v: Type.Unknown() })) }))),
  pageToken: Type.Optional(Type.String()),
})

/** A table as the catalogue lists it, or with its fields. */
export const tableSchema = Type.Object({
  tableReference: Type.Object({ tableId: Type.String() }),
  type: Type.Optional(Type.String()),
  schema: Type.Optional(Type.Object({ fields: Type.Optional(Type.Array(fieldSchema)) })),
  requirePartitionFilter: Type.Optional(Type.Boolean()),
})
/** The tables of a dataset; without a token it is the last page, here and below. */
export const tablesSchema = Type.Object({
  tables: Type.Optional(Type.Array(tableSchema)),
  nextPageToken: Type.Optional(Type.String()),
})
/** The datasets of a project. */
export const datasetsSchema = Type.Object({
  datasets: Type.Optional(
    Type.Array(Type.Object({ datasetReference: Type.Object({ datasetId: Type.String() }) })),
  ),
  nextPageToken: Type.Optional(Type.String()),
})
/** The projects that the account may see. */
export const projectsSchema = Type.Object({
  projects: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  nextPageToken: Type.Optional(Type.String()),
})

/** A column of a table or a result; `mode` is NULLABLE, REQUIRED or REPEATED (default NULLABLE). */
export type SchemaField = Static<typeof fieldSchema>
/** A page of the rows; each cell is `v`: a text, null, or the list of a repeated column. */
export type Page = Static<typeof pageSchema>
/** A table of a dataset; with fields only where it was asked for by itself. */
export type ListedTable = Static<typeof tableSchema>

const isRefusal = Compile(
  Type.Object({
    error: Type.Object({
      code: Type.Number(),
      message: Type.String(),
      errors: Type.Optional(Type.Array(Type.Object({ reason: Type.Optional(Type.String()) }))),
    }),
  }),
)

/** A request or a job that the service refused, with its own word for the reason; 200 is the status of a job that failed. */
export class BigqueryRefusal extends RequestRefusal {}

/** The JSON of an answer; throws BigqueryRefusal for a refused request, and a plain Error for what is no answer of the service. */
export async function jsonIn(answer: IncomingMessage): Promise<unknown> {
  const body = jsonOrNull(await pageText(answer))
  if (isRefusal.Check(body)) {
    const { code, message, errors = [] } = body.error
    throw new BigqueryRefusal(message, errors[0]?.reason ?? '', code, retryAfterSeconds(answer.headers))
  }
  if (answer.statusCode !== 200) throw new Error(`it answered with status ${answer.statusCode}`)
  return body
}
