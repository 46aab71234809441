import { mariadbAbsence, mariadbSource } from '../../harness/mariadb-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedDatabase } from './besieged.ts'
import { exampleSql, examplesOn } from './examples.ts'

export default defineStore({
  engine: 'mariadb',
  stands_for: ['mariadb'],
  absence: mariadbAbsence,
  sql: exampleSql,
  openExamples: examplesOn('mariadb', mariadbSource),
  attacks: { scalars, slow, integer: 'signed' },
  besieged: { mariadb: besiegedDatabase },
})
