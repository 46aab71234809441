import { clickhouseAbsence } from '../../harness/clickhouse-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedDatabase } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'clickhouse',
  stands_for: ['clickhouse'],
  absence: clickhouseAbsence,
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'Int64' },
  besieged: { clickhouse: besiegedDatabase },
})
