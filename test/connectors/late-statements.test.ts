import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { StatementTooLate, type SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { readers } from '../harness/readers.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-late-'))
after(() => rmSync(folder, { recursive: true }))

const target = { database: null, schema: null, root_path: null }
const named = (name: string) => ({ name, container_type: 'table' as const, file_options: {} })
const open = (type: string, uri: string, bounds: Partial<SessionBounds>) =>
  connectors.get(type).open({ uri }, target, { ...boundsIn(folder), ...bounds })

test('an expression that is cut for its time leaves nothing behind for the statements after it', async () => {
  const uri = join(folder, 'shop.duckdb')
  const instance = await DuckDBInstance.create(uri)
  const writer = await instance.connect()
  await writer.run('create table orders as select 1 as id')
  writer.closeSync()
  instance.closeSync()
  const session = await open('duckdb', uri, { check_timeout_seconds: 0.3 })
  try {
    const before = readers('duckdb/child.ts')
    const endless =
      'select count(*) from range(1000000000) a, range(1000000000) b where a.range * b.range = 7'
    await assert.rejects(
      session.query({ sql: endless, parameters: [], written: [endless] }),
      StatementTooLate,
    )
    const { rows } = await session.query({ sql: 'select id from orders', parameters: [] })
    assert.deepEqual(rows, [[1]])
    // Another one has answered: a new one, or one that another file of this process has left to wait.
    const since = readers('duckdb/child.ts')
    assert.ok(
      before.some((pid) => !since.includes(pid)),
      'the process of the endless statement has gone',
    )
  } finally {
    await session.close()
  }
})

test('a table whose fields are not found in time is told of by itself, and its scan is tried again', async () => {
  const uri = join(folder, 'shop.sqlite')
  const writer = new DatabaseSync(uri)
  writer.exec(`create table orders (id integer);
    create view endless as with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) + x as y from n`)
  writer.close()
  const session = await open('sqlite', uri, { statement_timeout_seconds: 0.5 })
  const found = await Array.fromAsync(session.discover())
  const [endless, orders] = found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  assert.equal(orders?.unloadable, null)
  assert.match(
    endless?.unloadable ?? '',
    /^Finding out what the source holds took too long\. It ran longer than 0\.5 seconds/,
  )
  await assert.rejects(
    session.describe(named('endless')),
    (error) => error instanceof RunFailure && error.retryable,
  )
  await session.close()
})
