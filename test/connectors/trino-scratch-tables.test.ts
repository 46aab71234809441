import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ScratchTables } from '../../src/connectors/trino/scratch-tables.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { TrinoDouble } from '../harness/trino-double.ts'

function openIn(folder: string, { port }: TrinoDouble): Promise<ScratchTables> {
  const connection = { host: '127.0.0.1', port, username: 'assay', parameters: { sslmode: 'disable' } }
  return ScratchTables.open(connection, { catalog: 'lake', schema: 'scratch' }, boundsIn(folder))
}

test('a server of Trino that is lost is not asked for each of the tables that are to be dropped there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-trino-'))
  const double = new TrinoDouble()
  await double.listen()
  try {
    const tables = await openIn(folder, double)
    const columns = [{ name: 'id', type: 'bigint' }]
    const declared: string[] = []
    for (const day of [1, 2, 3]) declared.push(await tables.declare(`s3://lake/${day}`, columns))
    double.forget()
    double.isLost = true
    await tables.close()
    assert.equal(double.requests.length, 1, 'one table was to be dropped, and the others are left to a sweep')

    double.isLost = false
    const others = await openIn(folder, double)
    const listing = `select table_name from "lake".information_schema.tables where table_schema = 'scratch'`
    const names = declared.map((table) => `[${table.split('.').at(-1)}]`)
    double.answers(listing, { columns: ['varchar'], pages: [`[${names.join(', ')}]`] })
    double.forget()
    await others.sweep(3600)
    assert.deepEqual(
      double.requests.map(({ body }) => body.replace(/\s.*/, '')),
      ['select', 'drop', 'drop', 'drop'],
    )
    await others.close()
  } finally {
    await double.close()
    rmSync(folder, { recursive: true })
  }
})

test(
  'a server of Trino that says nothing does not hold up whoever leaves it',
  { timeout: 30_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-trino-'))
    const double = new TrinoDouble()
    await double.listen()
    try {
      const tables = await openIn(folder, double)
      for (const day of [1, 2, 3]) await tables.declare(`s3://lake/${day}`, [{ name: 'id', type: 'bigint' }])
      double.isMute = true
      await tables.close(300)
    } finally {
      await double.close()
      rmSync(folder, { recursive: true })
    }
  },
)
