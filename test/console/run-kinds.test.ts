import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralKinds } from '../../console/src/words/runs.ts'
import { operationTypes } from '../../src/model/operation.ts'

test('the list of runs can be narrowed to every kind of run', () => {
  assert.deepEqual(new Set(pluralKinds.map(([type]) => type)), new Set(operationTypes))
})
