import { patientSeconds } from '../../attack/besieged-store.ts'
import { sparkAbsence } from '../../harness/spark-absence.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../spark/examples.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedDouble } from './besieged.ts'
import { openExamples } from './examples.ts'

export default defineStore({
  engine: 'databricks',
  stands_for: ['databricks'],
  absence: sparkAbsence,
  double: 'its interface in front of a server of Spark, on which it is built',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, seconds: patientSeconds, integer: 'bigint' },
  besieged: { 'databricks on a double': besiegedDouble },
})
