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

describe('the failing rows of a Parquet file, looked for by the columns of the checks alone', () => {
  let folder: string
  let session: Session
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
    await write('named', `select 5999 - id as "File_Row_Number", * from (${wide}) where id < 6000`)
    connection.closeSync()
    engine.closeSync()
    const target = { database: null, schema: null, root_path: folder }
    session = await connectors.get('local').open({}, target, boundsIn(folder))
  })
  after(async () => {
    await session.close()
    rmSync(folder, { recursive: true })
  })

  const found = (file: string, checks: GivenCheck[], by: Session): Promise<Found> =>
    evaluated(
      {
        session,
        container: () => ({ name: `${file}.parquet`, container_type: 'file', file_options: {} }),
        close: async () => undefined,
      },
      file,
      checks,
      {},
      by,
    )
  const numbering = ({ statements }: RecordedSession) =>
    statements.filter((sql) => sql.includes('file_row_number = true')).length
  /** What is found, which must be what a session finds that knows no numbers; and how many statements went by numbers. */
  const alike = async (file: string, checks: GivenCheck[]): Promise<[Found, number]> => {
    const asked = recorded(session)
    const answer = await found(file, checks, asked)
    const unnumbered = recorded(session)
    unnumbered.relation = (...given) => {
      const relation = session.relation(...given)
      return relation.kind === 'store' ? { kind: 'store', sql: relation.sql } : relation
    }
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
    const [answer, numbered] = await alike('wide', [
      on('notNull', 'code', {}),
      on('between', 'share', { min: 0, max: 1999.1 }),
      on('notEmpty', 'code', {}, 'id > 3000'),
    ])
    assert.deepEqual(idsOf(answer), [0, 2500, 4000, 5000, 5998, 5999])
    assert.equal(numbered, 1)
  })

  test('are the first ones where more fail than are kept', async () => {
    const [{ shapes }, numbered] = await alike('wide', [on('lessThan', 'n', { value: 6 })])
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
    const [answer, numbered] = await alike('wide', checks)
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
    const [answer, numbered] = await alike('long', checks)
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
    assert.deepEqual(idsOf(await found('long', checks, refusing)), [70_000, 119_999])
  })

  test('are those of a file that has a column of the name of the number', async () => {
    const [answer, numbered] = await alike('named', [on('notNull', 'code', {})])
    assert.deepEqual(idsOf(answer), [0, 2500, 5000])
    assert.equal(numbered, 0)
  })
})
