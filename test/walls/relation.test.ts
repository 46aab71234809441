import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('containers become relations in one place, so that another kind of container needs one change', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.startsWith('src/connectors/'))
  assert.ok(files.length > 300)
  const calling = files.filter((file) => /\.relation\(/.test(readFileSync(file, 'utf8')))
  // A noted session hands every call on.
  assert.deepEqual(calling, ['src/engine/noted-session.ts', 'src/engine/relation.ts'])
})
