import { patientSeconds } from '../../attack/besieged-store.ts'
import { sparkAbsence } from '../../harness/spark-absence.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedSchema } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'spark',
  stands_for: ['spark'],
  absence: sparkAbsence,
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, seconds: patientSeconds, integer: 'bigint' },
  besieged: { spark: besiegedSchema },
})
