import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('How a container changes', () => {
  let app: WorkingApp
  let source: Source
  before(async () => {
    app = await startWorkingApp()
    source = await app.source({ 'days/1.csv': 'a\n1\n2\n', 'days/2.csv': 'a\n3\n' })
    await app.check(source, 'days/*.csv', { rule: 'notNull', fields: ['a'] })
  })
  after(() => app.close())
  const measured = async () => {
    const id = (await app.containers(source)).get('days/*.csv')
    const { body } = await app.ask('GET', `/api/containers/${id}/measurements`)
    return body.items.map(({ row_count, size_bytes }: Record<string, unknown>) => [row_count, size_bytes])
  }
  const run = async (payload: { type: string; [member: string]: unknown }) => {
    const { result, message } = await app.ended(await app.trigger(source, payload))
    assert.equal(result, 'success', message)
  }

  test('is measured by a sync that finds something else, each full scan and each profile', async () => {
    assert.deepEqual(await measured(), [[null, 10]])
    await run({ type: 'sync' })
    assert.deepEqual(await measured(), [[null, 10]])
    await run({ type: 'scan' })
    await run({ type: 'profile' })
    assert.deepEqual(await measured(), [
      [3, 10],
      [3, 10],
      [null, 10],
    ])
    source.write({ 'days/2.csv': 'a\n3\n4\n5\n' })
    await run({ type: 'sync' })
    assert.deepEqual((await measured())[0], [null, 14])
  })

  test('is measured by a scan as the scan found it, also where no sync has', async () => {
    const grown = await app.source({
      'one.csv': 'a\n1\n',
      'two.csv': 'a\n1\n',
      'two/1.csv': 'a\n1\n',
      'two/2.csv': 'a\n1\n',
    })
    const names = ['one.csv', 'two.csv', 'two/*.csv']
    for (const name of names) await app.check(grown, name, { rule: 'notNull', fields: ['a'] })
    // Containers that an earlier scan found to be small are read together.
    await app.scan(grown)
    grown.write({ 'one.csv': 'a\n1\n2\n3\n', 'two/2.csv': 'a\n1\n2\n' })
    await app.scan(grown)
    const containers = await app.containers(grown)
    const found = await Promise.all(
      names.map(async (name) => {
        const { body } = await app.ask('GET', `/api/containers/${containers.get(name)}/measurements`)
        return [body.items[0].row_count, body.items[0].size_bytes]
      }),
    )
    assert.deepEqual(found, [
      [3, 8],
      [1, 4],
      [3, 10],
    ])
  })

  test('has no number of rows where a scan was told to read some of them', async () => {
    await run({ type: 'scan', max_records_analyzed_per_partition: 1 })
    assert.deepEqual((await measured())[0], [null, 14])
    await run({ type: 'profile' })
    assert.deepEqual((await measured())[0], [5, 14])
  })

  describe('is measured as far as people want it tracked', () => {
    const tracked = async (settings: object, container = 'days/*.csv', of = source) => {
      const id = (await app.containers(of)).get(container)
      const { status, body } = await app.ask('PUT', `/api/containers/${id}`, settings)
      assert.equal(status, 200, body.detail)
      return [body.volumetric_tracking_enabled, body.freshness_tracking_enabled]
    }
    const newest = async (container = 'days/*.csv', of = source) => {
      const id = (await app.containers(of)).get(container)
      const { body } = await app.ask('GET', `/api/containers/${id}/measurements`)
      return body.items[0]
    }
    /** What a scan says of the check. */
    const verdict = async (check: number) => {
      const { container_scans } = await app.scan(source)
      const { body } = await app.ask('GET', `/api/container-scans/${container_scans[0].id}/checks`)
      const { assertion_result, assertion_details } = body.items.find(
        ({ id }: Record<string, unknown>) => id === check,
      )
      return `${assertion_result}: ${assertion_details}`
    }

    test('by default its volume and not its freshness, until a check asks how old it is', async () => {
      assert.deepEqual(await tracked({}), [true, false])
      assert.equal((await newest()).last_modification_time, null)
      const check = await app.check(source, 'days/*.csv', {
        rule: 'freshness',
        fields: [],
        properties: { value: 86_400_000 },
      })
      assert.deepEqual(await tracked({}), [true, true])
      await run({ type: 'sync' })
      assert.ok(Date.parse((await newest()).last_modification_time) > 0)
      await tracked({ freshness_tracking_enabled: false })
      await run({ type: 'sync' })
      assert.equal((await newest()).last_modification_time, null)
      assert.match(await verdict(check), /^unasserted: .*set freshness_tracking_enabled of the container/)
      assert.deepEqual(await tracked({ freshness_tracking_enabled: null }), [true, false])
    })

    test('without its volume no number of rows is kept, and no check of it judged', async () => {
      const check = await app.check(source, 'days/*.csv', {
        rule: 'volumetric',
        fields: [],
        properties: { comparison: 'Absolute Value', min: 100 },
      })
      await tracked({ volumetric_tracking_enabled: false })
      const before = await measured()
      await run({ type: 'profile' })
      assert.match(await verdict(check), /^unasserted: .*set volumetric_tracking_enabled of the container/)
      assert.deepEqual(await measured(), before)
      await tracked({ volumetric_tracking_enabled: null })
      assert.match(await verdict(check), /^failed/)
      assert.deepEqual((await measured())[0], [5, 14])
    })

    test('the freshness of a table by its incremental field without the day that stands for ever, in scans and profiles alike', async () => {
      const shop = await sqliteShop(app)
      await app.check(shop, 'orders', { rule: 'notNull', fields: ['id'] })
      await tracked({ freshness_tracking_enabled: true, incremental_field_name: 'placed' }, 'orders', shop)
      for (const type of ['scan', 'profile']) {
        const { result, message } = await app.ended(await app.trigger(shop, { type }))
        assert.equal(result, 'success', message)
        const { last_modification_time, row_count } = await newest('orders', shop)
        assert.deepEqual(
          [type, Date.parse(last_modification_time), row_count],
          [type, Date.UTC(2026, 0, 2, 3, 4, 5), 3],
        )
      }
    })
  })
})

async function sqliteShop(app: WorkingApp): Promise<Source> {
  const uri = join(app.folder, 'shop.db')
  const database = new DatabaseSync(uri)
  database.exec(
    `create table orders (id integer, placed timestamp);
     insert into orders values (1, '2025-12-31 00:00:00'), (2, '2026-01-02 03:04:05'), (3, '9999-12-31 00:00:00')`,
  )
  database.close()
  const connection = await app.ask('POST', '/api/connections', { type: 'sqlite', name: 'shop', uri })
  const { body } = await app.ask('POST', '/api/datastores', {
    name: 'shop',
    connection_id: connection.body.id,
  })
  const shop = { datastore_id: body.id } as Source
  await app.ended(await app.trigger(shop, { type: 'sync' }))
  return shop
}
