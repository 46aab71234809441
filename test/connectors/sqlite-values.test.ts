import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated, type GivenCheck } from '../harness/engine.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'

describe('of an SQLite file', () => {
  let folder: string
  let store: ExampleStore
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'))
    const uri = join(folder, 'notes.sqlite')
    const writer = new DatabaseSync(uri)
    writer.exec('create table notes (id integer, note text)')
    const insert = writer.prepare('insert into notes values (?, ?)')
    insert.run(1, 'ab\u0000cd')
    insert.run(2, '\u0000')
    insert.run(3, 'abcde')
    insert.run(4, '\u0000\u0000\u{1F642}\u0000')
    writer.exec('create table sizes (size real, share numeric); insert into sizes values (9e999, 9e999)')
    writer.exec('insert into sizes values (-9e999, -9e999), (1, 1), (null, null)')
    writer.close()
    const session = await connectors
      .get('sqlite')
      .open({ uri }, { database: null, schema: null, root_path: null }, boundsIn(folder))
    store = {
      session,
      container: (name) => ({ name, container_type: 'table', table_type: 'table', file_options: {} }),
      close: () => session.close(),
    }
  })
  after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The ids of the rows that fail the check. */
  async function failing(check: GivenCheck): Promise<number[]> {
    const { records } = await evaluated(store, 'notes', [check])
    return records.map(({ record }) => (JSON.parse(record) as { id: number }).id).toSorted()
  }

  test('a text with a NUL inside is as long as all of its characters for maxLength', async () => {
    assert.deepEqual(
      await failing({ rule_type: 'maxLength', fields: ['note'], properties: { value: 4 } }),
      [1, 3],
    )
    assert.deepEqual(
      await failing({ rule_type: 'maxLength', fields: ['note'], properties: { value: 1 } }),
      [1, 3, 4],
    )
    assert.deepEqual(
      await failing({ rule_type: 'maxLength', fields: ['note'], properties: { value: 5 } }),
      [],
    )
  })

  test('a text with a NUL inside is as long as all of its characters for minLength', async () => {
    assert.deepEqual(
      await failing({ rule_type: 'minLength', fields: ['note'], properties: { value: 2 } }),
      [2],
    )
    assert.deepEqual(
      await failing({ rule_type: 'minLength', fields: ['note'], properties: { value: 5 } }),
      [2, 4],
    )
  })

  test('a text with a NUL inside is not empty, and is kept whole with the row', async () => {
    assert.deepEqual(await failing({ rule_type: 'notEmpty', fields: ['note'] }), [])
    const { records } = await evaluated(store, 'notes', [
      { rule_type: 'matchesPattern', fields: ['note'], properties: { pattern: '^[a-z]+$' } },
    ])
    assert.deepEqual(
      records.map(({ record }) => (JSON.parse(record) as { note: string }).note),
      ['ab\u0000cd', '\u0000', '\u0000\u0000\u{1F642}\u0000'],
    )
  })

  test('both infinities in a column have no sum, which fails', async () => {
    for (const field of ['size', 'share']) {
      const { shapes } = await evaluated(store, 'sizes', [
        { rule_type: 'sum', fields: [field], properties: { value: 0 } },
      ])
      assert.deepEqual(
        shapes.map(({ message }) => message),
        [`The sum of \`${field}\` is NaN, not 0.`],
      )
    }
  })
})
