import { trinoAbsence } from '../../harness/trino-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql } from '../trino/examples.ts'
import { scalars, slow } from './attacks.ts'
import { openExamples } from './examples.ts'

export default defineStore({
  engine: 'athena',
  stands_for: ['athena'],
  absence: trinoAbsence,
  double: 'its interface in front of a server of Trino, on which it is built',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'bigint' },
  // The interface of a double has no walls of its own; those of the SQL are the ones of Trino, which is besieged itself.
  besieged: {},
})
