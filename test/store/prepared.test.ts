import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { anomalyRows } from '../../src/store/anomaly-details.ts'
import { openStore } from '../../src/store/pool.ts'
import { prepared } from '../../src/store/prepared.ts'
import { insertOperation } from '../../src/store/operations.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { findRuns } from '../../src/store/operation-list.ts'
import { freshDatabase } from '../harness/database.ts'

const given = await freshDatabase()
/** One connection, so that what is asked of it is about the statements before. */
const store = openStore(given.url, { maximum: 1 })
after(async () => {
  await store.close()
  await given.close()
})

const kept = async () => {
  const { rows } = await store.pool.query(
    'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
  )
  return rows
}

test('A connection prepares what is marked once, and nothing else', async () => {
  const { database } = store
  for (const number of [1, 2, 3]) {
    await sql`select ${number}::int as plain`.execute(database)
    const { rows } = await sql<{ marked: number }>`${prepared}select ${number}::int as marked`.execute(
      database,
    )
    assert.deepEqual(rows, [{ marked: number }])
    await database.selectFrom('users').modifyFront(prepared).select('id').where('id', '=', number).execute()
  }
  const found = await kept()
  assert.deepEqual(
    found.map(({ uses }) => uses),
    [3, 3],
  )
  assert.ok(found.every(({ statement }) => !statement.includes('plain')))
})

test('Workers keep their claim prepared', async () => {
  for (const _ of [1, 2]) assert.equal(await claimUnit(store.database, 'somebody', 60), null)
  const claims = (await kept()).filter(({ statement }) => statement.includes('skip locked'))
  assert.deepEqual(
    claims.map(({ uses }) => uses),
    [2],
  )
})

test('Lists of anomalies and runs keep one text for what their pages show, however many rows a page has', async () => {
  const { database } = store
  for (const _ of [1, 2, 3]) {
    await insertOperation(database, {
      type: 'sync',
      trigger_type: 'sync',
      payload: '{}',
      status: '{}',
      triggered_by: 'somebody',
    })
  }
  for (const size of [1, 3]) {
    await anomalyRows(
      database,
      Array.from({ length: size }, (_, index) => index + 1),
      50,
    )
    const { runs } = await findRuns(database, null, {}, { page: 1, size }, 'all')
    assert.equal(runs.length, size)
  }
  const found = await kept()
  for (const part of ['from anomalies', 'as has_logs'])
    assert.deepEqual(
      found.filter(({ statement }) => statement.includes(part)).map(({ uses }) => uses),
      [2],
      part,
    )
})
