import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { createClient } from '../../client/src/index.ts'
import { makePlan } from '../../cli/config/plan.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { writeContracts } from '../../cli/config/write-contracts.ts'
import { writeFiles } from '../../cli/config/write-files.ts'
import { writeImported } from '../../cli/config/write-imported.ts'
import { odcs } from '../../importers/odcs.importer.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const nullCheck = { name: 'Null check', metric: 'nullValues', mustBe: 0 }
const tableCalled = (name: string) => ({
  name,
  properties: ['id', 'state'].map((field) => ({ name: field, quality: [nullCheck] })),
})

describe('checks of another tool whose names differ in signs alone, or not at all', () => {
  let folder = ''
  before(() => (folder = mkdtempSync(join(tmpdir(), 'assay-own-files-'))))
  after(() => rmSync(folder, { recursive: true }))
  const { checks } = odcs.read(
    { kind: 'DataContract', schema: ['Orders', 'orders', 'заказы', 'клиенты'].map(tableCalled) },
    null,
  )
  const imported = () => writeImported(folder, 'Shop', 'odcs', checks)
  const keys = async () => (await readFiles(folder, {})).map(({ key }) => key).sort()

  test('each have a file and a key of their own, which importing again leaves alone', async () => {
    assert.equal(await imported(), 8)
    const names = ['Orders', 'orders', 'заказы', 'клиенты']
    const every = names.flatMap((name) => [`Shop/${name}/Null check`, `Shop/${name}/Null check_2`])
    assert.deepEqual(await keys(), every.sort())
    assert.equal(await imported(), 0)
  })

  test('keep their files when the file of another one goes', async () => {
    const before = await keys()
    const [first = ''] = globSync('**/orders/*.yaml', { cwd: folder }).sort()
    rmSync(join(folder, first))
    assert.equal(await imported(), 1)
    assert.deepEqual(await keys(), before)
  })

  test('take no file that holds something else', async () => {
    const path = join(folder, 'datastores/shop/quality_checks/new/plain.yaml')
    mkdirSync(dirname(path))
    const text = 'kind: tag\nname: one\n---\nkind: tag\nname: two\n'
    writeFileSync(path, text)
    const [check] = checks
    assert.ok(check)
    await writeImported(folder, 'Shop', 'odcs', [{ ...check, container: 'new', key: 'plain' }])
    assert.equal(readFileSync(path, 'utf8'), text)
    assert.ok((await keys()).includes('Shop/new/plain'))
  })
})

describe('what a service calls alike', () => {
  let app: WorkingApp
  let store: TableStore
  let folder = ''
  let url = ''
  const world = () => new World(createClient({ url, token: 'admin-1' }))
  before(async () => {
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    folder = join(app.folder, 'files')
    const made = await tableStores['postgresql']?.(app.folder)
    assert.ok(made)
    store = made
    await store.run(['create table orders (id integer, amount integer)'])
  })
  after(async () => {
    await app.close()
    await store.close()
  })
  const exported = (...names: string[]) => writeFiles(world(), folder, new Set(names))
  const planned = async () => (await makePlan(world(), await readFiles(folder, {}), true)).steps

  test('has a variable of its own for each secret, which a shell can set', async () => {
    const names = ['db 1', 'db_1', '2nd db']
    for (const name of names) {
      const { status, body } = await app.ask('POST', '/api/datastores', {
        name,
        connection: { name, type: 'postgresql', ...store.connection },
        ...store.target,
      })
      assert.equal(status, 201, JSON.stringify(body))
    }
    await exported(...names)
    const passwords = globSync('connections/*.yaml', { cwd: folder }).map(
      (path) => (parse(readFileSync(join(folder, path), 'utf8')) as { password: string }).password,
    )
    assert.deepEqual(
      passwords.sort(),
      ['DB_1_PASSWORD_2', 'DB_1_PASSWORD', '_2ND_DB_PASSWORD'].map((name) => `\${${name}}`),
    )
    assert.deepEqual(await planned(), [])
  })

  test('is a check with a key of its own where it was copied with the pairs of another', async () => {
    const source = await datastoreOn(app, 'postgresql', store)
    await app.ended(await app.trigger(source, { type: 'sync' }))
    const container_id = (await app.containers(source)).get('orders')
    for (const rule of ['notNull', 'positive']) {
      const check = { container_id, rule, fields: ['amount'], description: rule }
      const copied = { ...check, additional_metadata: { assay_key: 'amounts' } }
      assert.equal((await app.ask('POST', '/api/quality-checks', copied)).status, 201)
    }
    const { body } = await app.ask('GET', `/api/datastores/${source.datastore_id}`)
    const name: string = body.name
    await exported(name)
    const rules = (await readFiles(folder, {}))
      .filter(({ kind }) => kind.name === 'quality_check')
      .map(({ key, spec }) => [key, spec['rule_type']])
    assert.deepEqual(rules.sort(), [
      [`${name}/orders/amounts`, 'notNull'],
      [`${name}/orders/amounts_2`, 'positive'],
    ])
    assert.deepEqual(await planned(), [])
    assert.deepEqual(await exported(name), { files: 4, changed: 0, unwritten: [] })
  })

  test('is the oldest of several flows, and the others are named', async () => {
    for (const description of ['older', 'newer']) {
      const flow = { name: 'Tell', description, trigger_type: 'manual', actions: [] }
      assert.equal((await app.ask('POST', '/api/flows', flow)).status, 201)
    }
    assert.deepEqual((await exported('db 1')).unwritten, ['flow Tell'])
    const flows = (await readFiles(folder, {})).filter(({ kind }) => kind.name === 'flow')
    assert.deepEqual(
      flows.map(({ spec }) => spec['description']),
      ['older'],
    )
    assert.deepEqual(await planned(), [])
  })

  test('is a contract of its own for each datastore', async () => {
    const written = await writeContracts(world(), join(app.folder, 'contracts'), ['db 1', 'db_1'])
    const names = written.map(({ path }) => (parse(readFileSync(path, 'utf8')) as { name: string }).name)
    assert.deepEqual(names, ['db 1', 'db_1'])
  })
})
