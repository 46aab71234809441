import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankRanges, ranksWanted } from './ranks.ts'

test('a run of equal values overlaps a range of ranks just where it holds one of the wanted ranks', () => {
  for (const count of [1, 2, 19, 20, 21, 40, 41, 42, 100, 1000]) {
    const wanted = ranksWanted(count)
    const ranges = rankRanges(wanted)
    for (let before = 0; before < count; before += 1)
      for (const rows of [1, 2, 7]) {
        const upTo = Math.min(count, before + rows)
        const holds = wanted.some((rank) => rank > before && rank <= upTo)
        const overlaps = ranges.some(([from, to]) => upTo >= from && before < to)
        assert.equal(overlaps, holds, `${before} to ${upTo} of ${count}`)
      }
  }
})

test('ranks that follow each other are one range', () => {
  assert.deepEqual(rankRanges([1, 2, 3, 7, 9, 10]), [
    [1, 3],
    [7, 7],
    [9, 10],
  ])
})
