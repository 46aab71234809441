import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { connectors } from '../../src/connectors/registry.ts'
import type { Session } from '../../src/connectors/connector.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import type { Literal } from '../../src/sql/ast.ts'
import { column, inList, notInList, number, select, text } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { boundsIn } from '../harness/example-stores.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'assay-lists-')))
after(() => rmSync(top, { recursive: true, force: true }))

/** A session on a new database that these statements have filled. */
async function withDatabase<Result>(
  name: string,
  statements: readonly string[],
  work: (session: Session, fields: DiscoveredField[]) => Promise<Result>,
): Promise<Result> {
  const uri = join(top, `${name}.duckdb`)
  const instance = await DuckDBInstance.create(uri)
  const connection = await instance.connect()
  for (const sql of statements) await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
  const target = { database: null, schema: 'main', root_path: null }
  const bounds = { ...boundsIn(join(top, 'bounds')), allowed_paths: [top] }
  const session = await connectors.get('duckdb').open({ uri }, target, bounds)
  try {
    const { fields } = await session.describe({ name: 't', container_type: 'table', file_options: {} })
    return await work(session, fields)
  } finally {
    await session.close()
  }
}

/** In the order of the rows: whether the value of the field is in the list, and whether it is not. */
async function among(session: Session, field: DiscoveredField, list: Literal[]): Promise<Cell[][]> {
  const from = session.relation({ name: 't', container_type: 'table', file_options: {} }, [field], 'all')
  const items = [inList(column(field), list), notInList(column(field), list)]
  const named = items.map((expression, index) => ({ expression, alias: `c${index}` }))
  const { rows } = await session.query(printSelect(select({ items: named, from }), session.dialect))
  return rows
}

test('a value of DuckDB is in a list when it equals one of its constants, whatever the type of its column', async () => {
  const types = [
    'TINYINT',
    'UTINYINT',
    'INTEGER',
    'BIGINT',
    'UBIGINT',
    'HUGEINT',
    'DECIMAL(18, 0)',
    'VARCHAR',
  ]
  const values = [null, '0', '1', '100', '5', '127']
  const columns = types.map((type, index) => `c${index} ${type}`).join(', ')
  const rows = values.map(
    (value) => `(${types.map(() => (value === null ? 'null' : `'${value}'`)).join(', ')})`,
  )
  await withDatabase(
    'types',
    [`create table t (${columns})`, `insert into t values ${rows.join(', ')}`],
    async (session, fields) => {
      assert.match(
        printSelect(
          select({
            items: [
              { expression: inList(column(fields[0] ?? assert.fail()), [number(1), number(2)]), alias: 'c' },
            ],
            from: { kind: 'store', sql: 't' },
          }),
          session.dialect,
        ).sql,
        /list_contains/,
      )
      const constant = fc.oneof(
        fc.constantFrom(...values.filter((value) => value !== null).map(BigInt)),
        fc.bigInt({ min: -(2n ** 126n), max: 2n ** 126n }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(constant, { minLength: 1, maxLength: 9 }), async (list) => {
          const texts = new Set(list.map(String))
          for (const field of fields) {
            const literals = list.map((value) =>
              field.type === 'String' ? text(String(value)) : number(value),
            )
            const expected = values.map((value) =>
              value === null ? [null, null] : [texts.has(value), !texts.has(value)],
            )
            assert.deepEqual(await among(session, field, literals), expected, field.native_type)
          }
        }),
        { numRuns: 30 },
      )
    },
  )
})

test('a value of a column with a collation is in a list when the collation says so', async () => {
  const create = [
    'create table t (code varchar collate nocase)',
    "insert into t values ('DE'), ('de'), ('fr'), (null)",
  ]
  await withDatabase('collated', create, async (session, [field]) => {
    assert.ok(field)
    const rows = await among(session, field, [text('de'), text('it')])
    assert.deepEqual(rows, [
      [true, false],
      [true, false],
      [false, true],
      [null, null],
    ])
  })
})
