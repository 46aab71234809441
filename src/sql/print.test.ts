import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import * as fc from 'fast-check'
import type { Expression, Relation, Select } from './ast.ts'
import {
  call,
  column,
  count,
  countWhere,
  equal,
  isNull,
  not,
  notInList,
  number,
  ownPattern,
  select,
  text,
  userExpression,
} from './build.ts'
import { duckdb } from './dialects/duckdb.dialect.ts'
import { postgresql } from './dialects/postgresql.dialect.ts'
import { sqlite } from './dialects/sqlite.dialect.ts'
import { printExpression, printSelect } from './print.ts'
import { quoteIdentifier } from './quoting.ts'

const hostileTexts = [
  "'; drop table t; --",
  "it's",
  '"quoted"',
  '`ticks`',
  '\\',
  "\\'",
  '$$',
  '$1',
  '?1',
  '{{ x }}',
  '/* */ --',
  'line\nbreak\r\ttab',
  'größe 日本 🙂',
  '\u202e\u0301',
  '%_*',
  ' ',
  '',
]

const field = (name: string) => column({ name, type: 'String', native_type: 'text', nullable: true })

/** One row whose only field has the name and the value, looked for by both. */
const probe = (name: string, value: string): Select =>
  select({
    items: [
      { expression: field(name), alias: name },
      { expression: text(value), alias: 'written' },
    ],
    from: { kind: 'store', sql: 't' },
    where: equal(field(name), text(value)),
  })

test('whether there is a value is asked of the bare column, where its conversion leaves NULL alone', () => {
  const narrow = column({ name: 'share', type: 'Fractional', native_type: 'FLOAT', nullable: true })
  assert.equal(printExpression(isNull(narrow), duckdb).sql, '("share" is null)')
  assert.match(printExpression(equal(narrow, number(1)), duckdb).sql, /cast\("share" as varchar\)/)
  // A text that is no date is none there.
  const day = column({ name: 'day', type: 'Date', native_type: 'date', nullable: true })
  assert.notEqual(printExpression(isNull(day), sqlite).sql, '("day" is null)')
})

test('rows are counted by a filter where that is faster, else by a sum', () => {
  const counted = countWhere(equal(field('a'), number(1)))
  assert.equal(
    printExpression(counted, postgresql).sql,
    'count(*) filter (where (("a" collate "default") = 1))',
  )
  assert.equal(printExpression(counted, duckdb).sql, 'sum(case when ("a" = 1) then 1 else 0 end)')
})

describe('names and texts survive printing', () => {
  let connection: DuckDBConnection
  let database: DatabaseSync
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect()
    database = new DatabaseSync(':memory:')
  })
  after(() => {
    connection.closeSync()
    database.close()
  })

  async function throughDuckdb(name: string, value: string): Promise<unknown> {
    await connection.run(`create or replace table t (${quoteIdentifier(name, duckdb)} varchar)`)
    await connection.run('insert into t values ($1)', [value])
    const { sql, parameters } = printSelect(probe(name, value), duckdb)
    const result = await connection.runAndReadAll(sql, parameters)
    return { names: result.columnNames(), rows: result.getRows() }
  }

  function throughSqlite(name: string, value: string): unknown {
    database.exec(`drop table if exists t; create table t (${quoteIdentifier(name, sqlite)} text)`)
    database.prepare('insert into t values (?1)').run(value)
    const { sql, parameters } = printSelect(probe(name, value), sqlite)
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return { names: statement.columns().map((each) => each.name), rows: statement.all(...parameters) }
  }

  const expected = (name: string, value: string) => ({ names: [name, 'written'], rows: [[value, value]] })

  test('of hostile names and values, in DuckDB', async () => {
    for (const hostile of hostileTexts) {
      const name = hostile === '' ? 'empty' : hostile
      assert.deepEqual(await throughDuckdb(name, hostile), expected(name, hostile))
    }
  })

  test('of hostile names and values, in SQLite', () => {
    for (const hostile of hostileTexts) {
      const name = hostile === '' ? 'empty' : hostile
      assert.deepEqual(throughSqlite(name, hostile), expected(name, hostile))
    }
  })

  // A NUL is refused before printing, and a lone half of a surrogate pair is no text.
  const anyText = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\0'))

  test('of any texts, in both', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (suffix, value) => {
        const name = `x${suffix}`
        assert.deepEqual(await throughDuckdb(name, value), expected(name, value))
        assert.deepEqual(throughSqlite(name, value), expected(name, value))
      }),
      { numRuns: 100 },
    )
  })
})

describe('printing', () => {
  test('refuses a name with a NUL', () => {
    assert.throws(() => quoteIdentifier('a\0b', postgresql), /NUL/)
  })

  test('writes values of text as parameters, in the order of their placeholders', () => {
    const listed = notInList(field('a'), [text("x'"), text('y')])
    assert.deepEqual(printExpression(listed, postgresql), {
      sql: '(("a" collate "default") not in ($1::text, $2::text))',
      parameters: ["x'", 'y'],
    })
  })

  test('keeps every digit of a whole number, and the sign apart from a minus', () => {
    const { sql } = printExpression(
      { kind: 'arithmetic', operator: '-', left: number(9007199254740993n), right: number(-1) },
      duckdb,
    )
    assert.equal(sql, '(9007199254740993 - -1)')
  })

  test('puts named selects first, where their parameters count first', () => {
    const named: Relation = { kind: 'named', name: 'twins' }
    const store: Relation = { kind: 'store', sql: 't' }
    const only = (expression: Expression, from: Relation) =>
      select({ items: [{ expression, alias: 'n' }], from })
    const statement = select({
      with: [{ name: 'twins', query: { ...only(count(), store), where: equal(field('a'), text('x')) } }],
      items: 'all',
      extra: [{ expression: { kind: 'scalar_query', query: only(count(), named) }, alias: 'all' }],
      from: store,
      where: equal(field('a'), text('y')),
    })
    assert.deepEqual(printSelect(statement, postgresql), {
      sql: 'with "twins" as (select count(*) as "n" from t where (("a" collate "default") = $1::text)) select *, (select count(*) as "n" from "twins") as "all" from t where (("a" collate "default") = $2::text)',
      parameters: ['x', 'y'],
    })
  })

  test('puts a line break behind a user expression, so that a comment cannot swallow the rest', () => {
    assert.equal(printExpression(userExpression('where a = 1 -- done'), sqlite).sql, '(a = 1 -- done\n)')
  })

  test('refuses a user expression that reaches out of its parentheses', () => {
    assert.throws(
      () => printExpression(userExpression('1 = 1) or (1 = 1'), duckdb),
      /closes what was not opened/,
    )
  })
})

test("a statement says that it matches a person's pattern, and not that it matches one of the service", () => {
  const field = { name: 'a', type: 'String', native_type: 'VARCHAR', nullable: true } as const
  const statement = (pattern: Expression) =>
    printSelect(
      select({
        items: [{ expression: countWhere(not(call('matches', column(field), pattern))), alias: 'm0' }],
        from: { kind: 'store', sql: 't', columns: ['a'] },
      }),
      postgresql,
    )
  assert.equal(statement(ownPattern('^(a+)+$')).matches_own_pattern, true)
  assert.equal(statement(text('^a')).matches_own_pattern, undefined)
})
