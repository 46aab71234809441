import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated } from '../harness/engine.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'

const mark = '\uFEFF'

describe('a text of a file that begins with a byte order mark, though the file does not', () => {
  let folder: string
  let store: ExampleStore
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-marks-'))
    const notes = [mark, `${mark}a`, 'a', `${mark}${'far too long to stand in an entry'.repeat(3)}`]
    const rows = notes.map((note, id) => JSON.stringify({ id, note, parts: [note] }))
    writeFileSync(join(folder, 'notes.ndjson'), rows.join('\n'))
    const session = await connectors
      .get('local')
      .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
    store = {
      session,
      container: (name) => ({ name, container_type: 'file', file_options: {} }),
      close: () => session.close(),
    }
  })
  after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('keeps it in records and messages, alone and in a list', async () => {
    const { records } = await evaluated(store, 'notes.ndjson', [
      { rule_type: 'expectedValues', fields: ['note'], properties: { list: ['a'] } },
    ])
    const kept = records.map(
      ({ record }) => JSON.parse(record) as { id: number; note: string; parts: string[] },
    )
    assert.deepEqual(
      kept.map(({ id, note, parts: [part = ''] }) => [id, note.startsWith(mark), part === note]).toSorted(),
      [
        [0, true, true],
        [1, true, true],
        [3, true, true],
      ],
    )
  })

  test('is found again by a rule that judges the values one by one', async () => {
    const { records, outcomes } = await evaluated(store, 'notes.ndjson', [
      { rule_type: 'isAddress', fields: ['note'], properties: { required_labels: ['road'] } },
    ])
    assert.deepEqual([outcomes.get(1)?.anomalous_records, records.length], [4, 4])
  })
})
