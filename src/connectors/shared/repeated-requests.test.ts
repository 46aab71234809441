import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusyServer } from './network-failures.ts'
import { pauseAfter } from './repeated-requests.ts'

test('a server is left alone for as long as it asks, at least as long as one that does not say, and half a minute at most', () => {
  for (const [asked, failures, ms] of [
    [null, 1, 300],
    [null, 4, 1200],
    [0, 2, 600],
    [7, 1, 7000],
    [3600, 1, 30_000],
  ] as const)
    assert.equal(pauseAfter(new BusyServer('later', asked), failures), ms)
  assert.equal(pauseAfter('no error', 1), 300)
})
