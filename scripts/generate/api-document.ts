import { describeApi } from '../../src/http/document/document.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'
import type { Schema } from './client-types.ts'

/** A parameter of a path, a query or a header. */
export interface ApiParameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
}

/** Bodies by their media types. */
export type ApiContent = Record<string, { schema: Schema }>

/** What one method of a path takes and answers. */
export interface ApiEndpoint {
  operationId: string
  summary: string
  description: string
  parameters?: ApiParameter[]
  requestBody?: { required: boolean; content: ApiContent }
  responses: Record<string, { content?: ApiContent }>
}

interface ApiDocument {
  paths: Record<string, Record<string, ApiEndpoint>>
  components: { schemas: Record<string, Schema> }
}

/** The API document with the parts of OpenAPI that `describeApi` writes; test/client reads what is printed from it. */
export const apiDocument = (): ApiDocument => describeApi(routesFor(operations)) as unknown as ApiDocument
