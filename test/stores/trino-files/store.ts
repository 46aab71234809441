import { defineStore } from '../../harness/try-store.ts'
import { openEvaluated } from '../../harness/engine-examples.ts'
import { trinoFiles, trinoFilesAbsence } from '../../harness/trino-files.ts'
import { exampleSql } from '../duckdb/examples.ts'
import { scalars, slow } from '../trino/attacks.ts'

// What an attacker would try is tried on the store `trino`, whose statements go the same way.
export default defineStore({
  engine: 'trino-files',
  stands_for: [],
  absence: trinoFilesAbsence,
  sql: exampleSql,
  openExamples: async (...asked) => openEvaluated('trino', await trinoFiles(), ...asked),
  attacks: { scalars, slow, integer: 'bigint' },
  besieged: {},
})
