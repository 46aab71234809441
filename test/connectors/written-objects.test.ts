import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { SessionBounds } from '../../src/connectors/connector.ts'
import {
  appendRows,
  type Writer,
  type WrittenColumn,
  type WrittenValue,
} from '../../src/connectors/writer.ts'
import { Aborted, RunFailure } from '../../src/kernel/errors.ts'
import type { ObjectServer, Seen } from '../harness/object-server.ts'
import { writingBounds, writtenObjects, type WrittenStore } from './written-tables.ts'

const columns: WrittenColumn[] = [
  { name: 'ID', type: 'integer' },
  { name: 'NOTE', type: 'text' },
]
const name = 'results'
const key = 'our results/results.parquet'

/** So many rows that nothing makes shorter, of 64 KiB each. */
const incompressible = (count: number): WrittenValue[][] =>
  Array.from({ length: count }, (_, id) => [id, randomBytes(48 * 1024).toString('base64')])
/** Some 18 MB, which is more than a part. */
const large = incompressible(280)

async function* inBatches(rows: WrittenValue[][]) {
  for (let first = 0; first < rows.length; first += 100) yield rows.slice(first, first + 100)
}

const kinds = {
  s3: { parts: 2, last: 'complete', permission: 's3:PutObject' },
  gcs: { parts: 0, last: 'put', permission: 'storage.objects.create and storage.objects.delete' },
  abfs: { parts: 2, last: 'complete', permission: 'Write' },
} as const

