import { patientSeconds } from '../../attack/besieged-store.ts'
import { trinoAbsence } from '../../harness/trino-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedSchema } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'trino',
  stands_for: ['trino'],
  absence: trinoAbsence,
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, seconds: patientSeconds, integer: 'bigint' },
  besieged: { trino: besiegedSchema },
})
