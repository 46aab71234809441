import { openEvaluated } from '../../harness/engine-examples.ts'
import { sparkAbsence } from '../../harness/spark-absence.ts'
import { sparkFiles } from '../../harness/spark-files.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../duckdb/examples.ts'
import { scalars, slow } from '../spark/attacks.ts'

// What an attacker would try is tried on the store `spark`, whose statements go the same way.
export default defineStore({
  engine: 'spark-files',
  stands_for: [],
  absence: sparkAbsence,
  sql: exampleSql,
  openExamples: async (...asked) => openEvaluated('spark', await sparkFiles(), ...asked),
  attacks: { scalars, slow, integer: 'bigint' },
  besieged: {},
})
