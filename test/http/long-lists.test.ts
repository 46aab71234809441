import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { ordinaryBody, usualUploadMb } from '../../src/http/body-bounds.ts'
import { describeApi } from '../../src/http/document/document.ts'
import { routes } from '../harness/routes.ts'
import { operationsOf } from '../fuzz/requests.ts'
import type { Schema } from '../fuzz/values.ts'
import { startApp, type TestApp } from '../harness/app.ts'

const document = JSON.parse(JSON.stringify(describeApi(routes)))
const named: Record<string, Schema> = document.components.schemas
const operations = operationsOf(document)
// A guard against hanging, no measure of speed.
const guard = { timeout: 300_000 }
/** Whether every kind of long body is sent to every list. */
const isFull = process.env['ASSAY_FULL'] === '1'

interface Place {
  /** Names of members from the outside in, with `[]` for the items of a list. */
  place: string[]
  schema: Schema
}

/** The places of all lists and texts of a schema. */
function placesOf(schema: Schema, place: string[] = []): Place[] {
  const target = schema.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema
  if (!target || place.length > 8) return []
  const inner = [
    ...[...(target.anyOf ?? []), ...(target.oneOf ?? [])].flatMap((form) => placesOf(form, place)),
    ...(target.items ? placesOf(target.items, [...place, '[]']) : []),
    ...Object.entries(target.properties ?? {}).flatMap(([name, member]) =>
      placesOf(member, [...place, name]),
    ),
  ]
  return target.type === 'array' || target.type === 'string' ? [{ place, schema: target }, ...inner] : inner
}

/** Bytes that the endpoint accepts. */
function largestBody(method: string, path: string): number {
  const route = routes.find((known) => known.method === method && `/api${known.path}` === path)
  const largest = route?.largest_body ?? ordinaryBody
  return largest === 'upload' ? usualUploadMb * 1024 * 1024 : largest
}

/** A body that has the value at the place, and beside it the type by which forms are told apart. */
function bodyWith(place: readonly string[], value: unknown, type: string | undefined): unknown {
  const [first, ...rest] = place
  if (first === undefined) return value
  const inner = bodyWith(rest, value, undefined)
  return first === '[]' ? [inner] : { ...(type !== undefined && { type }), [first]: inner }
}

const bodies = operations.flatMap((operation) => {
  const schema = operation.requestBody?.content['application/json'].schema
  if (!schema) return []
  const forms = schema.oneOf ?? [schema]
  return forms.flatMap((form) => {
    const target = form.$ref ? named[form.$ref.split('/').at(-1) ?? ''] : form
    const type = target?.properties?.['type']?.const
    return placesOf(form).map((found) => ({ ...operation, ...found, kind: type as string | undefined }))
  })
})
const lists = bodies.filter(({ schema }) => schema.type === 'array')

test('every list of a request says how long it may be, and every text', () => {
  const queries = operations.flatMap(({ method, path, parameters = [] }) =>
    parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, schema }) => placesOf(schema, [name]).map((found) => ({ method, path, ...found }))),
  )
  const unbounded = [...bodies, ...queries].filter(({ schema }) => {
    const { type, maxLength, format, pattern = '' } = schema
    if (type === 'array') return schema.maxItems === undefined
    const isFixed = schema.enum !== undefined || schema.const !== undefined || format !== undefined
    return !isFixed && maxLength === undefined && !/\{\d+\}\$$|\)\$$/.test(pattern)
  })
  assert.deepEqual(
    unbounded.map(({ method, path, place, schema }) => `${method} ${path} ${place.join('.')} ${schema.type}`),
    [],
  )
})

describe('a long list in a request does not keep others waiting', () => {
  let app: TestApp
  let port = 0
  let member = ''
  const agent = new Agent({ keepAlive: true })
  before(async () => {
    app = await startApp()
    member = await app.user('Member')
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.server.address() as AddressInfo).port
  })
  after(async () => {
    agent.destroy()
    await app.close()
  })

  async function send(
    method: string,
    path: string,
    text?: string,
  ): Promise<{ status: number; text: string }> {
    const asked = request({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${member}`,
        ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
      },
    })
    asked.end(text)
    const [response] = await once(asked, 'response')
    let answer = ''
    for await (const piece of response) answer += piece
    return { status: response.statusCode, text: answer }
  }

  /** Sends the text while others ask for something else, and counts the others that were answered. */
  async function sendAmongOthers(method: string, path: string, text: string) {
    const others = Array.from({ length: 3 }, () => send('GET', '/api/datastores'))
    const [answer, ...answered] = await Promise.all([send(method, path, text), ...others])
    assert.deepEqual(
      answered.map(({ status }) => status),
      [200, 200, 200],
    )
    return answer
  }

  test('and neither does a long list that is right in every place', guard, async () => {
    const changes = Array.from({ length: 1000 }, (_, id) => ({
      id: id + 1,
      description: 'x'.repeat(10_000),
    }))
    const { status } = await sendAmongOthers('PATCH', '/api/anomalies', JSON.stringify(changes))
    assert.equal(status, 404)
  })

  assert.ok(lists.length > 15)
  for (const [number, { method, path, place, kind }] of lists.entries()) {
    const title = `${method} ${path} ${kind ?? ''} ${place.join('.')}`
    test(title, guard, async () => {
      const most = largestBody(method, path) - 1000
      const all = [
        ['1', 40_000],
        ['1', most],
        ['{}', 40_000],
        ['"x"', 40_000],
        ['{"id":1}', 40_000],
        ['{"id":1}', most],
      ] as const
      // The quick form sends each list numbers, and one more kind, another than the list before it.
      const sent = isFull ? all : all.filter((_, at) => at === 0 || at === number % all.length)
      for (const [item, bytes] of sent) {
        const list = `[${Array.from({ length: bytes / (item.length + 1) }, () => item).join(',')}]`
        const body = JSON.stringify(bodyWith(place, 'LIST', kind)).replace('"LIST"', () => list)
        const answer = await sendAmongOthers(method, path.replaceAll(/\{\w+\}/g, '1'), body)
        const shown = `${item} ${bytes}: ${answer.status} ${answer.text.slice(0, 300)}`
        assert.ok([403, 404, 413, 422].includes(answer.status), shown)
        assert.ok(answer.text.length < 20_000, shown)
      }
    })
  }
})
