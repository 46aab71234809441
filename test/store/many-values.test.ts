import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startContainerScans } from '../../src/store/scans.ts'
import { addUnits } from '../../src/store/queue/finish.ts'
import { bareRun } from '../harness/bare-run.ts'
import { freshDatabase } from '../harness/database.ts'

/** More than a statement of PostgreSQL may have values. */
const many = 70_000

describe('a statement of the state takes any number of values', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let operation: number
  before(async () => {
    database = await freshDatabase()
    operation = await bareRun(database.store.pool)
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
