import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { namesReferredTo } from '../../src/inferences/reference-names.ts'
import { keyFieldsBeside } from '../../src/store/reference-fields.ts'
import { freshDatabase } from '../harness/database.ts'

const { store, close } = await freshDatabase()
after(close)

/** 600 profiled containers with a key each, `customers` and `products` after them, and then `orders`, whose id is the answer. */
const filled = `
  with ways as (insert into connections (name, type) values ('files', 'local') returning id),
    stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files', id, '/nowhere', '_files' from ways returning id),
    runs as (insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
      select 'profile', 'profile', id, '{}', '{}', 'somebody' from stores returning id, datastore_id),
    names (number, name, key) as (
      select number, 'decoy' || number, 'name' from generate_series(1, 600) as number
      union all values (601, 'customers.csv', 'id'), (602, 'products', 'sku'), (603, 'orders', 'order_id')),
    places as (insert into containers (datastore_id, name, container_type)
      select datastore_id, name, 'file' from names, runs order by number returning id, datastore_id, name),
    keys as (insert into fields (container_id, name, type, native_type, ordinal, status)
      select places.id, key, 'String', 'text', 1, 'active' from places join names using (name) returning id, container_id),
    done as (insert into operation_containers (operation_id, kind, datastore_id, container_id)
      select runs.id, 'profile', runs.datastore_id, places.id from places, runs returning id, container_id),
    profiled as (insert into container_profiles (operation_container_id, container_id, finished)
      select id, container_id, now() from done returning id, container_id),
    measured as (insert into field_profiles (container_profile_id, field_id, metrics)
      select profiled.id, keys.id, '{"completeness": 1, "unique_distinct_ratio": 1, "approximate_distinct_values": 9}'
      from profiled join keys using (container_id))
  select id from places where name = 'orders'`

test('In a datastore of many containers the key that a name speaks for is found wherever its container stands', async () => {
  const { rows } = await store.pool.query<{ id: number }>(filled)
  const names = namesReferredTo([{ name: 'customer_id' }, { name: 'sku' }, { name: 'name' }])
  const found = await keyFieldsBeside(store.database, rows[0]?.id ?? 0, names)
  assert.equal(found.length, 500)
  assert.deepEqual(
    found.slice(0, 3).map(({ container, field, distinct }) => ({ container, field, distinct })),
    [
      { container: 'customers.csv', field: 'id', distinct: 9 },
      { container: 'products', field: 'sku', distinct: 9 },
      { container: 'decoy1', field: 'name', distinct: 9 },
    ],
  )
})
