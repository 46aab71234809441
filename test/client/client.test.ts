import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient, follow, RequestRefused, ServiceUnreachable } from '../../client/src/index.ts'
import { startHttpSink } from '../harness/http-sink.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

describe('the client that is printed from the API document', () => {
  let app: WorkingApp
  let url = ''
  before(async () => {
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => app.close())

  const client = () => createClient({ url: `${url}/api/`, token: 'admin-1' })

  test('asks with paths, repeated queries and bodies as the API has them', async () => {
    for (const name of ['Orders & more', 'Other', 'Third'])
      await client().createConnection({ body: { type: 'local', name } })
    const { items } = await client().listConnections({ name: 'Orders & more' })
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Orders & more'],
    )
    const [first] = items
    assert.ok(first)
    assert.equal((await client().readConnection({ id: first.id })).name, 'Orders & more')
    assert.equal(await client().removeConnection({ id: first.id }), null)
    const { total } = await client().listOperations({ result: ['queued', 'running'], size: 1 })
    assert.equal(total, 0)
  })

  test('says with the words of the service why it was refused, and by which code', async () => {
    await assert.rejects(client().readDatastore({ id: 999 }), (error) => {
      assert.ok(error instanceof RequestRefused)
      assert.deepEqual([error.status, error.code, error.request], [404, 'not_found', 'GET /datastores/999'])
      assert.match(error.message, /999/)
      return true
    })
    await assert.rejects(createClient({ url, token: 'nobody' }).listUsers(), { status: 401 })
    // A proxy before the service answers in its own words, which are not shown.
    const proxied = createClient({ url, fetch: async () => new Response('<html>', { status: 502 }) })
    await assert.rejects(proxied.listTeams(), {
      status: 502,
      code: null,
      message: 'GET /teams was answered with 502.',
    })
    const away = createClient({ url: 'http://127.0.0.1:9' })
    await assert.rejects(away.readStatus(), ServiceUnreachable)
  })

  test('says that nothing answers when the connection breaks in the middle of an answer', async (t) => {
    const sink = await startHttpSink()
    t.after(() => sink.close())
    for (const status of [200, 500]) {
      sink.answer = (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"items":', () => response.destroy())
      }
      await assert.rejects(createClient({ url: sink.url }).listTeams(), ServiceUnreachable, `${status}`)
    }
  })

  test('follows a run to its end, over a connection that breaks in the middle', async () => {
    const source = await app.source({ 'orders.csv': 'id\n1\n' })
    let streams = 0
    const asked: (string | null)[] = []
    const breaking = createClient({
      url,
      token: 'admin-1',
      async fetch(address, init) {
        const answer = await fetch(address, init)
        if (!String(address).endsWith('/events')) return answer
        streams += 1
        asked.push(new Headers(init?.headers).get('last-event-id'))
        if (streams > 1 || !answer.body) return answer
        // The first connection ends after what came first.
        const reader = answer.body.getReader()
        const { value } = await reader.read()
        await reader.cancel()
        return new Response(value, { status: 200 })
      },
    })
    const { id } = await breaking.triggerOperation({
      body: { type: 'sync', datastore_id: source.datastore_id },
    })
    const kinds: string[] = []
    let result = ''
    for await (const { kind, operation } of follow(breaking, id)) {
      kinds.push(kind)
      result = operation.result
    }
    assert.deepEqual([kinds.at(-1), result], ['end', 'success'])
    assert.equal(kinds.filter((kind) => kind === 'end').length, 1)
    assert.equal(asked[0], null)
    assert.ok(streams === 1 || asked[1] !== null)
  })

  test('follows a run over a restart of the service, which refuses before it is ready, and no refusal for good', async () => {
    const end = { id: 7, result: 'success' }
    const answers = [
      () => new Response('<html>', { status: 502 }),
      () => Response.json({ detail: 'The service is starting.', code: 'unavailable' }, { status: 503 }),
      () => new Response(`event: end\ndata: ${JSON.stringify(end)}\n\n`),
    ]
    const restarting = createClient({ url, fetch: async () => answers.shift()?.() ?? Response.error() })
    const seen: unknown[] = []
    for await (const { operation } of follow(restarting, 7)) seen.push(operation)
    assert.deepEqual(seen, [end])
    const absent = follow(client(), 999)
    await assert.rejects(absent.next(), { status: 404 })
  })

  test('is packed as JavaScript with types, which a program without this checkout can use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-client-'))
    try {
      await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'client') })
      await run('tar', ['xzf', 'assay-client-0.1.0.tgz'], { cwd: folder })
      mkdirSync(join(folder, 'node_modules/@assay'), { recursive: true })
      symlinkSync('../../package', join(folder, 'node_modules/@assay/client'))
      writeFileSync(
        join(folder, 'program.mjs'),
        `import { createClient } from '@assay/client'
         const status = await createClient({ url: '${url}' }).send('GET', '/openapi.json')
         process.stdout.write(\`\${typeof createClient({ url: '' }).listAnomalies} \${status.status}\`)`,
      )
      const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder })
      assert.equal(stdout, 'function 200')
      writeFileSync(
        join(folder, 'program.ts'),
        `import { createClient, type Datastore } from '@assay/client'
         export const read = async (): Promise<Datastore> => createClient({ url: '' }).readDatastore({ id: 1 })
         // @ts-expect-error -- no such member
         void createClient({ url: '' }).readDatastore({ ID: 1 })\n`,
      )
      const types = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'esnext,dom', '--types', '']
      await run(join(root, 'node_modules/.bin/tsc'), [...types, 'program.ts'], { cwd: folder })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
