import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type, type TSchema } from 'typebox'
import { describeApi } from '../../src/http/document/document.ts'
import { defineRoute, defineRoutes, type Route } from '../../src/http/route.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'
import { validatorCompiler } from '../../src/http/validator.ts'
import { runSchemas } from '../../src/runs/schemas.ts'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  additionalProperties?: Schema | boolean
  discriminator?: { mapping?: Record<string, string> }
}

interface Endpoint {
  summary?: string
  description?: string
  parameters?: { name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Endpoint>>
  components: { schemas: Record<string, Schema> }
  tags: { name: string; description?: string }[]
}

const read = (list: readonly Route[]) => describeApi(list) as unknown as Document
const document = read(routesFor(operations))

/** Every place of a document that lacks a description or a name, in words. */
function gapsOf({ paths, components, tags }: Document): string[] {
  const gaps: string[] = []
  const walk = (schema: Schema, place: string, isNamed: boolean) => {
    if (schema.$ref !== undefined) return
    if (!isNamed && schema.properties) gaps.push(`${place} is an object without a name`)
    if (!isNamed && schema.enum) gaps.push(`${place} is a choice without a name`)
    if (schema.oneOf && !schema.discriminator?.mapping) gaps.push(`${place} has no mapping`)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      // A named schema has its own description, which is checked at its definition.
      if (!member.description && !member.$ref) gaps.push(`${place}.${name} has no description`)
      walk(member, `${place}.${name}`, false)
    }
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])])
      walk(part, place, false)
    for (const part of [schema.items, schema.additionalProperties])
      if (typeof part === 'object') walk(part, place, false)
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (!schema.description) gaps.push(`${name} has no description`)
    walk(schema, name, true)
  }
  for (const { name, description } of tags) if (!description) gaps.push(`${name} has no description`)
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, endpoint] of Object.entries(methods)) {
      const place = `${method} ${path}`
      if (!endpoint.summary || !endpoint.description) gaps.push(`${place} has no description`)
      for (const { name, description, schema } of endpoint.parameters ?? []) {
        if (!description) gaps.push(`${place} ?${name} has no description`)
        walk(schema, `${place} ?${name}`, false)
      }
      const contents = [endpoint.requestBody, ...Object.values(endpoint.responses)]
      for (const content of contents.flatMap((one) => Object.values(one?.content ?? {})))
        walk(content.schema, place, false)
    }
  }
  return gaps
}

const planted = (body: TSchema) =>
  read(
    defineRoutes('Service', [
      defineRoute({
        id: 'plant',
        method: 'POST',
        path: '/planted',
        summary: 'Plant',
        doc: 'Plants.',
        need: 'Member',
        body,
        responses: { 204: null },
        handler: async () => undefined,
      }),
    ])(runSchemas(operations.all())),
  )

describe('the API document', () => {
  test('every endpoint, parameter, schema and member says what it is, and every object and choice has a name', () => {
    assert.deepEqual(gapsOf(document), [])
  })

  test('a member without a description, an object and a choice without a name are found', () => {
    const body = Type.Object({
      depth: Type.Integer(),
      colour: Type.Enum(['red', 'blue'], { description: 'Which' }),
    })
    assert.deepEqual(gapsOf(planted(body)), [
      'post /api/planted is an object without a name',
      'post /api/planted.depth has no description',
      'post /api/planted.colour is a choice without a name',
    ])
  })

  test('what is told apart by a member says which schema each of its values stands for', () => {
    const { discriminator } = document.components.schemas['OperationRun'] ?? {}
    assert.deepEqual(discriminator?.mapping, {
      export: '#/components/schemas/ExportRun',
      materialize: '#/components/schemas/MaterializeRun',
      profile: '#/components/schemas/ProfileRun',
      promote_computed_field: '#/components/schemas/PromoteComputedFieldRun',
      promote_computed_file: '#/components/schemas/PromoteComputedFileRun',
      promote_computed_table: '#/components/schemas/PromoteComputedTableRun',
      promote_quality_check: '#/components/schemas/PromoteQualityCheckRun',
      scan: '#/components/schemas/ScanRun',
      sync: '#/components/schemas/SyncRun',
    })
  })

  test('one name never stands for two different schemas', () => {
    const twice = Type.Object({
      one: Type.Object({ a: Type.String() }, { title: 'Twin' }),
      other: Type.Object({ b: Type.String() }, { title: 'Twin' }),
    })
    assert.throws(() => planted(twice), /Two schemas have the name "Twin"/)
  })
})

/** The parts of requests whose schema no value can be checked by; the service compiles each at its first use. */
function uncompiled(list: readonly Route[]): string[] {
  return list.flatMap((route) =>
    (['params', 'query', 'body', 'headers'] as const).flatMap((part) => {
      const schema = route[part]
      if (!schema) return []
      const httpPart = part === 'query' ? 'querystring' : part
      try {
        validatorCompiler({ schema, httpPart, method: route.method, url: route.path })({})
        return []
      } catch (error) {
        return [`${route.method} ${route.path} ${part}: ${String(error)}`]
      }
    }),
  )
}

describe('the schemas of requests', () => {
  test('can all be checked by', () => {
    assert.deepEqual(uncompiled(routesFor(operations)), [])
  })

  test('are named when one cannot', () => {
    const route = routesFor(operations).find(({ method }) => method === 'POST')
    assert.ok(route)
    const planted = { ...route, body: Type.Object({ name: Type.Unsafe({ type: 'strnig' }) }) }
    assert.match(uncompiled([planted]).join(), /^POST .* body: Error: /)
  })
})
