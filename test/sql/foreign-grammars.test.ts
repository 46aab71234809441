import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { Sqlglot, sqlglotAbsence } from '../harness/sqlglot.ts'

/** What sqlglot calls the languages of our dialects; those of DuckDB and the others that run in the tests are judged there. */
const grammars: Record<string, string> = {
  athena: 'athena',
  bigquery: 'bigquery',
  databricks: 'databricks',
  oracle: 'oracle',
  redshift: 'redshift',
  snowflake: 'snowflake',
  sqlserver: 'tsql',
  trino: 'trino',
}

/** A block of a golden file is the name of a dialect and its statements, each with what it is asked for before and its values behind it. */
const block = /^-- (\w+)\n((?:(?!-- \w+\n)[\s\S])*?)(?=\n\n|\n-- \w+\n|$(?![\s\S]))/gm
const statement = /\/\* ([^*]+) \*\/ ([\s\S]*?);(?: -- .*)?$/gm

function* goldenStatements(dialect: string): Generator<{ file: string; sql: string }> {
  for (const file of globSync('test/sql/golden/*.sql').toSorted()) {
    for (const [, name, statements = ''] of readFileSync(file, 'utf8').matchAll(block)) {
      if (name !== dialect) continue
      for (const [, what = '', expression = ''] of statements.matchAll(statement)) {
        const isCondition = what === 'failing'
        yield {
          file,
          sql: `select ${isCondition ? `case when ${expression} then 1 end` : expression} from t`,
        }
      }
    }
  }
}

describe('grammars that others wrote read the SQL of rules (sqlglot)', { skip: sqlglotAbsence }, () => {
  let glot: Sqlglot | null = null
  after(() => glot?.close())

  for (const [dialect, grammar] of Object.entries(grammars)) {
    test(`every golden statement of ${dialect} is one of ${grammar}`, async () => {
      glot ??= new Sqlglot()
      const faults: string[] = []
      let read = 0
      for (const { file, sql } of goldenStatements(dialect)) {
        const answer = await glot.translate(sql, grammar)
        if ('error' in answer) faults.push(`${file}: ${answer.error}\n${sql}`)
        read += 1
      }
      assert.deepEqual(faults, [])
      assert.ok(read > 80, `only ${read} statements were found`)
    })
  }

  test('what is no SQL of a grammar is not read', async () => {
    glot ??= new Sqlglot()
    for (const grammar of Object.values(grammars)) {
      const answer = await glot.translate('select case when (a = 1 then 1 end from t', grammar)
      assert.ok('error' in answer, grammar)
    }
  })
})
