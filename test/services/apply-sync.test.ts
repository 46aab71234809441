import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DiscoveredContainer } from '../../src/connectors/connector.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { applyDiscovered, type SyncOptions } from '../../src/operations/sync/apply-discovered.ts'
import type { Store } from '../../src/store/pool.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const field = (name: string, type: DiscoveredField['type'] = 'String'): DiscoveredField => ({
  name,
  type,
  native_type: type.toLowerCase(),
  nullable: true,
})
const table = (name: string, change: Partial<DiscoveredContainer> = {}): DiscoveredContainer => ({
  name,
  container_type: 'table',
  table_type: 'table',
  unloadable: null,
  fields: [field('id', 'Integral'), field('title')],
  partitions: [{ name, size_bytes: null, last_modified: null }],
  ...change,
})
const part = (name: string, size = 1) => ({
  name,
  size_bytes: size,
  last_modified: '2026-01-01T00:00:00.123456Z',
})

describe('a sync writes what differs', () => {
  let database: TestDatabase
  let store: Store
  let datastore: number

  before(async () => {
    database = await freshDatabase()
    store = database.store
  })
  after(() => database.close())
  beforeEach(async () => {
    await store.database.deleteFrom('datastores').execute()
    await store.database.deleteFrom('connections').execute()
    const connection = await store.database
      .insertInto('connections')
      .values({ name: 'c', type: 'local', parameters: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await store.database
      .insertInto('datastores')
      .values({ name: 'd', connection_id: connection.id, enrichment_prefix: '_d' })
      .returning('id')
      .executeTakeFirstOrThrow()
    datastore = row.id
  })

  const sync = (found: DiscoveredContainer[], options: Partial<SyncOptions> = {}) =>
    store.database.transaction().execute((transaction) =>
      applyDiscovered(transaction, datastore, found, {
        include: ['table', 'view'],
        prune: false,
        recreate: false,
        ...options,
      }),
    )
  const containers = () =>
    store.database
      .selectFrom('containers')
      .select(['id', 'name', 'table_type', 'status', 'status_reason'])
      .orderBy('name')
      .execute()
  const fields = () =>
    store.database
      .selectFrom('fields')
      .select(['name', 'type', 'status', 'ordinal'])
      .orderBy('name')
      .execute()

  test('the first sync adds containers with fields and partitions; the second finds nothing to do', async () => {
    const found = [table('orders'), table('people')]
    const first = await sync(found)
    assert.deepEqual(first.counts, { added: 2, updated: 0, removed: 0, unchanged: 0 })
    assert.deepEqual(
      first.containers.map(({ name, change }) => [name, change]),
      [
        ['orders', 'added'],
        ['people', 'added'],
      ],
    )
    const again = await sync(found)
    assert.deepEqual(again.counts, { added: 0, updated: 0, removed: 0, unchanged: 2 })
    assert.deepEqual(
      again.containers.map(({ id }) => id),
      first.containers.map(({ id }) => id),
    )
    assert.equal((await store.database.selectFrom('partitions').selectAll().execute()).length, 2)
  })

  test('a new, a changed and a missing field are told apart, and a returned one is active again', async () => {
    await sync([table('orders', { fields: [field('id', 'Integral'), field('title'), field('price')] })])
    const changed = await sync([
      table('orders', { fields: [field('price', 'Fractional'), field('id', 'Integral'), field('added')] }),
    ])
    assert.equal(changed.counts.updated, 1)
    assert.deepEqual(await fields(), [
      { name: 'added', type: 'String', status: 'active', ordinal: 2 },
      { name: 'id', type: 'Integral', status: 'active', ordinal: 1 },
      { name: 'price', type: 'Fractional', status: 'active', ordinal: 0 },
      { name: 'title', type: 'String', status: 'missing', ordinal: 1 },
    ])
    assert.equal((await containers())[0]?.status, 'changed')
    await sync([table('orders', { fields: [field('title')] })])
    assert.deepEqual(
      (await fields()).map(({ name, status }) => `${name} ${status}`),
      ['added missing', 'id missing', 'price missing', 'title active'],
    )
  })

  test('a masked field that is gone and comes back stays masked, an excluded one excluded', async () => {
    await sync([table('people')])
    await store.database.updateTable('fields').set({ status: 'masked' }).where('name', '=', 'id').execute()
    await store.database
      .updateTable('fields')
      .set({ status: 'excluded' })
      .where('name', '=', 'title')
      .execute()
    await sync([table('people', { fields: [field('other')] })])
    await sync([table('people')])
    assert.deepEqual(
      (await fields()).map(({ name, status }) => `${name} ${status}`),
      ['id masked', 'other missing', 'title excluded'],
    )
  })

  test('partitions are replaced by difference: those that stay keep their id', async () => {
    const glob = (...partitions: ReturnType<typeof part>[]) =>
      table('day_*.csv', { container_type: 'file', table_type: null, partitions })
    await sync([glob(part('day_1.csv'), part('day_2.csv'))])
    const before = await store.database.selectFrom('partitions').select(['id', 'name']).execute()
    const outcome = await sync([glob(part('day_2.csv', 7), part('day_3.csv'))])
    assert.equal(outcome.counts.updated, 1)
    const rows = await store.database
      .selectFrom('partitions')
      .select(['id', 'name', 'size_bytes'])
      .orderBy('name')
      .execute()
    assert.deepEqual(
      rows.map(({ name, size_bytes }) => [name, size_bytes]),
      [
        ['day_2.csv', 7],
        ['day_3.csv', 1],
      ],
    )
    assert.equal(rows[0]?.id, before.find(({ name }) => name === 'day_2.csv')?.id)
    assert.equal((await sync([glob(part('day_2.csv', 7), part('day_3.csv'))])).counts.unchanged, 1)
  })

  test('a container that is gone becomes inaccessible, is reported once, and recovers', async () => {
    await sync([table('orders')])
    assert.equal((await sync([])).counts.removed, 1)
    assert.equal((await containers())[0]?.status, 'inaccessible')
    assert.equal((await sync([])).counts.removed, 0)
    assert.equal((await sync([table('orders')])).counts.updated, 1)
    const [orders] = await containers()
    assert.deepEqual([orders?.status, orders?.status_reason], ['available', null])
  })

  test('with prune it is deleted, also when it was inaccessible before', async () => {
    await sync([table('orders')])
    await sync([])
    assert.equal((await sync([], { prune: true })).counts.removed, 1)
    assert.deepEqual(await containers(), [])
  })

  test('an unreadable container says why and keeps its fields and partitions', async () => {
    await sync([table('orders')])
    const outcome = await sync([
      table('orders', { unloadable: 'permission denied', fields: [], partitions: [] }),
      table('never', { unloadable: 'is empty', fields: [], partitions: [] }),
    ])
    assert.deepEqual(outcome.counts, { added: 1, updated: 1, removed: 0, unchanged: 0 })
    assert.deepEqual(
      (await containers()).map(({ name, status, status_reason }) => [name, status, status_reason]),
      [
        ['never', 'unloadable', 'is empty'],
        ['orders', 'unloadable', 'permission denied'],
      ],
    )
    assert.deepEqual(
      (await fields()).map(({ name, status }) => [name, status]),
      [
        ['id', 'active'],
        ['title', 'active'],
      ],
    )
    assert.equal((await store.database.selectFrom('partitions').selectAll().execute()).length, 1)
    assert.equal((await sync([table('orders'), table('never')])).counts.updated, 2)
  })

  test('a deleted container stays away until a sync is told to recreate it', async () => {
    await sync([table('orders')])
    await store.database.deleteFrom('containers').execute()
    await store.database
      .insertInto('removed_containers')
      .values({ datastore_id: datastore, name: 'orders' })
      .execute()
    assert.deepEqual((await sync([table('orders')])).containers, [])
    assert.equal((await sync([table('orders')], { recreate: true })).counts.added, 1)
    assert.equal((await sync([table('orders')])).counts.unchanged, 1)
  })

  test('what include leaves out is neither added nor taken for gone', async () => {
    const all = [table('orders'), table('recent', { table_type: 'view' })]
    assert.equal((await sync(all, { include: ['table'] })).counts.added, 1)
    await sync(all)
    assert.deepEqual((await sync([table('orders')], { include: ['table'] })).counts, {
      added: 0,
      updated: 0,
      removed: 0,
      unchanged: 1,
    })
    assert.deepEqual(
      (await containers()).map(({ status }) => status),
      ['available', 'available'],
    )
  })

  test('a source that breaks off in the middle leaves the catalogue as it was', async () => {
    await sync([table('orders')])
    async function* broken() {
      yield table('people')
      throw new Error('connection lost')
    }
    await assert.rejects(
      store.database
        .transaction()
        .execute((transaction) =>
          applyDiscovered(transaction, datastore, broken(), { include: [], prune: true, recreate: false }),
        ),
      /connection lost/,
    )
    assert.deepEqual(
      (await containers()).map(({ name }) => name),
      ['orders'],
    )
  })

  test('a container with thousands of fields and partitions is written whole', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => index)
    await sync([
      table('wide', {
        fields: many.map((n) => field(`f${n}`)),
        partitions: many.map((n) => part(`p${n}`)),
      }),
    ])
    assert.equal((await fields()).length, 2500)
    assert.equal((await store.database.selectFrom('partitions').selectAll().execute()).length, 2500)
  })
})
