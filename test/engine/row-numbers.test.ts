import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { StatementRefused, type Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated, recorded, type Found, type GivenCheck, type RecordedSession } from '../harness/engine.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { killEngines } from '../harness/reading-engines.ts'

const on = (
  rule_type: string,
  field: string,
  properties: Record<string, unknown>,
  filter: string | null = null,
): GivenCheck => ({ rule_type, fields: [field], properties, filter })

/** Several groups of rows, with NaN, NULL, texts with quotes and decimals among them. */
const wide = `select i as id, i % 7 as n, case when i % 2500 = 0 then null else 'it''s ' || i end as code,
  case i when 4000 then 'NaN'::double else i / 3 end as share, (i * 1.25)::decimal(12, 2) as price,
  date '2020-01-01' + (i % 300)::int as born, i % 2 = 0 as is_even, {'deep': i} as nested from range(6000) as numbers (i)`

const checksOnRows = [on('lessThan', 'id', { value: 119_998 })]

describe('the failing rows of a file or a table of DuckDB, looked for by the columns of the checks alone', () => {
  let folder: string
  let session: Session
  let shop: Session
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-row-numbers-'))
    const engine = await DuckDBInstance.create(':memory:')
    const connection = await engine.connect()
    const write = (name: string, rows: string) =>
      connection.run(
        `copy (${rows}) to '${join(folder, name)}.parquet' (format parquet, row_group_size 2048)`,
      )
    await write('wide', wide)
    await write('long', wide.replace('6000', '120000'))
    for (const format of ['csv', 'json'])
      await connection.run(
        `copy (${wide.replace('6000', '120000')}) to '${join(folder, `text.${format}`)}' (format ${format})`,
      )
    const long = wide.replace('6000', '120000')
    await connection.run(`attach '${join(folder, 'shop.duckdb')}' as shop`)
    await connection.run(`create table shop.long as ${long}`)
    await connection.run(`create view shop.seen as select * from shop.long`)
    await connection.run(`create table shop.hidden as select id % 10 as rowid, * from shop.long`)
    await connection.run('detach shop')
    await write('named', `select 5999 - id as "File_Row_Number", * from (${wide}) where id < 6000`)
    connection.closeSync()
    engine.closeSync()
    const target = { database: null, schema: null, root_path: folder }
    session = await connectors.get('local').open({}, target, boundsIn(folder))
    const database = { ...target, database: 'shop', schema: 'main' }
    shop = await connectors
      .get('duckdb')
      .open({ uri: join(folder, 'shop.duckdb') }, database, boundsIn(folder))
  })
  after(async () => {
    await session.close()
    await shop.close()
    rmSync(folder, { recursive: true })
  })

  const found = (name: string, checks: GivenCheck[], by: Session): Promise<Found> =>
    evaluated(
      {
        session: by,
        container: () => ({ name, container_type: 'file', file_options: {} }),
        close: async () => undefined,
      },
      name,
      checks,
    )
  const numbering = ({ statements }: RecordedSession) =>
    statements.filter((sql) => /file_row_number = true|assay_row_number/.test(sql)).length
  /** What is found, which must be what a session finds that knows no numbers; and how many statements went by numbers. */
  const alike = async (file: string, checks: GivenCheck[], by = session): Promise<[Found, number]> => {
    const asked = recorded(by)
    const answer = await found(file, checks, asked)
    const unnumbered = recorded(by)
    unnumbered.relation = (...given) => {
      const relation = by.relation(...given)
      return relation.kind === 'store' ? { kind: 'store', sql: relation.sql } : relation
    }
    delete unnumbered.numbered
    assert.deepEqual(withoutFunctions(answer), withoutFunctions(await found(file, checks, unnumbered)))
    assert.equal(numbering(unnumbered), 0)
    return [answer, numbering(asked)]
  }
  const withoutFunctions = ({ shapes, ...others }: Found) => ({
    ...others,
    shapes: shapes.map(({ message_together: _message, ...shape }) => shape),
  })
  const idsOf = ({ records }: Found) => records.map(({ record }) => Number(JSON.parse(record).id))

  test('are the same rows, whole and with all that each failed', async () => {
    const [answer, numbered] = await alike('wide.parquet', [
      on('notNull', 'code', {}),
      on('between', 'share', { min: 0, max: 1999.1 }),
      on('notEmpty', 'code', {}, 'id > 3000'),
    ])
    assert.deepEqual(idsOf(answer), [0, 2500, 4000, 5000, 5998, 5999])
    assert.equal(numbered, 1)
  })

  test('are the first ones where more fail than are kept', async () => {
    const [{ shapes }, numbered] = await alike('wide.parquet', [on('lessThan', 'n', { value: 6 })])
    const [shape] = shapes
    assert.deepEqual(
      shape?.records.map(({ record }) => Number(JSON.parse(record).id)),
      Array.from({ length: 10 }, (_, index) => 6 + 7 * index),
    )
    assert.equal(numbered, 1)
  })

  test('are read at once where the checks need most columns', async () => {
    const fields = ['id', 'n', 'share', 'price', 'born']
    const checks = fields.map((field) =>
      on('satisfiesExpression', field, { expression: `${field} is not null and id <> 17` }),
    )
    const [answer, numbered] = await alike('wide.parquet', checks)
    assert.deepEqual(idsOf(answer), [17])
    assert.equal(numbered, 0)
  })

  test('of many checks on a long file are read together', async () => {
    const checks = [
      on('between', 'share', { min: 0, max: 39_999.5 }),
      on('satisfiesExpression', 'id', { expression: 'id not in (4000, 119999, 70000)' }),
      on('notNull', 'code', {}),
      on('lessThan', 'n', { value: 6 }, 'is_even'),
      { ...on('satisfiesExpression', 'n', { expression: 'n <> 3' }), coverage: 0.9 },
    ]
    const [answer, numbered] = await alike('long.parquet', checks)
    assert.deepEqual(idsOf(answer), [4000, 70_000, 119_999])
    assert.deepEqual(
      answer.records.map(({ failed_checks }) => failed_checks.map(({ check_id }) => check_id)),
      [[1, 2], [2], [1, 2]],
    )
    const shown = answer.shapes.map(({ records }) => records.map(({ record }) => JSON.parse(record).id))
    assert.deepEqual(
      shown.map((ids) => ids.slice(0, 2)),
      [
        [0, 2500],
        [6, 20],
        [3, 10],
      ],
    )
    assert.deepEqual(
      shown.map((ids) => ids.length),
      [10, 10, 10],
    )
    // Their numbers, and their rows.
    assert.equal(numbered, 2)
  })

  test('are read check by check where the source refuses them together', async () => {
    const refusing = recorded(session)
    const { query } = refusing
    refusing.query = (statement) =>
      statement.sql.includes('assay_row')
        ? Promise.reject(new StatementRefused('too much'))
        : query(statement)
    const checks = [70_000, 119_999].map((id) =>
      on('satisfiesExpression', 'id', { expression: `id <> ${id}` }),
    )
    assert.deepEqual(idsOf(await found('long.parquet', checks, refusing)), [70_000, 119_999])
  })

  test('are those of a file that has a column of the name of the number', async () => {
    const [answer, numbered] = await alike('named.parquet', [on('notNull', 'code', {})])
    assert.deepEqual(idsOf(answer), [0, 2500, 5000])
    assert.equal(numbered, 0)
  })

  for (const file of ['text.csv', 'text.json']) {
    /** Uniqueness reads the rows once more, so the text is copied; of the others one fails for single rows. */
    const checks = [
      on('unique', 'id', {}),
      on('notNull', 'code', {}),
      on('lessThan', 'id', { value: 119_998 }),
    ]

    test(`of a text that was copied are found by their numbers in the copy: ${file}`, async () => {
      const [answer, numbered] = await alike(file, checks)
      assert.deepEqual(idsOf(answer), [119_998, 119_999])
      assert.deepEqual(
        answer.shapes.map(({ records }) => records.map(({ record }) => Number(JSON.parse(record).id))),
        [Array.from({ length: 10 }, (_, index) => 2500 * index)],
      )
      assert.equal(numbered, 2)
    })

    test(`of a text whose copy was lost on the way are the same: ${file}`, async () => {
      const before = await found(file, checks, recorded(session))
      const losing = recorded(session)
      const { query } = losing
      losing.query = async (statement) => {
        if (statement.sql.includes('assay_row_number')) {
          const endless = session.query({ sql: 'select count(*) from range(1000000000000)', parameters: [] })
          killEngines()
          await assert.rejects(endless)
        }
        return query(statement)
      }
      assert.deepEqual(withoutFunctions(await found(file, checks, losing)), withoutFunctions(before))
      assert.equal(numbering(losing), 2)
    })
  }

  test('of a text that is read but once have no numbers', async () => {
    const [answer, numbered] = await alike('text.csv', checksOnRows)
    assert.deepEqual(idsOf(answer), [119_998, 119_999])
    assert.equal(numbered, 0)
  })

  const onOrders = [on('notNull', 'code', {}), on('lessThan', 'id', { value: 119_998 })]
  for (const [container, statements] of [
    ['long', 2],
    ['seen', 0],
    ['hidden', 0],
  ] as const)
    test(`are found by number in a stored table alone, whose columns leave that in sight: ${container}`, async () => {
      const [answer, numbered] = await alike(container, onOrders, shop)
      assert.deepEqual(idsOf(answer), [119_998, 119_999])
      assert.equal(numbered, statements)
    })
})
