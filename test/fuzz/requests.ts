import * as fc from 'fast-check'
import type { Route } from '../../src/http/route.ts'
import { valuesOf, type Schema } from './values.ts'

/** An endpoint as the API document describes it. */
export interface DocumentedOperation {
  method: Route['method']
  path: string
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** What is sent: an address with its query, and a text as body. */
export interface FuzzRequest {
  method: Route['method']
  url: string
  text: string
}

/** The endpoints of the document: first what reads and makes, then what deletes, so that there is something to find. */
export function operationsOf(document: {
  paths: Record<string, Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>
}): DocumentedOperation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase() as Route['method'],
      })),
    )
    .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
}

/** Requests to an endpoint: mostly ones that its description allows. */
export function requestsTo(
  { method, path, parameters = [], requestBody }: DocumentedOperation,
  named: Record<string, Schema>,
): fc.Arbitrary<FuzzRequest> {
  const ofPlace = (place: 'path' | 'query') => parameters.filter((parameter) => parameter.in === place)
  const inPath = fc.record(
    Object.fromEntries(ofPlace('path').map(({ name, schema }) => [name, valuesOf(schema, named)])),
  )
  const inQuery = fc.record(
    Object.fromEntries(ofPlace('query').map(({ name, schema }) => [name, valuesOf(schema, named)])),
    { requiredKeys: [] },
  )
  const body = requestBody
    ? fc.oneof(
        {
          weight: 15,
          arbitrary: valuesOf(requestBody.content['application/json'].schema, named).map(textOf),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', '{', '{"name":"a","name":"b"}', '[1,]', 'NaN', '"\ud800"'),
        },
      )
    : fc.constant('')
  return fc.tuple(inPath, inQuery, body).map(([members, query, text]) => ({
    method,
    url: `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(members[name]))}${queryText(query)}`,
    text,
  }))
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((single) => `${name}=${encoded(single)}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** An empty part of a path would be another path. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : textOf(value)
  return encodeURIComponent(text.toWellFormed().slice(0, 900)).replace(/^\.+$/, '%2E') || '%20'
}

function textOf(value: unknown): string {
  return JSON.stringify(value)
}
