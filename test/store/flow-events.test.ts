import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { takeEvents } from '../../src/store/flows/events.ts'
import { freshDatabase } from '../harness/database.ts'

const { store, close } = await freshDatabase()
after(() => close())

test('Events of flows are taken by one transaction at a time, and another does not wait for it', async () => {
  await store.database.transaction().execute(async (one) => {
    assert.deepEqual(await takeEvents(one, 10), [])
    assert.equal(await store.database.transaction().execute((other) => takeEvents(other, 10)), null)
  })
  assert.deepEqual(await store.database.transaction().execute((next) => takeEvents(next, 10)), [])
})
