import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Session, SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { fileNamed, longSum, longText, numberFrom } from '../harness/file-objects.ts'
import { ObjectServer } from '../harness/object-server.ts'
import { plainS3Speech } from '../harness/s3-speech.ts'
import { peopleParquet } from '../harness/people-files.ts'

describe('objects are read as files', () => {
  let server: ObjectServer
  let folder: string
  let session: Session | null = null

  before(async () => {
    server = await ObjectServer.start()
    folder = mkdtempSync(join(tmpdir(), 'assay-objects-'))
  })
  afterEach(async () => {
    server.intervene = () => null
    server.seen.length = 0
    await session?.close()
    session = null
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const open = async (root_path: string, bounds: Partial<SessionBounds> = {}): Promise<Session> => {
    await session?.close()
    const target = { database: null, schema: null, root_path }
    session = await connectors.get('s3').open(server.connection, target, { ...boundsIn(folder), ...bounds })
    return session
  }

  test('keys of odd characters are read, and keys that are no paths are listed with the reason', async () => {
    const names = ['a b.csv', 'a+b.csv', 'a%20b.csv', 'zoë ü.csv', `it's.csv`, 'x[1]*.csv', 'q?&=#.csv']
    for (const name of names) server.put(`odd/${name}`, 'n\n1\n')
    server.put('odd/up/../b.csv', 'n\n1\n')
    server.put('odd//c.csv', 'n\n1\n')
    server.put('odd/folder/', '')
    server.put('odd/nothing.csv', '')
    server.put('odd/a b.csv/inner.csv', 'n\n1\n')
    const opened = await open('odd')
    const found = await Array.fromAsync(opened.discover())
    for (const name of names) {
      assert.equal(found.find((one) => one.name === name)?.unloadable, null, name)
      assert.equal(await numberFrom(opened, name), 1, name)
    }
    const unread = found.filter(({ unloadable }) => unloadable !== null).map(({ name }) => name)
    assert.deepEqual(unread.toSorted(), ['/c.csv', 'a b.csv/inner.csv', 'nothing.csv', 'up/../b.csv'])
  })

  test('keys and versions are read as they stand where the server neither encodes nor quotes them', async () => {
    const names = [' a.csv', 'a b.csv', 'a+b.csv', 'a%20b.csv', 'a%b.csv', 'a&lt;b.csv']
    const plain = await ObjectServer.start(plainS3Speech)
    try {
      for (const [index, name] of names.entries()) plain.put(name, `n\n${index}\n`)
      const target = { database: null, schema: null, root_path: '/' }
      session = await connectors.get('s3').open(plain.connection, target, boundsIn(folder))
      for (const [index, name] of names.entries())
        assert.equal(await numberFrom(session, name, 'sum(n)'), index, name)
    } finally {
      await session?.close()
      session = null
      await plain.close()
    }
  })

  test('a connection that serves many requests is not watched once more for each', async () => {
    for (let index = 0; index < 60; index += 1) server.put(`kept/part_${index}.csv`, `n\n${index}\n`)
    const warnings: string[] = []
    const heard = ({ name }: Error): void => void warnings.push(name)
    process.on('warning', heard)
    try {
      assert.equal(await numberFrom(await open('kept'), 'part_*.csv', 'sum(n)'), (60 * 59) / 2)
      assert.deepEqual(warnings, [])
    } finally {
      process.off('warning', heard)
    }
  })

  test('a prefix of 2,501 objects is listed to its end, and one without any has no containers', async () => {
    for (let index = 0; index < 2500; index += 1) server.put(`many/part-${index}.csv`, '')
    server.put('many/z.csv', 'n\n1\n')
    assert.equal(await numberFrom(await open('many'), 'z.csv'), 1)
    assert.equal(server.seen.filter(({ kind }) => kind === 'list').length, 3)
    assert.deepEqual(await Array.fromAsync((await open('none')).discover()), [])
  })

  for (const { format, row } of [
    { format: 'csv', row: 'n,note\n1,a\n' },
    { format: 'ndjson', row: '{"n":1,"note":"a"}\n' },
  ])
    test(`of many ${format} objects those that are read are fetched, and no others`, async () => {
      const name = (day: number) => `${format}/day_${day}.${format}`
      for (let day = 1; day <= 20; day += 1) server.put(name(day), row)
      const opened = await open(format)
      const fetched = () => server.seen.filter(({ kind }) => kind !== 'list').map(({ key }) => key)
      assert.deepEqual(fetched(), [])
      const container = { name: `day_*.${format}`, container_type: 'file', file_options: {} } as const
      const fields = [{ name: 'n', type: 'Integral', native_type: 'BIGINT', nullable: true }] as const
      const count = async (...days: number[]) => {
        const names = days.map((day) => `day_${day}.${format}`)
        const relation = opened.relation(container, fields, names)
        assert.ok(relation.kind === 'store')
        opened.keep?.(relation)
        const { rows } = await opened.query({
          sql: `select sum(n), (select count(*) from ${relation.sql}) from ${relation.sql}`,
          parameters: [],
        })
        return rows[0]?.map(Number)
      }
      assert.deepEqual(await count(7), [1, 1])
      assert.deepEqual(await count(3, 7), [2, 2])
      assert.deepEqual(new Set(fetched()), new Set([name(3), name(7)]))
      // Of an object that is replaced, what is listed anew is read.
      server.put(name(7), row.replace('1', '5'))
      await opened.rest?.()
      assert.equal(await opened.renew?.(), true)
      assert.deepEqual(await count(7), [5, 1])
      await assert.rejects(() => count(21), /is gone/)
    })

  test('folders of Hive are fields, and each object is a partition', async () => {
    server.put('hive/month=1/a.parquet', await peopleParquet())
    server.put('hive/month=2/a.parquet', await peopleParquet())
    const opened = await open('hive')
    const [found] = await Array.fromAsync(opened.discover())
    assert.ok(found)
    assert.equal(found.partitions.length, 2)
    assert.equal(await numberFrom(opened, found.name, 'sum(month)'), 9)
  })

  test('a connection that is cut goes on behind the last byte', async () => {
    server.put('cut/long.csv', longText)
    const opened = await open('cut')
    let cuts = 0
    server.intervene = ({ kind }) => (kind === 'get' && (cuts += 1) % 2 === 1 ? { cut_after: 100_000 } : null)
    assert.equal(await numberFrom(opened, 'long.csv', 'sum(n)'), longSum)
    assert.ok(cuts >= 2, String(cuts))
    const gets = server.seen.filter(({ kind }) => kind === 'get')
    assert.ok(gets.every(({ if_match }) => if_match !== null))
    assert.ok(gets.some(({ range }) => !range?.startsWith('bytes=0-')))
  })

  test('an object that is replaced while it is read is told and not mixed', async () => {
    server.put('swap/long.csv', longText)
    const opened = await open('swap')
    let gets = 0
    server.intervene = ({ kind }) => {
      if (kind === 'get') gets += 1
      if (gets === 2) server.put('swap/long.csv', longText.replaceAll('x', 'y'))
      return gets === 1 ? { cut_after: 100_000 } : null
    }
    await assert.rejects(numberFrom(opened, 'long.csv'), {
      name: 'RunFailure',
      message:
        'The object "long.csv" was replaced while it was read; nothing of the new version was read. Run it again.',
    })
    assert.equal(await numberFrom(await open('swap'), 'long.csv'), 9000)
  })

  test('an object that is the same has the same stamp, and one that was written anew has another', async () => {
    const stamp = async (): Promise<string | undefined> =>
      (await (await open('stamp')).stamps?.(fileNamed('a.csv'), ['a.csv']))?.get('a.csv')
    server.put('stamp/a.csv', 'n\n1\n')
    const first = await stamp()
    assert.ok(first)
    assert.equal(await stamp(), first)
    server.put('stamp/a.csv', 'n\n2\n')
    assert.notEqual(await stamp(), first)
  })

  test('a busy server is asked again', async () => {
    server.put('busy/a.csv', 'n\n1\n')
    let refusals = 0
    server.intervene = () => ((refusals += 1) % 2 === 1 ? { status: 503, code: 'SlowDown' } : null)
    assert.equal(await numberFrom(await open('busy'), 'a.csv'), 1)
  })

  test('what may not be listed or read, and credentials that expire, are said in sentences without secrets', async () => {
    server.put('denied/a.csv', 'n\n1\n')
    const refusing = (kind: string, status: number, code: string, headers = {}) => {
      server.intervene = (seen) => (seen.kind === kind ? { status, code, headers } : null)
    }
    refusing('list', 403, 'AccessDenied')
    await assert.rejects(open('denied'), /may not list the bucket "lake"/)
    refusing('list', 301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-west-9' })
    await assert.rejects(open('denied'), /is in the region eu-west-9, and not in eu-test-1/)
    refusing('list', 403, 'RequestTimeTooSkewed')
    await assert.rejects(open('denied'), /The clock of this machine differs too much from that of S3/)
    refusing('get', 403, 'AccessDenied')
    const opened = await open('denied')
    const [found] = await Array.fromAsync(opened.discover())
    assert.match(found?.unloadable ?? '', /^The object "a.csv" may not be read with the credentials/)
    refusing('get', 400, 'ExpiredToken')
    await assert.rejects(numberFrom(opened, 'a.csv'), /credentials of the connection have expired/)
    const wrong = { ...server.connection, secret_key: 'wrong' }
    await assert.rejects(
      connectors.get('s3').test(wrong, null, boundsIn(folder)),
      /does not accept the signature: the secret_key/,
    )
  })

  test('fetched objects keep within their bound, make room for others, and one too large for it is told', async () => {
    for (const name of ['alpha', 'beta', 'gamma', 'delta', 'omega']) server.put(`room/${name}.csv`, longText)
    server.put('room/large.csv', longText + longText.slice(9).repeat(4))
    const opened = await open('room', { object_scratch_mb: 2 })
    for (const name of ['alpha', 'beta', 'gamma', 'delta', 'omega', 'alpha']) {
      assert.equal(await numberFrom(opened, `${name}.csv`, 'sum(n)'), longSum)
      assert.ok((await blocksIn(folder)) <= 2 * 1024 * 1024, name)
    }
    await assert.rejects(numberFrom(opened, 'large.csv'), (error) => {
      assert.ok(error instanceof RunFailure)
      assert.match(error.message, /"large.csv" take \d MiB.*may have fetched 2 MiB.*ASSAY_OBJECT_SCRATCH_MB/)
      return true
    })
  })

  test('a table of Delta is read by its newest version', async () => {
    server.put('delta/t/old.parquet', await peopleParquet())
    server.put('delta/t/new.parquet', await peopleParquet())
    const log = (version: number, action: object): void =>
      server.put(`delta/t/_delta_log/${String(version).padStart(20, '0')}.json`, JSON.stringify(action))
    log(0, { add: { path: 'old.parquet' } })
    log(1, { remove: { path: 'old.parquet' } })
    log(2, { add: { path: 'new.parquet' } })
    assert.equal(await numberFrom(await open('delta'), 't'), 3)
  })

  test('an endpoint at which a cloud keeps its own is refused, and so is a uri without a bucket', async () => {
    const tried = (changed: object) =>
      connectors.get('s3').test({ ...server.connection, ...changed }, null, boundsIn(folder))
    await assert.rejects(
      tried({ parameters: { endpoint: 'http://169.254.169.254' } }),
      /no source is read there/,
    )
    await assert.rejects(tried({ uri: 'http://lake' }), /names its bucket, such as s3:\/\/my-bucket/)
  })
})

/** Bytes that the files of a folder take on the disk: what was not fetched of them takes none. */
async function blocksIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const stats = await Promise.all(
    names
      .filter((name) => /objects\/(?:alpha|beta|gamma|delta|omega)\.csv$/.test(name))
      .map((name) => stat(join(folder, name))),
  )
  return stats.reduce((sum, { blocks }) => sum + blocks * 512, 0)
}
