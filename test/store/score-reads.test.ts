import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { scoreDatastores } from '../../src/store/scores/datastores.ts'
import { openStore } from '../../src/store/pool.ts'
import { freshDatabase } from '../harness/database.ts'
import { rowsRead } from '../harness/plans.ts'
import { noteStatements } from '../harness/statements.ts'

const containers = 400
const { store, close } = await freshDatabase()
after(close)

/** A scan of each container. */
const scan = (age: string): string => `
  with runs as (insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
    select 'scan', 'scan', id, '{}', '{}', 'somebody' from datastores returning id)
  insert into operation_containers (operation_id, kind, datastore_id, container_id, result, created, start_time, end_time)
  select runs.id, 'scan', datastore_id, containers.id, 'success', ended, ended, ended
  from runs, containers, lateral (select now() - interval '${age}' + containers.id * interval '1 millisecond' as ended) as times`

/** Containers with scores, of which PostgreSQL has no statistics, as after a first sync. */
const filled = `
  with ways as (insert into connections (name, type) values ('files', 'local') returning id),
    stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files', id, '/nowhere', '_files' from ways returning id),
    places as (insert into containers (datastore_id, name, container_type)
      select id, 'table' || number, 'file' from stores, generate_series(1, ${containers}) as number returning id)
  insert into quality_scores (container_id, total, coverage) select id, 80, 60 from places`

/** The rows of scans that are read for the scores of all datastores. */
async function scansRead(): Promise<number> {
  const { rows: datastores } = await store.pool.query<{ id: number }>('select id from datastores')
  const noted = openStore(store.pool.options.connectionString ?? '')
  const sentSince = noteStatements(noted)
  try {
    await scoreDatastores(
      noted.database,
      datastores.map(({ id }) => id),
    )
  } finally {
    await noted.close()
  }
  const [sent] = sentSince()
  assert.ok(sent)
  return rowsRead(store.pool, sent, 'operation_containers')
}

test('the scores of a datastore are computed from each of its scans once', async () => {
  await store.pool.query(filled)
  for (const age of ['90 days', '60 days', '30 days', '1 second']) await store.pool.query(scan(age))

  const read = await scansRead()
  assert.ok(read >= containers, `${read} rows`)
  assert.ok(read <= 4 * containers, `${read} rows of scans were read for ${containers} containers`)
})

test('and so they are while PostgreSQL knows of no scan that has ended, as in a first run', async () => {
  await store.pool.query('delete from operations')
  await store.pool.query(scan('1 second'))
  await store.pool.query("update operation_containers set result = 'running', end_time = null")
  await store.pool.query('analyze operation_containers')
  await store.pool.query("update operation_containers set result = 'success', end_time = clock_timestamp()")

  const read = await scansRead()
  assert.ok(read >= containers, `${read} rows`)
  assert.ok(read <= 2 * containers, `${read} rows of scans were read for ${containers} containers`)
})
