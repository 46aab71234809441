import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { ErrorBody, refusalsOf } from '../../src/http/document/refusals.ts'
import type { Route } from '../../src/http/route.ts'
import { routes as shipped } from './routes.ts'

// Code that is run a few times is not worth being optimized, which is two thirds of compiling it.
const ajv = new Ajv({ strict: false, code: { optimize: false } })
formats.default(ajv)
const compiled = new WeakMap<object, ValidateFunction>()

/** An answer to compare with the document, and its request. */
export interface Exchange {
  method: string
  /** With or without `/api` and a query. */
  path: string
  status: number
  contentType: string
  body: unknown
}

/** The patterns of routes, by their paths: each answer is compared with all of them. */
const patterns = new Map<string, RegExp>()

function patternOf({ path }: Route): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const made = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, made)
  return made
}

/** The endpoint that a path belongs to, or null: a literal part of a path goes before a parameter. */
function routeOf(routes: readonly Route[], method: string, path: string): Route | null {
  const [bare = ''] = path.replace(/^\/api(?=\/)/, '').split('?')
  const found = routes
    .filter((route) => patternOf(route).test(bare))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  return found.find((route) => route.path === found[0]?.path && route.method === method) ?? null
}

/** Fails when an answer of a known endpoint (default: those that ship) differs from what the API document promises: status, kind or shape. */
export function assertDocumented(
  { method, path, status, contentType, body }: Exchange,
  routes: readonly Route[] = shipped,
): void {
  const route = routeOf(routes, method, path)
  if (!route) return
  const asked = `${method} ${path} answered ${status}`
  const shown = () => JSON.stringify(body)?.slice(0, 2000)
  const success = route.responses[status]
  if (success === undefined) {
    assert.ok(refusalsOf(route).includes(status), `${asked}, which is not documented: ${shown()}`)
  }
  if (success === null) return assert.equal(body, '', `${asked}: its body should be empty`)
  const [kind] = contentType.split(';')
  assert.equal(kind, (success && route.media_type) ?? 'application/json', asked)
  const check = checkOf(success ?? ErrorBody)
  assert.ok(check(body), `${asked}: ${ajv.errorsText(check.errors)} in ${shown()}`)
}

function checkOf(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const check = ajv.compile(closed(schema) as object)
  compiled.set(schema, check)
  return check
}

/** The schema with objects that have only the members that they name: an answer with more is not documented in full. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]))
  const isClosed = members['type'] === 'object' && typeof members['properties'] === 'object'
  return isClosed && !('additionalProperties' in members)
    ? { ...members, additionalProperties: false }
    : members
}
