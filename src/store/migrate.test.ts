import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { freshDatabase } from '../../test/harness/database.ts'
import { migrate, readMigrations, refuseOldVersion } from './migrate.ts'
import { openStore } from './pool.ts'

describe('migrations', async () => {
  const database = await freshDatabase()
  const { pool } = database.store
  after(() => database.close())
  const step = (number: number, text: string, checksum = `sum of ${text}`) => ({
    number,
    name: 'extra',
    text,
    checksum,
  })

  test('a migrated database needs no step', async () => {
    assert.equal(await migrate(pool), 0)
  })

  test('services that start together apply a step once', async () => {
    const other = openStore(database.url)
    const steps = [...readMigrations(), step(900_001, 'create table once (id integer)')]
    const counts = await Promise.all(
      [pool, other.pool, pool].map((one) => migrate(one, { migrations: steps })),
    )
    await other.close()
    assert.deepEqual(counts.sort(), [0, 0, 1])
    await pool.query('drop table once; delete from schema_migrations where number = 900001')
  })

  test('what a start waits for is told: another service, and a step that is slow', async () => {
    const held = 900_004
    const other = await pool.connect()
    const told: string[] = []
    /** Resolves when this is told. */
    const hear = (pattern: RegExp) => {
      const heard = Promise.withResolvers<void>()
      const tell = (sentence: string) => {
        told.push(sentence)
        if (pattern.test(sentence)) heard.resolve()
      }
      return { tell, heard: heard.promise }
    }
    try {
      await other.query('select pg_advisory_lock(7230417118)')
      const waiting = hear(/^Another service, or one that was killed, is migrating/)
      const waits = migrate(pool, waiting)
      await waiting.heard
      await other.query('select pg_advisory_unlock(7230417118)')
      assert.equal(await waits, 0)

      await other.query(`select pg_advisory_lock(${held})`)
      const slow = hear(/^The migration 900001 \(extra\) has been going on for \d+ s; the service is ready/)
      const steps = [...readMigrations(), step(900_001, `select pg_advisory_xact_lock(${held})`)]
      const applied = migrate(pool, { migrations: steps, ...slow, slowMs: 1 })
      await slow.heard
      await other.query(`select pg_advisory_unlock(${held})`)
      assert.equal(await applied, 1)
      assert.match(told.at(-1) ?? '', /^The migration 900001 \(extra\) took \d+ s\.$/)
    } finally {
      other.release()
    }
    await pool.query('delete from schema_migrations where number = 900001')
  })

  test('a step that fails changes nothing and is named, and the steps before it stay', async () => {
    const steps = [
      ...readMigrations(),
      step(900_001, 'create table kept (id integer)'),
      step(900_002, 'create table half (id integer); select 1 / 0'),
    ]
    await assert.rejects(
      migrate(pool, { migrations: steps }),
      /The migration 900002 \(extra\).*rolled back: division by zero/,
    )
    const { rows } = await pool.query("select to_regclass('kept') as kept, to_regclass('half') as half")
    assert.deepEqual(rows, [{ kept: 'kept', half: null }])
    await pool.query('drop table kept; delete from schema_migrations where number = 900001')
  })

  test('a database of a newer Assay is refused', async () => {
    await pool.query("insert into schema_migrations values (900003, 'tomorrow', 'x')")
    await assert.rejects(migrate(pool), /written by a newer Assay: it has the migration 900003 \(tomorrow\)/)
    await pool.query('delete from schema_migrations where number = 900003')
  })

  test('a step that was edited after it had been applied is refused', async () => {
    const [first, ...rest] = readMigrations()
    assert.ok(first)
    const edited = [{ ...first, checksum: 'another' }, ...rest]
    await assert.rejects(
      migrate(pool, { migrations: edited }),
      /The migration 1 \(identity\) was changed after/,
    )
  })

  test('PostgreSQL 13 is refused and 14 is not', () => {
    assert.throws(() => refuseOldVersion(130_018), /is PostgreSQL 13; Assay needs PostgreSQL 14 or newer/)
    refuseOldVersion(140_000)
  })
})
