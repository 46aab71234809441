import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import type { Dialect } from '../../src/sql/dialect.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { boundsIn, openExamples } from '../harness/example-stores.ts'

const unique = (...fields: string[]): GivenCheck => ({ rule_type: 'unique', fields })

/** The session with another dialect, its statements written down. */
const spoken = (session: Session, other: Partial<Dialect>) => {
  const written = recorded(session)
  return { ...written, dialect: { ...written.dialect, ...other } }
}
const always = { groupsBySpread: 1 }
const never = { groupsBySpread: Infinity }

/** Most rows differ: from 0 to 119,999 in steps of their own, so that no column ascends. */
const rowsOf = (code: string, rows = 120_000) =>
  `select (i * 7919) % ${rows} as id, ${code} as code, i % 3 as shop, i % 2 = 0 as is_even from range(${rows}) as numbers (i)`
const mixed = `'code ' || (i * 7919) % 120000`
const files = {
  alone: rowsOf(mixed),
  few: rowsOf(`case when i in (3, 110000, 119999) then 'twice' when i = 500 then null else ${mixed} end`),
  placeholder: rowsOf(`case when i > 108000 then 'unknown' else ${mixed} end`),
  many: rowsOf(`case when i > 100000 then 'code ' || i // 2 else '*' || i * 31 % 7 || i end`),
  often: rowsOf(`'code ' || i % 5000`),
  long: rowsOf(`'code ' || (i * 7919) % 2000000`, 2_000_000),
}

/** Two rows with a code of `few`, and no code twice. */
const other = rowsOf(
  `case when i = 4 then 'twice' when i = 8 then 'code 7919' else 'other ' || i * 31 % 7 || i end`,
)

describe('duplicates of many rows', () => {
  let folder: string
  let session: Session
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-perhaps-equal-'))
    const engine = await DuckDBInstance.create(':memory:')
    const connection = await engine.connect()
    for (const [name, rows] of Object.entries(files))
      await connection.run(
        `copy (${rows}) to '${join(folder, name)}.parquet' (format parquet, row_group_size 20480)`,
      )
    for (const [part, rows] of [files.few, other].entries())
      await connection.run(`copy (${rows}) to '${join(folder, `part_${part}`)}.parquet' (format parquet)`)
    connection.closeSync()
    engine.closeSync()
    session = await connectors
      .get('local')
      .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
  })
  after(async () => {
    await session.close()
    rmSync(folder, { recursive: true })
  })

  async function found(name: string, check: GivenCheck, dialect: Partial<Dialect>, source_record_limit = 10) {
    const asked = spoken(session, dialect)
    const container = () => ({ name, container_type: 'file', file_options: {} }) as const
    const store = { session: asked, container, close: async () => undefined }
    const { outcomes, shapes } = await evaluated(store, name, [check], { source_record_limit }, asked)
    const records = shapes[0]?.records.map(({ record }) => record) ?? []
    return { outcome: outcomes.get(1), records: records.toSorted(), statements: asked.statements }
  }
  /** What is found by shared numbers, which must be what is found by the values, where every record is kept; and the way to it. */
  async function alike(file: string, check = unique('code')) {
    for (const limit of [1000, 100_000]) {
      const { outcome, records } = await found(file, check, always, limit)
      const usual = await found(file, check, never, limit)
      assert.deepEqual(outcome, usual.outcome)
      assert.equal(new Set(records).size, usual.records.length)
      if (records.length < limit) assert.deepEqual(records, usual.records)
    }
    const { outcome, records, statements } = await found(file, check, always)
    return { anomalous: outcome?.anomalous_records, shown: records.length, way: wayOf(statements) }
  }

  test('are none where no number is shared, and no values are grouped', async () => {
    assert.deepEqual(await alike('alone.parquet'), { anomalous: 0, shown: 0, way: 'none' })
  })

  test('are looked for among the few rows that share a number, and read by their place', async () => {
    assert.deepEqual(await alike('few.parquet'), { anomalous: 2, shown: 3, way: 'by place' })
    const one = { anomalous: 1, shown: 2, way: 'by place' }
    assert.deepEqual(await alike('few.parquet', unique('shop', 'code')), one)
    const filtered = { ...unique('code'), filter: 'id <> 7919 * 3' }
    assert.deepEqual(await alike('few.parquet', filtered), one)
  })

  test('are looked for among the rows that share a number where many do, or where rows have no place', async () => {
    const placeholder = await alike('placeholder.parquet')
    assert.deepEqual(placeholder, { anomalous: 11_998, shown: 10, way: 'by shared numbers' })
    const parts = await alike('part_*.parquet')
    assert.deepEqual(parts, { anomalous: 4, shown: 6, way: 'by shared numbers' })
  })

  test('are grouped by their values where many numbers are shared, or many rows are equal among the first', async () => {
    assert.deepEqual(await alike('many.parquet'), { anomalous: 9999, shown: 10, way: 'by values' })
    const { statements } = await found('often.parquet', unique('code'), always)
    assert.equal(statements.filter((sql) => sql.includes(' >> ')).length, 1)
    assert.deepEqual(await alike('often.parquet'), { anomalous: 115_000, shown: 10, way: 'by values' })
  })

  test('of one number are grouped by it', async () => {
    const { statements } = await found('alone.parquet', unique('id'), always)
    assert.equal(wayOf(statements), 'by values')
  })

  test('are looked for in this way by itself from two million rows on', async () => {
    const whole = await found('long.parquet', unique('code'), {})
    assert.equal(wayOf(whole.statements), 'none')
    const part = await found('long.parquet', { ...unique('code'), filter: 'id > 0' }, {})
    assert.equal(wayOf(part.statements), 'by values')
  })

  test('are the same, however many rows that are not equal share a number', async () => {
    const columns = { code: 'String', shop: 'Integral' } as const
    const code = fc.constantFrom(null, '', 'a', 'b', 'c', 'a ', 'é', 'long enough to be no short text')
    const drawn = fc.array(fc.tuple(code, fc.constantFrom(null, 1, 2)), { minLength: 1, maxLength: 14 })
    const checks = [unique('code'), unique('code', 'shop'), { ...unique('code'), filter: 'shop = 1' }]
    await fc.assert(
      fc.asyncProperty(drawn, fc.integer({ min: 1, max: 4 }), async (rows, numbers) => {
        const store = await openExamples('duckdb', [{ name: 'sales', columns, rows: rows as Cell[][] }])
        try {
          const { functions } = store.session.dialect
          const shared = { ...functions, spread: (first: string) => `(hash(${first}) % ${numbers} / 8.0)` }
          const found = async (dialect: Partial<Dialect>) => {
            const { outcomes, shapes } = await evaluated(
              store,
              'sales',
              checks,
              { source_record_limit: 100 },
              spoken(store.session, dialect),
            )
            const records = shapes.map((shape) => shape.records.map(({ record }) => record).toSorted())
            return { outcomes, records }
          }
          assert.deepEqual(await found({ ...always, functions: shared }), await found(never))
        } finally {
          await store.close()
        }
      }),
      { numRuns: 15 },
    )
  })
})

/** How the duplicates of one check were found. */
function wayOf(statements: readonly string[]): string {
  const last = statements.find((sql) => sql.includes('assay_duplicates'))
  if (last === undefined) return 'none'
  if (last.includes('assay_aside')) return 'by place'
  return last.includes('(values') ? 'by shared numbers' : 'by values'
}
