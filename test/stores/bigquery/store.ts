import { sqlglotAbsence } from '../../harness/sqlglot.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../duckdb/examples.ts'
import { scalars, slow } from './attacks.ts'
import { openExamples } from './examples.ts'

export default defineStore({
  engine: 'bigquery',
  stands_for: ['bigquery'],
  absence: sqlglotAbsence,
  double: 'its interface in front of DuckDB, to whose SQL sqlglot translates',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'int64' },
  // A double that does not run the statements of BigQuery cannot be besieged.
  besieged: {},
})
