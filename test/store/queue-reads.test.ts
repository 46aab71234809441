import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { claimMore, claimUnit } from '../../src/store/queue/claim.ts'
import { openUnits } from '../../src/store/queue/finish.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { bareRun } from '../harness/bare-run.ts'
import { freshDatabase } from '../harness/database.ts'
import { rowsRead } from '../harness/plans.ts'
import { noteStatements } from '../harness/statements.ts'

const waiting = 3000

describe(`of a run with ${waiting} waiting units`, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let operation: number
  before(async () => {
    database = await freshDatabase()
    operation = await bareRun(database.store.pool)
    await database.store.pool.query(
      `insert into units (operation_id, kind, subject) select $1, 'container', '{}' from generate_series(1, ${waiting})`,
      [operation],
    )
    await database.store.pool.query('analyze units')
  })
  after(() => database.close())

  /** Rows of units that the last statement of `work` reads. */
  const readBy = async (work: (database: Store['database']) => Promise<unknown>): Promise<number> => {
    const noted = openStore(database.store.pool.options.connectionString ?? '')
    const sentSince = noteStatements(noted)
    try {
      await work(noted.database)
    } finally {
      await noted.close()
    }
    const sent = sentSince().at(-1)
    assert.ok(sent)
    return rowsRead(database.store.pool, sent, 'units')
  }

  test('two are looked at to see whether any is left', async () => {
    assert.equal(await openUnits(database.store.database, operation), 'some')
    assert.equal(await readBy((noted) => openUnits(noted, operation)), 2)
  })

  test('as many are looked at as are claimed to be done together', async () => {
    const unit = await claimUnit(database.store.database, 'a test', 60)
    assert.ok(unit)
    const read = await readBy((noted) => claimMore(noted, unit, 'a test', 60, 20))
    // Twenty are found, locked, and updated, beside the one in hand.
    assert.ok(read >= 20, `${read} rows`)
    assert.ok(read <= 200, `${read} rows of units were read to claim twenty`)
  })
})
