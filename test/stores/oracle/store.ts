import { sqlglotAbsence } from '../../harness/sqlglot.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'oracle',
  stands_for: ['oracle'],
  absence: sqlglotAbsence,
  double: 'its driver in front of DuckDB, to whose SQL sqlglot translates',
  sql: exampleSql,
  lacks_empty_texts: true,
  lacks_days: true,
  unlike: {
    'beforeDateTime: dates are compared by days': 'its dates have a time',
    'betweenTimes: dates, with an open end': 'its dates have a time',
    'distinctCount: equal by default; NULL is not counted, the empty text is': 'it keeps no empty texts',
  },
  openExamples,
  attacks: { scalars, slow, integer: 'number(38, 0)' },
  // A double that does not run the statements of Oracle cannot be besieged.
  besieged: {},
})
