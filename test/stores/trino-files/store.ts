import { defineStore } from '../../harness/try-store.ts'
import { trinoFilesAbsence } from '../../harness/trino-files.ts'
import { exampleSql } from '../duckdb/examples.ts'
import { scalars, slow } from '../trino/attacks.ts'
import { openExamples } from './examples.ts'

// What an attacker would try is tried on the store `trino`, whose statements go the same way.
export default defineStore({
  engine: 'trino-files',
  stands_for: [],
  absence: trinoFilesAbsence,
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'bigint' },
  besieged: {},
})
