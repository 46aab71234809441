import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { appendRows, type Writer } from '../../src/connectors/writer.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { fileNamed, numberFrom } from '../harness/file-objects.ts'
import { foreignObjectServers } from '../harness/foreign-object-servers.ts'
import { peopleParquet } from '../harness/people-files.ts'
import { writingBounds } from './written-tables.ts'

/** What is wrong for each of them, and what it says. */
const wrongs = {
  'Azurite, the emulator of Azure by its maker': {
    wrong_key: Buffer.alloc(64, 'x').toString('base64'),
    wrong_key_said: /the secret_key of the connection is wrong/,
    elsewhere: 'az://other',
    elsewhere_said: /no container "other"/,
  },
  'versitygw, a gateway of the S3 protocol': {
    wrong_key: 'wrong',
    wrong_key_said: /does not accept the signature: the secret_key/,
    elsewhere: 's3://other',
    elsewhere_said: /no bucket "other"/,
  },
} as const

for (const server of Object.keys(wrongs) as (keyof typeof wrongs)[]) {
  const { type, absence, start } = foreignObjectServers[server]
  const wrong = wrongs[server]
  describe(`objects of ${server}`, { skip: absence }, () => {
    let running: Awaited<ReturnType<typeof start>>
    let folder: string
    const connector = connectors.get(type)

    before(async () => {
      running = await start()
      folder = mkdtempSync(join(tmpdir(), 'assay-object-servers-'))
    })
    after(async () => {
      await running.close()
      rmSync(folder, { recursive: true })
    })

    test('are listed and read whatever their names are', async () => {
      const texts = ['a b.csv', 'a+b.csv', 'a%20b.csv', 'zoë ü.csv', `it's.csv`, 'q?&=#.csv']
      for (const name of texts) await running.put(`my data/${name}`, 'n\n1\n2\n')
      await running.put('my data/people.parquet', await peopleParquet())
      const target = { database: null, schema: null, root_path: 'my data' }
      const session = await connector.open(running.connection, target, boundsIn(folder))
      try {
        const counts = new Map<string, number>()
        for await (const { name, unloadable } of session.discover()) {
          assert.equal(unloadable, null, name)
          counts.set(name, await numberFrom(session, name))
        }
        const expected = [...texts.map((name) => [name, 2] as const), ['people.parquet', 3] as const]
        assert.deepEqual([...counts].toSorted(), expected.toSorted())
      } finally {
        await session.close()
      }
    })

    test('are read in the version that was listed, or not at all', async () => {
      await running.put('swap/a.csv', 'n\n1\n')
      const target = { database: null, schema: null, root_path: 'swap' }
      const session = await connector.open(running.connection, target, boundsIn(folder))
      try {
        const stamps = async () => session.stamps?.(fileNamed('a.csv'), ['a.csv'])
        assert.deepEqual(await stamps(), await stamps())
      } finally {
        await session.close()
      }
      const long = (filler: string): string => `n,filler\n${`1,${filler.repeat(60)}\n`.repeat(9000)}`
      await running.put('swap/long.csv', long('x'))
      const again = await connector.open(running.connection, target, boundsIn(folder))
      try {
        await running.put('swap/long.csv', long('y'))
        await assert.rejects(numberFrom(again, 'long.csv'), {
          message: /^The object "long.csv" was replaced while it was read/,
        })
      } finally {
        await again.close()
      }
    })

    test('are listed to the last of several parts', async () => {
      const numbers = Array.from({ length: 1005 }, (_, index) => index)
      for (let first = 0; first < numbers.length; first += 15)
        await Promise.all(
          numbers.slice(first, first + 15).map((index) => running.put(`many/part_${index}.csv`, 'n\n1\n')),
        )
      const target = { database: null, schema: null, root_path: 'many' }
      const session = await connector.open(running.connection, target, boundsIn(folder))
      try {
        const found = await Array.fromAsync(session.discover())
        assert.equal(found.flatMap(({ partitions }) => partitions).length, numbers.length)
      } finally {
        await session.close()
      }
    })

    test('are written, whole and in parts, and not overwritten when somebody else wrote meanwhile', async () => {
      const target = { database: null, schema: null, root_path: 'our results' }
      const opened = async (): Promise<Writer> => {
        assert.ok(connector.openWriter)
        const scratch = mkdtempSync(join(folder, 'scratch-'))
        return connector.openWriter(running.connection, target, writingBounds(scratch))
      }
      const counted = async (): Promise<number[]> => {
        const session = await connector.open(running.connection, target, boundsIn(folder))
        try {
          const all = await numberFrom(session, 'results.parquet')
          return [all, await numberFrom(session, 'results.parquet', 'sum(length("NOTE"))')]
        } finally {
          await session.close()
        }
      }
      const table = { name: 'results', columns: [{ name: 'NOTE', type: 'text' }] } as const
      const long = Array.from({ length: 600 }, () => [randomBytes(48 * 1024).toString('base64')])
      async function* batches(rows: string[][]) {
        yield* [rows.slice(0, 300), rows.slice(300)]
      }
      const [one, other] = [await opened(), await opened()]
      try {
        await appendRows(one, table, batches([['a'], ['b']]))
        assert.deepEqual(await counted(), [2, 2])
        await other.begin(table, null)
        await appendRows(one, table, batches(long), 'all')
        assert.deepEqual(await counted(), [600, 600 * 65_536])
        await other.write([['c']])
        await assert.rejects(other.commit(), /was written by somebody else meanwhile/)
        await other.rollback()
        for (const rows of [[['d']], long]) {
          await one.drop('results')
          await one.begin(table, null)
          await one.write(rows)
          await appendRows(other, table, batches([['e']]))
          await assert.rejects(one.commit(), /was written by somebody else meanwhile/)
          await one.rollback()
          assert.deepEqual(await counted(), [1, 1])
        }
        await appendRows(one, { ...table, name: 'next', is_next: true }, batches(long))
        await one.publish('next', 'results')
        assert.deepEqual(await counted(), [600, 600 * 65_536])
        await one.drop('results')
        assert.equal(await one.count('results'), null)
      } finally {
        await one.close()
        await other.close()
      }
    })

    test('are refused with a wrong key or container', async () => {
      const tried = (changed: object) =>
        connector.test({ ...running.connection, ...changed }, null, boundsIn(folder))
      await tried({})
      await assert.rejects(tried({ secret_key: wrong.wrong_key }), {
        message: wrong.wrong_key_said,
      })
      await assert.rejects(tried({ uri: wrong.elsewhere }), { message: wrong.elsewhere_said })
    })
  })
}
