import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { azuriteAbsence, startAzurite, type Azurite } from '../harness/azurite.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { peopleParquet } from '../harness/people-files.ts'

describe('objects of Azurite, the emulator of Azure by its maker', { skip: azuriteAbsence }, () => {
  let azurite: Azurite
  let folder: string
  const abfs = connectors.get('abfs')

  before(async () => {
    azurite = await startAzurite()
    folder = mkdtempSync(join(tmpdir(), 'assay-azurite-test-'))
  })
  after(async () => {
    await azurite.close()
    rmSync(folder, { recursive: true })
  })

  test('are listed and read whatever their names are', async () => {
    const texts = ['a b.csv', 'a+b.csv', 'a%20b.csv', 'zoë ü.csv', `it's.csv`, 'q?&=#.csv']
    for (const name of texts) await azurite.put(`my data/${name}`, 'n\n1\n2\n')
    await azurite.put('my data/people.parquet', await peopleParquet())
    const target = { database: null, schema: null, root_path: 'my data' }
    const session = await abfs.open(azurite.connection, target, boundsIn(folder))
    try {
      const counts = new Map<string, number>()
      for await (const { name, unloadable } of session.discover()) {
        assert.equal(unloadable, null, name)
        const container = { name, container_type: 'file' as const, file_options: {} }
        const { fields } = await session.describe(container)
        const relation = session.relation(container, fields, 'all')
        assert.ok(relation.kind === 'store')
        const { rows } = await session.query({ sql: `select count(*) from ${relation.sql}`, parameters: [] })
        counts.set(name, Number(rows[0]?.[0]))
      }
      const expected = [...texts.map((name) => [name, 2] as const), ['people.parquet', 3] as const]
      assert.deepEqual([...counts].toSorted(), expected.toSorted())
    } finally {
      await session.close()
    }
  })

  test('are read in the version that was listed, or not at all', async () => {
    await azurite.put('swap/a.csv', 'n\n1\n')
    const target = { database: null, schema: null, root_path: 'swap' }
    const session = await abfs.open(azurite.connection, target, boundsIn(folder))
    try {
      const stamps = async () =>
        session.stamps?.({ name: 'a.csv', container_type: 'file', file_options: {} }, ['a.csv'])
      assert.deepEqual(await stamps(), await stamps())
    } finally {
      await session.close()
    }
    const long = (filler: string): string => `n,filler\n${`1,${filler.repeat(60)}\n`.repeat(9000)}`
    await azurite.put('swap/long.csv', long('x'))
    const again = await abfs.open(azurite.connection, target, boundsIn(folder))
    try {
      await azurite.put('swap/long.csv', long('y'))
      const container = { name: 'long.csv', container_type: 'file' as const, file_options: {} }
      const reading = async (): Promise<unknown> => {
        const { fields } = await again.describe(container)
        const relation = again.relation(container, fields, 'all')
        assert.ok(relation.kind === 'store')
        return again.query({ sql: `select count(*) from ${relation.sql}`, parameters: [] })
      }
      await assert.rejects(reading(), { message: /^The object "long.csv" was replaced while it was read/ })
    } finally {
      await again.close()
    }
  })

  test('are refused with a wrong key or container', async () => {
    const tried = (changed: object) =>
      abfs.test({ ...azurite.connection, ...changed }, null, boundsIn(folder))
    await tried({})
    await assert.rejects(tried({ secret_key: Buffer.alloc(64, 'x').toString('base64') }), {
      message: /the secret_key of the connection is wrong/,
    })
    await assert.rejects(tried({ uri: 'az://other' }), { message: /no container "other"/ })
  })
})
