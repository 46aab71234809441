import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { duckdbCell } from './cells.ts'

test('a text that begins with U+FEFF keeps it, by the decoder that is put into the package', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(`select '\uFEFFa' as text, ['\uFEFFa'] as list`)
  const cells = reader.getRows().map((row) => row.map(duckdbCell))
  connection.closeSync()
  instance.closeSync()
  assert.deepEqual(
    cells,
    [['\uFEFFa', ['\uFEFFa']]],
    'This version of @duckdb/node-api no longer decodes texts by `textDecoder` of lib/vectors/dataAccessors.js: see how it decodes them now, and change src/connectors/duckdb/cells.ts.',
  )
})
