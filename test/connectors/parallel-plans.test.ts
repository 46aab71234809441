import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'

test('a count over a large table of PostgreSQL may use several processes of the server', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-parallel-'))
  const source = await postgresSource()
  const client = new Client({ connectionString: source.url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await source.close()
    rmSync(folder, { recursive: true })
  })
  const { username } = source.connection
  // Plans with helpers pay at once.
  await onServer(source.url, [
    'create table many as select n from generate_series(1, 100000) n',
    'analyze many',
    ...['min_parallel_table_scan_size', 'parallel_setup_cost', 'parallel_tuple_cost'].map(
      (setting) => `alter role ${username} set ${setting} = 0`,
    ),
  ])
  const session = await connectors.get('postgresql').open(source.connection, source.target, boundsIn(folder))
  const { rows } = await session.query({ sql: 'select count(*) from many', parameters: [] })
  await session.close()
  assert.equal(Number(rows[0]?.[0]), 100_000)
  // The server counts the helpers that it wanted, whether or not it had any to spare, when a session has ended.
  for (;;) {
    const { rows: left } = await client.query('select from pg_stat_activity where usename = $1', [username])
    if (left.length === 0) break
    await sleep(10)
  }
  const wanted = await client.query<{ wanted: string }>(
    'select parallel_workers_to_launch as wanted from pg_stat_database where datname = current_database()',
  )
  assert.ok(Number(wanted.rows[0]?.wanted) > 0)
})
