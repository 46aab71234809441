import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Connector } from '../../src/connectors/connector.ts'
import { Aborted, RunFailure } from '../../src/kernel/errors.ts'
import {
  appendRows,
  type Replaced,
  type Writer,
  type WrittenColumn,
  type WrittenValue,
} from '../../src/connectors/writer.ts'
import { writingBounds, unwritten, writtenStores, type WrittenStore } from './written-tables.ts'

const columns: WrittenColumn[] = [
  { name: 'ID', type: 'integer' },
  { name: 'SHARE', type: 'float' },
  { name: 'NOTE', type: 'text' },
  { name: 'IS_NEW', type: 'boolean' },
  { name: 'SEEN', type: 'timestamp' },
]
const odd = 'tab\tline\nreturn\r back\\slash "quote" \'text\' \\N Zürich 🙂 ,;'
const rows: WrittenValue[][] = [
  [1, 0.25, odd, true, '2026-03-01T10:20:30.456Z'],
  ['9007199254740993', null, '', false, null],
]

async function* inBatches(...batches: WrittenValue[][][]) {
  yield* batches
}

for (const [type, open] of Object.entries(writtenStores)) {
  describe(`a ${type} store that is written`, { skip: unwritten[type] ?? false }, () => {
    let store: WrittenStore & { folder: string }
    before(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-written-'))
      store = { ...(await open(folder)), folder }
    })
    after(async () => {
      await store.close()
      rmSync(store.folder, { recursive: true, force: true })
    })

    const writing = async <Result>(work: (writer: Writer) => Promise<Result>, signal?: AbortSignal) => {
      const writer = await openWriter(store.connector, store, signal)
      try {
        return await work(writer)
      } finally {
        await writer.close()
      }
    }
    const append = (name: string, given: WrittenValue[][], replaced: Replaced | null = null) =>
      writing((writer) => appendRows(writer, { name, columns }, inBatches(given), replaced))
    const ids = async (table: string) => (await store.read(table, '"ID"')).map(([id]) => String(id))

    test('keeps every character and every digit', async () => {
      assert.equal(await append('_shop_all', rows), 2)
      const list = 'cast("ID" as char(20)), "SHARE", "NOTE", "IS_NEW", "SEEN"'
      const [first = [], second = []] = await store.read('_shop_all', list)
      assert.deepEqual([first[1], first[2], second[2]], [0.25, odd, ''])
      assert.deepEqual([String(first[0]).trim(), String(second[0]).trim()], ['1', '9007199254740993'])
      assert.deepEqual([Boolean(Number(first[3])), Boolean(Number(second[3]))], [true, false])
      assert.match(new Date(`${momentOf(first[4])}Z`).toISOString(), /^2026-03-01T10:20:30.456Z$/)
      assert.deepEqual([second[1], second[4]], [null, null])
    })

    test('keeps infinities as numbers, or as NULL where it has none', async () => {
      await append('_shop_far', [
        [1, '-Infinity', 'a', true, null],
        [2, 'Infinity', 'b', true, null],
      ])
      const sign = `case when "SHARE" < 0 then 'below' when "SHARE" > 0 then 'above' else 'none' end`
      const signs = (await store.read('_shop_far', sign, '"ID"')).map(([read]) => String(read).trim())
      const hasNone = type === 'mysql' || type === 'mariadb'
      assert.deepEqual(signs, hasNone ? ['none', 'none'] : ['below', 'above'])
    })

    test('makes a column a text when what is in it fits no other type, or takes nothing and leaves all as it was', async () => {
      await append('_shop_kind', [[1, 1, 'abc', true, null]])
      const numbers = columns.map((column) => ({
        ...column,
        ...(column.name === 'NOTE' && { type: 'integer' as const }),
      }))
      const given = inBatches([[2, 1, '5', true, null]])
      const isTaken = await writing((writer) =>
        appendRows(writer, { name: '_shop_kind', columns: numbers }, given).then(
          () => true,
          (error: unknown) => isFailure(error, /refused/) && false,
        ),
      )
      const notes = (await store.read('_shop_kind', '"NOTE"', '"ID"')).map(([note]) => String(note))
      assert.deepEqual(notes, isTaken ? ['abc', '5'] : ['abc'])
      assert.equal(isTaken, store.connector.store_type !== 'dfs')
    })

    test('has rows once that are written again in the place of their like', async () => {
      await append('_shop_once', [
        [1, 1, 'a', true, null],
        [2, 1, 'b', true, null],
        [3, 2, 'a', true, null],
      ])
      const replaced = { column: 'NOTE', values: ['a', 'c'], and: { column: 'SHARE', value: 1 } }
      await append('_shop_once', [[4, 1, 'a', true, null]], replaced)
      assert.deepEqual(await ids('_shop_once'), ['2', '3', '4'])
    })

    test('gets a column that its table lacks, and keeps its rows', async () => {
      await append('_shop_more', [[1, 1, 'a', true, null]])
      const more = [...columns, { name: 'ADDED', type: 'text' } as const]
      await writing((writer) =>
        appendRows(
          writer,
          { name: '_shop_more', columns: more },
          inBatches([[2, 1, 'b', true, null, 'new']]),
        ),
      )
      assert.deepEqual(await store.read('_shop_more', '"ADDED"', '"ID"'), [[null], ['new']])
    })

    test('gives a column of another type its new one', async () => {
      const old = columns.map((column) =>
        column.name === 'ID' ? ({ ...column, type: 'text' } as const) : column,
      )
      await writing((writer) =>
        appendRows(writer, { name: '_shop_type', columns: old }, inBatches([['7', 1, 'a', true, null]])),
      )
      await append('_shop_type', [[8, 1, 'a', true, null]])
      assert.deepEqual(
        await store.read('_shop_type', 'sum("ID") + 1', '1').then((found) => Number(found[0]?.[0])),
        16,
      )
    })

    test('leaves a table of the same name alone that somebody else made, and says so', async () => {
      await store.foreign('_shop_theirs')
      const sentence = /"_shop_theirs" that this service did not make.*Rename or drop that table/
      await assert.rejects(append('_shop_theirs', rows), (error) => isFailure(error, sentence))
      await append('_shop_new', rows)
      await assert.rejects(
        writing((writer) => writer.publish('_shop_new', '_shop_theirs')),
        (error) => isFailure(error, sentence),
      )
      await assert.rejects(
        writing((writer) => writer.drop('_shop_theirs')),
        (error) => isFailure(error, sentence),
      )
      assert.deepEqual(
        (await store.read('_shop_theirs')).map(([mine]) => Number(mine)),
        [1],
      )
    })

    test('shows the old table or the new one when one takes the place of the other', async () => {
      await append('_shop_export', [[1, 1, 'old', true, null]])
      await append('_shop_export_next', [[2, 1, 'new', true, null]])
      await writing((writer) => writer.publish('_shop_export_next', '_shop_export'))
      assert.deepEqual(await ids('_shop_export'), ['2'])
      await append('_shop_export_next', [[3, 1, 'newest', true, null]])
      await writing((writer) => writer.publish('_shop_export_next', '_shop_export'))
      assert.deepEqual(await ids('_shop_export'), ['3'])
    })

    test('takes the place of a table that a view reads, which then shows the new rows, with all that people tied to it', async (t) => {
      if (!store.view) return t.skip('it has no views')
      await append('_shop_seen', [[1, 1, 'old', true, null]])
      await store.view('seen', '_shop_seen')
      const tied = await store.tied?.('_shop_seen')
      await append('_shop_seen_next', [
        [2, 1, odd, true, null],
        [3, null, null, null, null],
      ])
      await writing((writer) => writer.publish('_shop_seen_next', '_shop_seen'))
      assert.deepEqual(await ids('seen'), ['2', '3'])
      assert.deepEqual(await store.read('seen'), await store.read('_shop_seen'))
      assert.deepEqual(await store.tied?.('_shop_seen'), tied)
      await assert.rejects(store.read('_shop_seen_next'))
    })

    test('leaves a table whose column goes that a view reads, where the view would go with it, and says what to do', async (t) => {
      if (!store.tied || !store.view) return t.skip('tables do not stay there')
      await append('_shop_held', [[1, 1, 'old', true, null]])
      await store.view('holding', '_shop_held')
      const narrow = { name: '_shop_held_next', columns: columns.slice(0, 1) }
      await writing((writer) => appendRows(writer, narrow, inBatches([[2]])))
      const publish = writing((writer) => writer.publish('_shop_held_next', '_shop_held'))
      await assert.rejects(publish, (error) =>
        isFailure(error, /a view, .* reads one that is gone .* run this again\.$/),
      )
      assert.deepEqual(await ids('holding'), ['1'])
    })

    test('shows nothing of rows whose source fails in the middle, and goes on', async () => {
      await append('_shop_half', [[1, 1, 'a', true, null]])
      async function* failing(): AsyncGenerator<WrittenValue[][]> {
        yield [[2, 1, 'b', true, null]]
        throw new Error('the source is gone')
      }
      await writing(async (writer) => {
        const half = appendRows(writer, { name: '_shop_half', columns }, failing(), {
          column: 'ID',
          values: [1],
        })
        await assert.rejects(half, /the source is gone/)
        await appendRows(writer, { name: '_shop_half', columns }, inBatches([[3, 1, 'c', true, null]]))
      })
      assert.deepEqual(await ids('_shop_half'), ['1', '3'])
    })

    test('stops when it is aborted, and leaves nothing of what it had begun', async () => {
      await append('_shop_stop', [[1, 1, 'a', true, null]])
      const stop = new AbortController()
      async function* endless(): AsyncGenerator<WrittenValue[][]> {
        for (let id = 2; ; id += 1) {
          if (id === 5) stop.abort()
          yield [[id, 1, 'b', true, null]]
        }
      }
      await assert.rejects(
        writing((writer) => appendRows(writer, { name: '_shop_stop', columns }, endless()), stop.signal),
        (error) => error instanceof Aborted,
      )
      assert.deepEqual(await ids('_shop_stop'), ['1'])
    })
  })
}

async function openWriter(
  connector: Connector,
  store: WrittenStore & { folder: string },
  signal?: AbortSignal,
) {
  assert.ok(connector.openWriter)
  return connector.openWriter(store.connection, store.target, writingBounds(store.folder, signal))
}

const momentOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, -1) : String(value).replace(' ', 'T').replace(/Z$/, '')

function isFailure(error: unknown, sentence: RegExp): boolean {
  assert.ok(error instanceof RunFailure, String(error))
  assert.match(error.message, sentence)
  return true
}
