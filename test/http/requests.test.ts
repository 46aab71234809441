import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'

describe('requests and their refusal', () => {
  let app: TestApp
  before(async () => void (app = await startApp()))
  after(() => app.close())
  const json = { 'content-type': 'application/json' }

  test('the status answers without a token, with and without the prefix', async () => {
    for (const path of ['/api/status', '/status']) {
      const { status, body } = await app.ask('GET', path, undefined, null)
      assert.deepEqual([status, body.status], [200, 'ok'])
    }
  })

  test('a slash at the end changes nothing, neither of a list nor of a single thing', async () => {
    for (const path of ['/api/operations', '/operations', '/api/quality-checks', '/api/teams/1']) {
      const [bare, slashed] = [await app.ask('GET', path), await app.ask('GET', `${path}/`)]
      assert.deepEqual([slashed.status, slashed.body], [200, bare.body])
    }
  })

  test('without a token, or with an unknown one, 401 comes before anything else is looked at', async () => {
    for (const authorization of ['', 'Bearer nobody', 'Basic abc', 'Bearer']) {
      const answer = await app.askRaw('PUT', '/api/connections/abc', '{', { ...json, authorization })
      assert.equal(answer.status, 401)
      assert.equal(answer.body.code, 'unauthenticated')
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })

  test('the order of refusal is 400 for JSON, 400 for the id, 422, 404, 403', async () => {
    const member = await app.user('Member')
    const { body } = await app.ask('GET', '/api/connections')
    assert.equal(body.total, 0)
    const asMember = { ...json, authorization: `Bearer ${member}` }
    const put = (id: string, text: string) => app.askRaw('PUT', `/api/connections/${id}`, text, asMember)
    assert.deepEqual([(await put('abc', '{')).status, (await put('abc', '{')).body.code], [400, 'malformed'])
    assert.equal((await put('abc', '{"port":"x"}')).body.code, 'invalid_id')
    assert.equal((await put('999', '{"port":"x"}')).status, 422)
    assert.equal((await put('999', '{"port":1}')).status, 404)
    const { id } = (
      await app.environment.store.pool.query<{ id: number }>(
        `insert into connections (name, type) values ('order', 'local') returning id`,
      )
    ).rows[0] ?? { id: 0 }
    assert.equal((await put(String(id), '{"port":1}')).status, 403)
  })

  test('an id that is not a whole number below 2^53 is 400', async () => {
    for (const id of ['abc', '1.5', '0x10', '%20', '1e3', '99999999999999999999', '7%00']) {
      const { status, body } = await app.ask('GET', `/api/connections/${id}`)
      assert.deepEqual([id, status, body.code], [id, 400, 'invalid_id'])
    }
    assert.equal((await app.ask('GET', '/api/connections/-1')).status, 404)
    const long = await app.ask('GET', `/api/connections/${'9'.repeat(5000)}`)
    assert.deepEqual([long.status, long.body.code], [400, 'invalid_id'])
    assert.ok(long.body.detail.length < 300)
    assert.equal((await app.ask('GET', `/api/global-tags/${'a'.repeat(5000)}`)).status, 404)
  })

  test('a path that is not valid text is 400, an unknown path 404, in the one error shape', async () => {
    for (const [method, path, status] of [
      ['GET', '/api/%zz', 400],
      ['GET', '/api/nothing', 404],
    ] as const) {
      const { status: got, body } = await app.ask(method, path)
      assert.equal(got, status)
      assert.deepEqual(Object.keys(body), ['detail', 'code'])
    }
  })

  test('a known path answers 405 to a method that it does not have, with those that it has', async () => {
    for (const [method, path, allow] of [
      ['PATCH', '/api/status', 'GET'],
      ['POST', '/users/7', 'DELETE, GET, PUT'],
      ['DELETE', '/api/operations/schedule', 'GET, POST'],
      ['QUERY', '/api/operations/run', 'POST'],
      ['TRACE', '/api/global-tags/a', 'DELETE, GET, PUT'],
      ['OPTIONS', '/api/operations/7', 'DELETE, GET'],
    ] as const) {
      const { statusCode, headers, body } = await app.server.inject({ method: method as 'GET', url: path })
      assert.deepEqual([path, statusCode, headers.allow], [path, 405, allow])
      assert.equal(JSON.parse(body).code, 'method_not_allowed')
    }
    const unknown = await app.server.inject({ method: 'QUERY' as 'GET', url: '/api/nothing' })
    assert.equal(unknown.statusCode, 415)
  })

  test('a body is not coerced: each wrong member is named with its place', async () => {
    const { status, body } = await app.ask('POST', '/api/connections', {
      name: '',
      port: '5432',
      parameters: [],
      password: 5,
    })
    assert.equal(status, 422)
    assert.equal(body.code, 'invalid')
    assert.deepEqual(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort(), [
      'body.name',
      'body.parameters',
      'body.password',
      'body.port',
      'body.type',
    ])
    assert.ok(body.detail.some(({ msg }: { msg: string }) => msg === 'port must be a whole number or null.'))
    assert.ok(body.detail.some(({ type }: { type: string }) => type === 'missing'))
  })

  test('an empty body is none: 422 where one is needed', async () => {
    const { status, body } = await app.askRaw('POST', '/api/connections', '', json)
    assert.deepEqual([status, body.detail[0].loc], [422, ['body']])
    assert.equal((await app.ask('POST', '/api/connections')).status, 422)
  })

  test('a DELETE with an empty JSON body is accepted', async () => {
    const { status } = await app.askRaw('DELETE', '/api/connections/999', '', json)
    assert.equal(status, 404)
  })

  test('another content type is 415, a packed body too, a body above the limit 413', async () => {
    const text = await app.askRaw('POST', '/api/connections', 'type=local', { 'content-type': 'text/plain' })
    assert.deepEqual([text.status, text.body.code], [415, 'unsupported_media'])
    const untyped = await app.askRaw('POST', '/api/connections', 'abc', {})
    assert.equal(untyped.status, 415)
    const packed = await app.askRaw('POST', '/api/connections', 'packed', {
      ...json,
      'content-encoding': 'gzip',
    })
    assert.deepEqual([packed.status, packed.body.code], [415, 'unsupported_media'])
    assert.match(packed.body.detail, /"Content-Encoding: gzip".*as it is/)
    const large = await app.askRaw('POST', '/api/connections', `"${'x'.repeat(11 * 2 ** 20)}"`, json)
    assert.deepEqual([large.status, large.body.code], [413, 'too_large'])
  })

  test('text and numbers that cannot be kept, poisoned members and bottomless nesting are refused, not failed on', async () => {
    const before = await app.rows()
    for (const [text, status] of [
      ['{"type":"local","name":"a\\u0000b"}', 422],
      ['{"type":"local","name":"\\ud800"}', 422],
      ['{"type":"local","parameters":{"a\\u0000":1}}', 422],
      // JSON.parse makes them infinite, which would be written as null.
      ['{"type":"local","parameters":{"a":1e400}}', 422],
      ['{"type":"local","parameters":{"a":[-1e400]}}', 422],
      [`{"type":"local","parameters":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`, 422],
      ['{"type":', 400],
      ['nonsense', 400],
    ] as const) {
      const answer = await app.askRaw('POST', '/api/connections', text, json)
      assert.deepEqual([text.slice(0, 40), answer.status], [text.slice(0, 40), status])
    }
    assert.equal((await app.ask('GET', '/api/connections?name=%00')).status, 422)
    assert.equal(await app.rows(), before)
  })

  test('what nobody knows is ignored whatever it holds, and takes no part in anything', async () => {
    for (const [name, unknown] of [
      ['poison', '"__proto__":{"role":"Admin"}'],
      ['constructor', '"constructor":{"prototype":{"role":"Admin"}}'],
      ['a NUL', '"x\\u0000":"\\u0000"'],
      ['depth', `"x":${'['.repeat(500)}${']'.repeat(500)}`],
    ]) {
      const text = `{"type":"local","name":"with ${name}",${unknown}}`
      const { status, body } = await app.askRaw('POST', '/api/connections', text, json)
      assert.deepEqual([name, status, body.name], [name, 201, `with ${name}`])
    }
    assert.equal(Object.hasOwn(Object.prototype, 'role'), false)
  })

  test('a misspelt member or parameter is told with what was meant, and nothing is done', async () => {
    const check = { container_id: 1, description: 'x', rule: 'notNull' }
    for (const [method, path, body, place] of [
      ['POST', '/api/quality-checks', { ...check, filters: 'age > 1' }, 'body.filters'],
      ['POST', '/api/quality-checks', { ...check, coverge: 0.5 }, 'body.coverge'],
      [
        'POST',
        '/api/operations/run',
        { type: 'scan', datastore_id: 1, container_name: ['x'] },
        'body.container_name',
      ],
      ['GET', '/api/containers?datastores=5', undefined, 'query.datastores'],
    ] as const) {
      const { status, body: answer } = await app.ask(method, path, body)
      assert.deepEqual([status, answer.detail?.[0]?.loc?.join('.')], [422, place])
      assert.match(answer.detail[0].msg, /did you mean/)
    }
  })

  test('page and size are bounded, read from text, and default to 1 and 50', async () => {
    for (const query of ['page=0', 'size=0', 'size=1001', 'page=x', 'page=1.5', 'page=', 'page=1&page=2']) {
      const { status, body } = await app.ask('GET', `/api/connections?${query}`)
      assert.deepEqual([query, status, body.detail[0].loc[0]], [query, 422, 'query'])
    }
    const { body } = await app.ask('GET', '/api/connections?unknown=1')
    assert.deepEqual([body.page, body.size], [1, 50])
    const past = await app.ask('GET', '/api/connections?page=2147483647&size=1000')
    assert.deepEqual([past.status, past.body.items, past.body.page], [200, [], 2147483647])
  })

  test('null in a query is a text as others: no name is it, and no number, day, word or truth', async () => {
    for (const list of ['connections', 'datastores', 'containers', 'fields', 'teams', 'users'])
      assert.equal((await app.ask('GET', `/api/${list}?name=null`)).body.total, 0, list)
    for (const list of ['operations', 'anomalies', 'quality-checks', 'flows', 'container-scans'])
      assert.equal((await app.ask('GET', `/api/${list}?search=null`)).body.total, 0, list)
    const refused = ['datastore', 'start_date', 'result', 'finished', 'sort_created', 'page']
    for (const name of refused)
      assert.equal((await app.ask('GET', `/api/operations?${name}=null`)).status, 422, name)
  })

  test('a list parameter may be single or repeated', async () => {
    for (const query of ['type=local', 'type=local&type=sqlite']) {
      assert.equal((await app.ask('GET', `/api/connections?${query}`)).status, 200)
    }
  })

  test('the API document lists every path once, with the prefix, and needs no token', async () => {
    for (const path of ['/api/openapi.json', '/openapi.json']) {
      const { status, body } = await app.ask('GET', path, undefined, null)
      assert.deepEqual([status, body.openapi], [200, '3.1.0'])
      assert.ok(Object.keys(body.paths).every((path) => path.startsWith('/api/')))
      assert.ok(body.paths['/api/connections/{id}'].put)
    }
    const page = await app.ask('GET', '/api/docs', undefined, null)
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'self';/)
    const loaded = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => String(url))
    assert.ok(loaded.length > 3)
    for (const url of loaded) assert.equal((await app.ask('GET', url, undefined, null)).status, 200, url)
    assert.equal((await app.ask('GET', '/', undefined, null)).headers['location'], '/api/docs')
  })

  test('what climbs out of the documentation is not found, however it is written', async () => {
    for (const path of [
      '../package.json',
      '..%2f..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '%00',
      '.env',
    ]) {
      for (const folder of ['/api/docs/', '/api/docs/static/', '/api/docs/static/%2e%2e/']) {
        const { status } = await app.ask('GET', `${folder}${path}`, undefined, null)
        assert.ok([400, 404].includes(status), `${folder}${path}: ${status}`)
      }
    }
  })

  test('a fault of ours answers 500 without its cause, which is logged', async () => {
    const { pool } = app.environment.store
    await pool.query('alter table connections rename to hidden')
    const { status, body } = await app.ask('GET', '/api/connections')
    await pool.query('alter table hidden rename to connections')
    assert.deepEqual([status, body.code], [500, 'internal'])
    assert.doesNotMatch(JSON.stringify(body), /relation|connections/)
    assert.match(app.logged.at(-1) ?? '', /GET \/api\/connections/)
  })
})
