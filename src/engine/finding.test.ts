import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heldWhereFew, sourceRecordOf } from './finding.ts'

/** Batches of a thousand records each, and whether the place that they are read from is still open. */
function staged(batches: number) {
  const area = { isOpen: true, read: 0 }
  async function* records() {
    try {
      for (; area.read < batches; area.read += 1)
        yield Array.from({ length: 1000 }, (_, row) => sourceRecordOf(`{"id":${row}}`))
    } finally {
      area.isOpen = false
    }
  }
  return { area, records: records() }
}

describe('the records of a staging area', () => {
  test('are held where they are few, so that it is closed before anybody reads them', async () => {
    const { area, records } = staged(3)
    const held = await heldWhereFew(records)
    assert.equal(area.isOpen, false)
    assert.equal((await Array.fromAsync(held)).flat().length, 3000)
  })

  test('stay there beyond ten thousand, and all come in their order', async () => {
    const { area, records } = staged(40)
    const held = await heldWhereFew(records)
    assert.deepEqual([area.isOpen, area.read < 40], [true, true])
    assert.equal((await Array.fromAsync(held)).flat().length, 40_000)
    assert.equal(area.isOpen, false)
  })

  test('let it be closed by who stops in the middle, also among those that are held', async () => {
    const { area, records } = staged(40)
    for await (const _batch of await heldWhereFew(records)) break
    assert.equal(area.isOpen, false)
  })
})
