import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { StatementTooLarge, type Session } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { rewriteFile } from '../../src/connectors/local/file-rewriting.ts'
import { listFiles } from '../../src/connectors/local/files.ts'
import { HeldFiles } from '../../src/connectors/local/held-files.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'

/** The sentence of what went wrong, or null. */
function mount(folder: string): string | null {
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  return status === 0 ? null : `a small disk cannot be mounted here: ${error?.message ?? String(stderr)}`
}

const probe = mkdtempSync(join(tmpdir(), 'assay-small-'))
const absence = mount(probe)
if (absence === null) spawnSync('umount', [probe])
rmdirSync(probe)

const rows = 400_000
const nowhere = { database: null, schema: null, root_path: null }

describe('a session whose scratch space is on a disk that is full', { skip: absence ?? false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-full-'))
  const disk = join(folder, 'disk')
  const fill = () =>
    assert.throws(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(16 << 20)), /ENOSPC/)
  before(async () => {
    mkdirSync(disk)
    assert.equal(mount(disk), null)
    const sqlite = new DatabaseSync(join(folder, 'numbers.sqlite'))
    sqlite.exec(
      `create table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
         select i, hex(randomblob(20)) as text from n`,
    )
    sqlite.close()
    const instance = await DuckDBInstance.create(join(folder, 'numbers.duckdb'))
    const writer = await instance.connect()
    await writer.run(
      `create table numbers as select i, md5(i::varchar) as text from range(${rows * 5}) as of (i)`,
    )
    writer.closeSync()
    instance.closeSync()
  })
  after(() => {
    assert.equal(spawnSync('umount', [disk]).status, 0)
    rmSync(folder, { recursive: true })
  })

  const opened = (type: string, uri: string): Promise<Session> => {
    const bounds = { ...boundsIn(folder), scratch_folder: disk, memory_mb: 64 }
    return connectors.get(type).open({ uri: join(folder, uri) }, nowhere, bounds)
  }

  for (const type of ['sqlite', 'duckdb'])
    test(`refuses what it cannot put aside with that reason, and goes on: ${type}`, async () => {
      const session = await opened(type, `numbers.${type}`)
      let seen = 0
      const sorted = { sql: 'select text, i from numbers order by text', parameters: [] }
      const isWithoutRoom = (error: unknown): boolean => {
        assert.ok(error instanceof StatementTooLarge, String(error))
        assert.equal(sourceWords(error), 'It needs more room than the disk below ASSAY_HOME has left.')
        return true
      }
      const read = async () => {
        for await (const batch of session.stream(sorted)) seen += batch.rows.length
      }
      await assert.rejects(read(), isWithoutRoom)
      // Others take what DuckDB has seen to be free.
      fill()
      await assert.rejects(read(), isWithoutRoom)
      rmSync(join(disk, 'filler'))
      assert.equal(seen, 0)
      assert.deepEqual((await session.query({ sql: 'select 1', parameters: [] })).rows, [[1]])
      await session.close()
      assert.deepEqual(readdirSync(disk), [])
    })

  test('cannot read a text that is written anew to be read, also when others take the room meanwhile, and says so', async () => {
    const root_path = join(folder, 'texts')
    mkdirSync(root_path)
    writeFileSync(
      join(root_path, 'latin.csv'),
      Buffer.from(`n;\u00e9\n${'1;\u00e9\n'.repeat(100_000)}`, 'latin1'),
    )
    const { files } = await listFiles(root_path)
    const held = new HeldFiles(root_path, disk)
    const file = held.hold(files[0] ?? assert.fail())
    fill()
    const rewriting = {
      encoding: 'iso-8859-1',
      changes: [],
      target: join(disk, 'rewritten'),
      budget: { left: 2 ** 30 },
      signal: new AbortController().signal,
    }
    await assert.rejects(rewriteFile(file, rewriting), (error) => {
      assert.ok(error instanceof RunFailure, String(error))
      assert.match(error.message, /^The file "latin\.csv" has to be written anew to be read, and the scratch/)
      return true
    })
    held.release()
    rmSync(join(disk, 'filler'))
  })
})
