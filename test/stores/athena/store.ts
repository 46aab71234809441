import { patientSeconds } from '../../attack/besieged-store.ts'
import { trinoAbsence } from '../../harness/trino-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../trino/examples.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedDouble } from './besieged.ts'
import { openExamples } from './examples.ts'

export default defineStore({
  engine: 'athena',
  stands_for: ['athena'],
  absence: trinoAbsence,
  double: 'its interface in front of a server of Trino, on which it is built',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, seconds: patientSeconds, integer: 'bigint' },
  besieged: { 'athena on a double': besiegedDouble },
})
