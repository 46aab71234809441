import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsFor } from './statement-watch.ts'

const bounds = { statement_timeout_seconds: 3600, check_timeout_seconds: 600 }

test("only a statement with a person's expression or pattern is held to the time of checks", () => {
  assert.equal(secondsFor({}, bounds), 3600)
  assert.equal(secondsFor({ written: [] }, bounds), 3600)
  assert.equal(secondsFor({ written: ['a > 1'] }, bounds), 600)
  assert.equal(secondsFor({ matches_own_pattern: true }, bounds), 600)
})

test('the time of checks is never longer than that of any statement', () => {
  const written = ['a > 1']
  assert.equal(secondsFor({ written }, { statement_timeout_seconds: 60, check_timeout_seconds: 600 }), 60)
  assert.equal(secondsFor({ written }, { statement_timeout_seconds: 60 }), 60)
})
