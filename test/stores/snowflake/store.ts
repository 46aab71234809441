import { sqlglotAbsence } from '../../harness/sqlglot.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../duckdb/examples.ts'
import { scalars, slow } from './attacks.ts'
import { openExamples } from './examples.ts'

export default defineStore({
  engine: 'snowflake',
  stands_for: ['snowflake'],
  absence: sqlglotAbsence,
  double: 'its SQL API in front of DuckDB, to whose SQL sqlglot translates',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'number(38, 0)' },
  // A double that does not run the statements of Snowflake cannot be besieged.
  besieged: {},
})
