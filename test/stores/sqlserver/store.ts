import { sqlglotAbsence } from '../../harness/sqlglot.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'sqlserver',
  stands_for: ['sqlserver'],
  absence: sqlglotAbsence,
  double: 'the protocol in front of DuckDB, to whose SQL sqlglot translates',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'bigint' },
  // A double that does not run the statements of SQL Server cannot be besieged.
  besieged: {},
})
