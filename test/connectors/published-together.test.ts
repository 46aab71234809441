import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { appendRows, type Writer } from '../../src/connectors/writer.ts'
import { unwritten, writingBounds, writtenStores, type WrittenStore } from './written-tables.ts'

/** Stores that several writers may have open at a time. */
const shared = ['sqlite', 'postgresql', 'mariadb', 'local']
/** Enough of them that some look before the first has shown its table. */
const writers = 6

for (const type of shared) {
  describe(`a ${type} store`, { skip: unwritten[type] ?? false }, () => {
    let store: WrittenStore
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-written-'))
      store = await (writtenStores[type] ?? assert.fail(type))(folder)
    })
    after(async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    test('takes the tables of several runs that are shown at the same time under one name, which no run had before', async () => {
      const { connector, connection, target } = store
      const open: Writer[] = []
      for (let number = 0; number < writers; number += 1) {
        const writer = await (connector.openWriter ?? assert.fail(type))(
          connection,
          target,
          writingBounds(folder),
        )
        const table = {
          name: `_shop_next_${number}`,
          columns: [{ name: 'ID', type: 'integer' as const }],
          is_next: true,
        }
        await appendRows(writer, table, inOneBatch([[number]]))
        open.push(writer)
      }
      await Promise.all(open.map((writer, number) => writer.publish(`_shop_next_${number}`, '_shop_copy')))
      await Promise.all(open.map((writer) => writer.close()))
      const rows = await store.read('_shop_copy', '"ID"')
      assert.equal(rows.length, 1)
    })
  })
}

async function* inOneBatch(rows: number[][]) {
  yield rows
}
