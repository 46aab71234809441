import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import type { ScanRequest } from '../../src/engine/check.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'
import { seeded } from '../harness/random.ts'

const on = (rule_type: string, field: string, properties: Record<string, unknown> = {}): GivenCheck => ({
  rule_type,
  fields: [field],
  properties,
})

describe('a check that the statistics of a Parquet file prove', () => {
  let folder: string
  let engine: DuckDBInstance
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-proofs-'))
    engine = await DuckDBInstance.create(':memory:')
  })
  after(() => {
    engine.closeSync()
    rmSync(folder, { recursive: true })
  })

  const write = async (name: string, rows: string, settings = ''): Promise<string> => {
    const path = join(folder, `${name}.parquet`)
    const connection = await engine.connect()
    await connection.run(`copy (${rows}) to '${path}' (format parquet${settings})`)
    connection.closeSync()
    return path
  }
  const opened = async (work: (store: ExampleStore) => Promise<void>): Promise<void> => {
    const session = await connectors
      .get('local')
      .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
    try {
      await work({
        session,
        container: (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
        close: async () => undefined,
      })
    } finally {
      await session.close()
    }
  }
  const outcomesOf = async (
    store: ExampleStore,
    table: string,
    checks: GivenCheck[],
    options: Partial<ScanRequest> = {},
  ) => [...(await evaluated(store, table, checks, options)).outcomes.values()]

  const numbers = `select i::bigint id, (i / 4)::decimal(10, 2) price, date '2024-01-01' + i::integer as born,
      timestamp '2024-01-01' + interval (i) hour as sent, i::double part, i::varchar code,
      case when i = 7 then null else i::integer end gap from range(100) rows (i)`

  const provable: [title: string, check: GivenCheck][] = [
    ['no NULL', on('notNull', 'id')],
    ['no NULL in a text', on('notNull', 'code')],
    ['no NULL in a float', on('notNull', 'part')],
    ['whole numbers', on('between', 'id', { min: 0, max: 99 })],
    ['decimals', on('between', 'price', { min: '0.00', max: '24.75' })],
    ['a bound above all', on('maxValue', 'gap', { value: 99 })],
    ['no sign', on('notNegative', 'price')],
    ['days', on('afterDateTime', 'born', { datetime: '2023-12-31T00:00:00Z' })],
    ['times', on('beforeDateTime', 'sent', { datetime: '2024-01-05T03:00:00.001Z' })],
    ['rows of a filter', { ...on('notNull', 'id'), filter: 'gap > 50' }],
    ['a share of the rows', { ...on('notNegative', 'id'), coverage: 0.5 }],
  ]
  for (const [title, check] of provable) {
    test(`passes without its values being read: ${title}`, async () => {
      await write('numbers', numbers, ', row_group_size 2048')
      await opened(async (store) => {
        const [proven] = await outcomesOf(store, 'numbers', [check])
        const [read] = await outcomesOf(store, 'numbers', [check], { proves: false })
        assert.ok(proven && read)
        const { proof, ...verdict } = proven
        assert.equal(
          proof,
          'Proven by the statistics that the Parquet file keeps of each of its row groups, without reading the values.',
        )
        assert.deepEqual(verdict, read)
        assert.equal(read.proof, undefined)
      })
    })
  }

  test('needs no column of the file', async () => {
    await write('numbers', numbers)
    await opened(async (store) => {
      const { guarantees } = store.session
      assert.ok(guarantees)
      const session = recorded(store.session)
      session.guarantees = (...asked) => guarantees.apply(store.session, asked)
      await evaluated(store, 'numbers', [on('notNull', 'id'), on('notNegative', 'price')], {}, session)
      assert.equal(session.statements.length, 1)
      assert.match(session.statements[0] ?? '', /^select count\(\*\) as "m0" from/)
    })
  })

  const unprovable: [title: string, check: GivenCheck][] = [
    ['floats, whose bounds leave NaN out', on('maxValue', 'part', { value: 99 })],
    ['texts, whose bounds may be cut', on('notEmpty', 'code')],
    ['a bound that one value reaches', on('lessThan', 'id', { value: 99 })],
    ['a field with a NULL', on('notNull', 'gap')],
    ['an expression', { rule_type: 'satisfiesExpression', properties: { expression: 'id >= 0' } }],
  ]
  for (const [title, check] of unprovable) {
    test(`is read where statistics cannot decide it: ${title}`, async () => {
      await write('numbers', numbers)
      await opened(async (store) => {
        const [outcome] = await outcomesOf(store, 'numbers', [check])
        assert.equal(outcome?.proof, undefined)
      })
    })
  }

  test('has nothing to judge where no row passes its filter', async () => {
    await write('numbers', numbers)
    await opened(async (store) => {
      const [outcome] = await outcomesOf(store, 'numbers', [{ ...on('notNull', 'id'), filter: 'id < 0' }])
      assert.deepEqual([outcome?.assertion_result, outcome?.proof], ['unasserted', undefined])
    })
  })

  test('is read where nobody is known to have written right statistics', async () => {
    const path = await write('stranger', numbers)
    const bytes = readFileSync(path)
    const at = bytes.lastIndexOf('DuckDB version')
    assert.ok(at > 0)
    bytes.write('Nobody', at)
    writeFileSync(path, bytes)
    await opened(async (store) => {
      const [outcome] = await outcomesOf(store, 'stranger', [on('notNull', 'id')])
      assert.deepEqual([outcome?.assertion_result, outcome?.proof], ['passed', undefined])
    })
  })

  test('passes in a file whose statistics lie, as it does when its rows are read: the engine believes them too', async () => {
    const path = await write(
      'liar',
      'select case when i = 3 then -77 else i end::bigint as id from range(9) rows (i)',
    )
    const bytes = readFileSync(path)
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8)
    const [low, one] = [-77n, 0n].map((value) => {
      const written = Buffer.alloc(8)
      written.writeBigInt64LE(value)
      return written
    })
    assert.ok(low && one)
    let changed = 0
    for (let at = bytes.indexOf(low, footer); at !== -1; at = bytes.indexOf(low, at + 1)) {
      one.copy(bytes, at)
      changed += 1
    }
    assert.ok(changed > 0)
    writeFileSync(path, bytes)
    await opened(async (store) => {
      for (const proves of [true, false]) {
        const [outcome] = await outcomesOf(store, 'liar', [on('notNegative', 'id')], { proves })
        assert.equal(outcome?.assertion_result, 'passed', String(proves))
        assert.equal(outcome.proof === undefined, !proves)
      }
    })
  })

  test('has the verdict that reading gives, over random files and bounds', async () => {
    const random = seeded(20_261_122)
    const below = (count: number) => Math.floor(random() * count)
    let proven = 0
    for (let file = 0; file < 12; file += 1) {
      const lowest = below(20) - 10
      const [nulls, groups] = [below(3) * 40, [2048, 4096][below(2)] ?? 2048]
      await write(
        'random',
        `select (${lowest} + (hash(i, ${file}) % 50)::integer)::${['bigint', 'smallint', 'integer'][below(3)]} n,
           ((${lowest} + (hash(i, ${file}) % 5000)::integer / 100)::decimal(9, 2)) d,
           case when i % 100 < ${nulls} then null else date '2024-01-01' + (hash(i) % 40)::integer end as t,
           case when i < ${below(2) * 5000} then null else i::integer end as gap
         from range(${5000 + below(3000)}) rows (i)`,
        `, row_group_size ${groups}`,
      )
      const bound = () => lowest + below(12) - 6
      const checks = Array.from({ length: 12 }, (): GivenCheck => {
        const check =
          [
            on('notNull', ['n', 'd', 't', 'gap'][below(4)] ?? 'n'),
            on('minValue', ['n', 'd', 'gap'][below(3)] ?? 'n', { value: bound(), inclusive: random() < 0.5 }),
            on('maxValue', ['n', 'd'][below(2)] ?? 'n', { value: bound() + 50, inclusive: random() < 0.5 }),
            on('between', 'n', { min: bound(), max: bound() + 50 }),
            on('afterDateTime', 't', { datetime: `2023-12-${28 + below(4)}T00:00:00Z` }),
            on('positive', 'n'),
          ][below(6)] ?? on('notNull', 'n')
        return {
          ...check,
          ...(random() < 0.3 && { coverage: 0.9 }),
          ...(random() < 0.3 && { filter: `n > ${bound()}` }),
        }
      })
      await opened(async (store) => {
        const outcomes = await outcomesOf(store, 'random', checks)
        const read = await outcomesOf(store, 'random', checks, { proves: false })
        proven += outcomes.filter(({ proof }) => proof !== undefined).length
        assert.deepEqual(
          outcomes.map(({ proof: _proof, ...outcome }) => outcome),
          read,
        )
      })
    }
    assert.ok(proven > 20, `${proven} were proven`)
  })
})
