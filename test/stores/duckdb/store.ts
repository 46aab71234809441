import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedFiles } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'duckdb',
  stands_for: ['duckdb', 'local', 's3', 'gcs', 'abfs'],
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'integer' },
  besieged: { duckdb: besiegedFiles },
})
