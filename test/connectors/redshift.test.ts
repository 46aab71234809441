import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { StatementRefused, type Session } from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { onServer, type PostgresSource } from '../harness/postgres-source.ts'
import { redshiftDouble } from '../harness/redshift-double.ts'

describe('Amazon Redshift, with a PostgreSQL in its place', () => {
  const connector = connectors.get('redshift')
  let source: PostgresSource
  let folder: string
  let session: Session
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-redshift-test-'))
    source = await redshiftDouble()
    await onServer(source.url, [
      `create table kinds (id bigint primary key, small smallint, whole numeric(20, 0), part numeric(20, 5), short real,
        wide double precision, is_set boolean, day date, at timestamp, instant timestamptz, hour time, code char(5), note varchar(100))`,
      `insert into kinds values (9007199254740993, 1, 12345678901234567890, -0.00001, 1.1, 0.1, true, '2024-02-29',
        '2024-02-29 10:00:00.123456', '2024-02-29 10:00:00+02', '10:00', 'ab', 'x ')`,
      'create view seen as select id, note from kinds',
      'create table hidden (id int)',
      `revoke select on hidden from ${source.connection.username}`,
      `grant insert on hidden to ${source.connection.username}`,
    ])
    session = await connector.open(source.connection, source.target, boundsIn(folder))
  })
  after(async () => {
    await session?.close()
    await source?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const rowsOf = async (sql: string) => (await session.query({ sql, parameters: [] })).rows

  test('lists tables and views by its own views of the catalogue, without a key, which it does not enforce', async () => {
    const listed = await Array.fromAsync(session.discover())
    const shown = listed.map(({ name, table_type, unloadable, fields, key }) => [
      `${table_type} ${name}`,
      unloadable === null ? fields.map((field) => `${field.name} ${field.type}`).join(', ') : 'unloadable',
      key ?? null,
    ])
    assert.deepEqual(shown, [
      ['table hidden', 'unloadable', null],
      [
        'table kinds',
        'id Integral, small Integral, whole Integral, part Fractional, short Fractional, wide Fractional, is_set Boolean, ' +
          'day Date, at Timestamp, instant Timestamp, hour Unknown, code String, note String',
        null,
      ],
      ['view seen', 'id Integral, note String', null],
    ])
    assert.equal(session.guarantees, undefined)
    await assert.rejects(
      session.describe(tableNamed('hidden')),
      /permission denied|no field that this account may read/,
    )
  })

  test('values keep every digit', async () => {
    const [row = []] = await rowsOf('select * from kinds')
    assert.deepEqual(
      row.map((cell) => (typeof cell === 'object' && cell && 'text' in cell ? String(cell) : cell)),
      [
        9_007_199_254_740_993n,
        1,
        '12345678901234567890',
        '-0.00001',
        1.1,
        0.1,
        true,
        '2024-02-29',
        '2024-02-29 10:00:00.123456',
        '2024-02-29 08:00:00Z',
        '10:00:00',
        'ab',
        'x ',
      ],
    )
  })

  test('has no savepoints: after a refused statement the session goes on read-only, from a newer snapshot', async () => {
    await onServer(source.url, ['create table growing (a int)', 'insert into growing values (1)'])
    await session.renew?.()
    // The transaction of the double takes its snapshot anew for each statement, but holds on to its own start.
    const started = await rowsOf('select cast(now() as varchar(65535))')
    assert.deepEqual(await rowsOf('select cast(now() as varchar(65535))'), started)
    await assert.rejects(rowsOf('select nonsense'), StatementRefused)
    assert.notDeepEqual(await rowsOf('select cast(now() as varchar(65535))'), started)
    await assert.rejects(
      rowsOf('with gone as (delete from growing returning a) select a from gone'),
      StatementRefused,
    )
    assert.deepEqual(await rowsOf('select count(*) from growing'), [[1]])
  })

  test('not even the owner of the tables can write through a function', async () => {
    await onServer(source.url, [
      'create table kept (a int)',
      'create function writes() returns int language sql as $$ insert into kept values (2) returning a $$',
    ])
    const { username, password } = new URL(source.url)
    const owner = { ...source.connection, username, password: decodeURIComponent(password) }
    const other = await connector.open(owner, source.target, boundsIn(folder))
    try {
      const asked = { sql: 'select writes()', parameters: [] }
      // The second time in the transaction that came after the refusal.
      for (let round = 0; round < 2; round++) {
        await assert.rejects(other.query(asked), (error) => {
          assert.ok(error instanceof StatementRefused)
          assert.match(sourceWords(error), /read-only transaction/)
          return true
        })
      }
      await other.renew?.()
      await assert.rejects(other.query(asked), StatementRefused)
      const { rows } = await other.query({ sql: 'select count(*) from kept', parameters: [] })
      assert.deepEqual(rows, [[0]])
    } finally {
      await other.close()
    }
  })

  test('a schema that is not there is said to be missing', async () => {
    await assert.rejects(
      connector.test(source.connection, { ...source.target, schema: 'elsewhere' }, boundsIn(folder)),
      (error) => {
        assert.ok(error instanceof ServiceError)
        assert.equal(error.code, 'connection_failed')
        assert.match(error.message, /has no schema "elsewhere" that the account "\w+" may use/)
        return true
      },
    )
  })

  test('its databases and schemas can be listed', async () => {
    const database = source.target.database ?? ''
    const schemas = await connector.places?.schemas?.(source.connection, database, boundsIn(folder))
    assert.deepEqual(schemas, ['public'])
    // The double has no database of the name that every cluster begins with.
    await assert.rejects(
      () => connector.places?.databases(source.connection, boundsIn(folder)) ?? assert.fail(),
      /database "dev" does not exist/,
    )
  })
})
