import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { DuckdbEngine } from './engine.ts'

/** Short ones, which stand in the vector itself, long ones behind one another, none, and one that is longer than a text. */
const lines = `select case when i = 7000 then repeat('é', 700000) when i % 997 = 0 then null
  else i::varchar || repeat('ü', (i * 7 % 41)::integer) end as line from range(9000) as numbers(i)`

test('lines that are put together in the engine are those that it says one by one', async () => {
  const engine = await DuckdbEngine.open({
    kind: 'open',
    memory_mb: 256,
    scratch_folder: tmpdir(),
    prepare: [],
    begin: [],
  })
  const asked = { sql: lines, parameters: [] }
  const single: string[] = []
  for await (const { rows } of engine.stream(asked)) single.push(...rows.map(([line]) => String(line ?? '')))
  const texts: string[] = []
  for await (const { rows } of engine.streamLines(asked)) texts.push(...rows.map(([text]) => String(text)))
  engine.close()
  assert.equal(single.length, 9000)
  assert.ok(texts.length > 1 && texts.length < 10)
  assert.deepEqual(texts.join('\n').split('\n'), single)
})
