import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Every way to read the clock of this machine. */
const readings = /\bnew Date\(\s*\)|\bDate\.now\b|\bTemporal\.Now\b|(?<!new )\bDate\(\s*\)|process\.hrtime/g

const readingsIn = (source: string) => [...source.matchAll(readings)].map(([reading]) => reading)

/** Files that have to: one compares the times of files, which are those of the machine, one is for what servers compare with their own clocks. */
const excepted = new Set(['src/connectors/shared/file-stamps.ts', 'src/connectors/shared/wall-clock.ts'])

test('no room reads the clock of its machine: instants come from the state, durations from performance.now()', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !excepted.has(file))
  assert.ok(files.length > 300)
  const found = files.flatMap((file) =>
    readingsIn(readFileSync(file, 'utf8')).map((reading) => `${file}: ${reading}`),
  )
  assert.deepEqual(found, [])
})

test('the wall sees what it is there for', () => {
  const planted = [
    'new Date()',
    'new Date( )',
    'Date.now()',
    'const read = Date.now',
    'Temporal.Now.instant()',
  ]
  for (const one of planted) assert.equal(readingsIn(`const at = ${one}\n`).length, 1, one)
  assert.deepEqual(
    readingsIn("new Date('2026-01-01') + new Date(millis) + Date.parse(text) + performance.now()"),
    [],
  )
})
