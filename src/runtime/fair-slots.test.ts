import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClaimedUnit } from '../store/queue/claim.ts'
import { fairSlots } from './fair-slots.ts'

const longAgo = -1e9

const unitOf = (datastore_id: number): ClaimedUnit => ({
  id: 1,
  operation_id: 1,
  datastore_id,
  container_scan_id: null,
  kind: 'container',
  subject: {},
  attempt: 1,
  claims: 1,
  failures: 0,
  slot: null,
})

/** A queue of units by their datastores, and a claim that takes the first that is not left out. */
function queueOf(...datastores: number[]) {
  const asked: number[][] = []
  return {
    asked,
    async claim(except: readonly number[]): Promise<ClaimedUnit | null> {
      asked.push([...except])
      const at = datastores.findIndex((id) => !except.includes(id))
      const [taken] = at === -1 ? [] : datastores.splice(at, 1)
      return taken === undefined ? null : unitOf(taken)
    },
  }
}
const held = (datastore_id: number, since = longAgo) => ({ datastore_id, since })

describe('a worker with fair slots', () => {
  test('takes the oldest unit as long as slots are free', async () => {
    const { asked, claim } = queueOf(1, 1, 2)
    const slots = fairSlots({ concurrency: 2 })
    assert.equal((await slots.next([], claim))?.datastore_id, 1)
    assert.equal((await slots.next([held(1)], claim))?.datastore_id, 1)
    assert.deepEqual(asked, [[], []])
  })

  test('lends a slot to a datastore that has none, when all in hand are old', async () => {
    const { asked, claim } = queueOf(1, 2)
    const slots = fairSlots({ concurrency: 2 })
    assert.equal(await slots.next([held(1), held(1, performance.now())], claim), null)
    assert.equal((await slots.next([held(1), held(1)], claim))?.datastore_id, 2)
    assert.equal(await slots.next([held(1), held(1), held(2)], claim), null)
    assert.deepEqual(asked, [[1], [1, 2]])
  })

  test('lends no more slots than it has', async () => {
    const { asked, claim } = queueOf(3)
    assert.equal(await fairSlots({ concurrency: 1 }).next([held(1), held(2)], claim), null)
    assert.deepEqual(asked, [])
  })

  test('gives a free slot to a datastore that has nothing in hand once in a while, however many short units are older', async () => {
    const { claim } = queueOf(1, 1, 1, 2)
    const slots = fairSlots({ concurrency: 1, fair_after_seconds: 0 })
    assert.equal((await slots.next([], claim))?.datastore_id, 1)
    assert.equal((await slots.next([], claim))?.datastore_id, 2)
    assert.equal((await slots.next([], claim))?.datastore_id, 1)
    assert.equal((await slots.next([], claim))?.datastore_id, 1)
    assert.equal(await slots.next([], claim), null)
  })

  test('gives no more than one free slot in that time to such a datastore', async () => {
    let now = 0
    const { asked, claim } = queueOf(1, 1, 1, 2, 2)
    const slots = fairSlots({ concurrency: 1, fair_after_seconds: 5, clock: () => now })
    await slots.next([], claim)
    now = 4999
    await slots.next([], claim)
    now = 5000
    await slots.next([], claim)
    now = 9999
    await slots.next([], claim)
    now = 10_000
    await slots.next([], claim)
    assert.deepEqual(asked, [[], [], [1], [], [1]])
  })
})
