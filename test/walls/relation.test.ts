import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('containers become relations in one place, so that another kind of container needs one change', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.startsWith('src/connectors/'))
  assert.ok(files.length > 300)
  const calling = files.filter((file) => /\.relation\(/.test(readFileSync(file, 'utf8')))
  // Sessions that stand before others hand the call on, and the sides of a join over datastores were copied into tables.
  assert.deepEqual(calling.sort(), [
    'src/engine/joined-rows.ts',
    'src/engine/relation.ts',
    'src/engine/rowless-session.ts',
    'src/services/judging/given-session.ts',
  ])
})
