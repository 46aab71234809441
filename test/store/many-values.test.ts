import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startContainerScans } from '../../src/store/scans.ts'
import { addUnits } from '../../src/store/queue/finish.ts'
import { freshDatabase } from '../harness/database.ts'

/** More than a statement of PostgreSQL may have values. */
const many = 70_000

describe('a statement of the state takes any number of values', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let operation: number
  before(async () => {
    database = await freshDatabase()
    const { rows } = await database.store.pool.query<{ id: number }>(`
      with ways as (insert into connections (name, type) values ('files', 'local') returning id),
        stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
          select 'files', id, '/nowhere', '_files' from ways returning id)
      insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by, result)
        select 'scan', 'scan', id, '{}', '{}', 'somebody', 'running' from stores returning id`)
    operation = rows[0]?.id ?? 0
  })
  after(() => database.close())

  test('units of a run, in their order', async () => {
    const seeds = Array.from({ length: many }, (_, number) => ({
      kind: 'partition',
      subject: { partition: `part ${number}` },
      goes_first: number === 0,
    }))
    await addUnits(database.store.database, operation, seeds)
    const { rows } = await database.store.pool.query<{ subject: { partition: string } }>(
      'select subject from units where operation_id = $1 order by id',
      [operation],
    )
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      seeds.map(({ subject }) => subject),
    )
  })

  test('ids that are looked for, and those that are left out', async () => {
    const { database: state } = database.store
    const ids = Array.from({ length: many }, (_, number) => number + 1)
    assert.equal((await startContainerScans(state, ids)).size, 0)
    const named = (operator: 'in' | 'not in', list: readonly number[]) =>
      state.selectFrom('operations').select('id').where('id', operator, list).execute()
    assert.deepEqual(await named('in', ids), [{ id: operation }])
    assert.deepEqual(await named('not in', ids), [])
    assert.deepEqual(await named('in', []), [])
    assert.deepEqual(await named('not in', []), [{ id: operation }])
  })
})