for (const [type, { parts, last, permission }] of Object.entries(kinds)) {
  describe(`tables in the object store ${type}`, () => {
    let store: WrittenStore & { server: ObjectServer }
    let server: ObjectServer
    let folder: string
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-written-objects-'))
      store = await writtenObjects(type, folder)
      server = store.server
    })
    afterEach(() => {
      server.intervene = () => null
      server.seen.length = 0
      for (const one of server.keys) server.remove(one)
    })
    after(async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    })

    const opened = (bounds: Partial<SessionBounds> = {}): Promise<Writer> => {
      const scratch = mkdtempSync(join(folder, 'scratch-'))
      const { connector, connection, target } = store
      assert.ok(connector.openWriter)
      return connector.openWriter(connection, target, { ...writingBounds(scratch), ...bounds })
    }
    const writing = async <Result>(
      work: (writer: Writer) => Promise<Result>,
      bounds: Partial<SessionBounds> = {},
    ) => {
      const writer = await opened(bounds)
      return work(writer).finally(() => writer.close())
    }
    const append = (rows: WrittenValue[][], bounds: Partial<SessionBounds> = {}) =>
      writing((writer) => appendRows(writer, { name, columns }, inBatches(rows)), bounds)
    const ids = async () => (await store.read(name, '"ID"')).map(([id]) => Number(id))
    const kindsSeen = () => server.seen.map(({ kind }) => kind)
    /** Interferes the first time that a request is of the kind. */
    const once = (kind: Seen['kind'], instead: ReturnType<ObjectServer['intervene']>) => {
      let isOver = false
      server.intervene = (seen) => {
        if (isOver || seen.kind !== kind) return null
        isOver = true
        return instead
      }
    }

    test('go there in parts when they are large, and a part that was cut is sent again', async () => {
      once(parts > 0 ? 'part' : 'put', { cut_after: 1_000_000 })
      await append(large)
      const sent = kindsSeen().filter((kind) => kind === 'part')
      assert.equal(sent.length, parts > 0 ? parts + 1 : 0)
      const [[count, sum] = []] = await store.read(name, 'count(*), sum(length("NOTE"))')
      assert.deepEqual([Number(count), Number(sum)], [large.length, large.length * 65_536])
      assert.equal(server.unfinished, 0)
    })

    test('are not taken for those of somebody else when an answer was lost', async () => {
      for (const [rows, kind] of [
        [[[1, 'a']], 'put'],
        [large, last],
      ] as const) {
        server.remove(key)
        once(kind, { lose_answer: true })
        await append(rows.map((row) => [...row]))
        assert.equal((await ids()).length, rows.length)
      }
    })

    test('are not overwritten when two write at once: the second is told, and may try again', async () => {
      for (const rows of [[[7, 'second']], large]) {
        server.remove(key)
        for (const before of [[], [[1, 'first']]]) {
          if (before.length > 0) await append(before)
          const [one, other] = [await opened(), await opened()]
          try {
            for (const writer of [one, other]) await writer.begin({ name, columns }, null)
            await one.write([[2, 'one']])
            await other.write(rows)
            await one.commit()
            await assert.rejects(other.commit(), (error) => {
              assert.ok(error instanceof RunFailure && error.retryable, String(error))
              assert.match(
                error.message,
                /^The object "results.parquet" was written by somebody else meanwhile/,
              )
              return true
            })
            assert.deepEqual(await ids(), [...before.map(([id]) => Number(id)), 2])
            await other.rollback()
            // Azure forgets blocks that are in no list by itself.
            if (type !== 'abfs') assert.equal(server.unfinished, 0)
            await appendRows(other, { name, columns }, inBatches([[3, 'other again']]))
            assert.deepEqual((await ids()).at(-1), 3)
          } finally {
            await one.close()
            await other.close()
          }
          server.remove(key)
        }
      }
    })

    test('are not removed when somebody else wrote them meanwhile', async () => {
      await append([[1, 'a']])
      server.intervene = ({ kind }) => {
        if (kind === 'remove') server.put(key, 'theirs')
        return null
      }
      await assert.rejects(
        writing((writer) => writer.drop(name)),
        /was written by somebody else meanwhile/,
      )
      assert.equal(String(server.content(key)), 'theirs')
    })

    test('stay as they were when the writing is aborted in the middle, and no parts are left', async () => {
      await append([[1, 'a']])
      const stop = new AbortController()
      server.intervene = ({ kind }) => {
        if (kind === (parts > 0 ? 'part' : 'put')) stop.abort()
        return null
      }
      await assert.rejects(append(large, { signal: stop.signal }), (error) => error instanceof Aborted)
      assert.deepEqual(await ids(), [1])
      if (type !== 'abfs') assert.equal(server.unfinished, 0)
    })

    if (parts > 0)
      test('are there once when the last step fails after a beginning that was well', async () => {
        once('complete', { status: 200, code: 'InternalError' })
        await append(large)
        assert.equal((await ids()).length, large.length)
        assert.equal(kindsSeen().filter((kind) => kind === 'complete').length, 2)
      })

    test('are sent again when bytes changed on their way', async () => {
      once('put', { status: 400, code: type === 'abfs' ? 'Md5Mismatch' : 'BadDigest' })
      await append([[1, 'a']])
      assert.deepEqual(await ids(), [1])
    })

    test('show nothing of a table that is not published yet', async () => {
      await append([[1, 'old']])
      await writing(async (writer) => {
        const next = { name: 'next', columns, is_next: true }
        await appendRows(writer, next, inBatches([[2, 'new']]))
        await appendRows(writer, next, inBatches([[3, 'new']]))
        assert.equal(await writer.count('next'), 2)
        assert.deepEqual(server.keys, [key])
        assert.deepEqual(await ids(), [1])
        await writer.publish('next', name)
        assert.deepEqual(await ids(), [2, 3])
        await appendRows(writer, next, inBatches([[4, 'newer']]))
      })
      assert.deepEqual(server.keys, [key])
    })

    test('are not fetched to be replaced, counted or removed', async () => {
      await append(incompressible(20))
      server.seen.length = 0
      await writing(async (writer) => {
        assert.equal(await writer.count(name), 20)
        await appendRows(writer, { name, columns }, inBatches([[1, 'a']]), 'all')
        assert.deepEqual(await ids(), [1])
        await appendRows(writer, { name, columns }, inBatches(incompressible(20)))
        server.seen.length = 0
        await writer.drop(name)
      })
      assert.deepEqual(server.keys, [])
      const firsts = server.seen.flatMap(({ kind, range }) => (kind === 'get' ? [range] : []))
      assert.ok(firsts.every((range) => range !== null && !range.startsWith('bytes=0-')))
    })

    test('are refused with the permission that the credentials lack', async () => {
      server.intervene = ({ kind }) => (kind === 'put' ? { status: 403, code: 'AccessDenied' } : null)
      await assert.rejects(append([[1, 'a']]), (error) => {
        assert.ok(error instanceof RunFailure && !error.retryable)
        const sentence = `The object "results.parquet" may not be written with the credentials of the connection. Allow them to (${permission}).`
        assert.equal(error.message, sentence)
        return true
      })
      // A server that refuses early does not read what is sent.
      server.intervene = ({ kind }) =>
        kind === 'begin' || kind === 'part' || kind === 'put' ? { status: 403, code: 'AccessDenied' } : null
      await assert.rejects(append(large), /may not be written with the credentials/)
      server.intervene = ({ kind }) => (kind === 'put' ? { status: 501, code: 'NotImplemented' } : null)
      await assert.rejects(append([[1, 'a']]), /Use a server that knows conditional writes/)
    })

    test('take no more scratch space than they may', async () => {
      await append(incompressible(20))
      await assert.rejects(
        append([[1, 'a']], { object_scratch_mb: 1 }),
        /it has 2 MiB, and 1 MiB may be fetched/,
      )
      server.remove(key)
      await assert.rejects(append(large, { object_scratch_mb: 1 }), /takes more than the 1 MiB that it may/)
      assert.deepEqual(server.keys, [])
    })
  })
}
