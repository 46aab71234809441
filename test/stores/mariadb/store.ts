import { mariadbAbsence } from '../../harness/mariadb-absence.ts'
import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedDatabase } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'mariadb',
  // No machine of ours has a server of MySQL; the two share a family of dialects.
  stands_for: ['mariadb', 'mysql'],
  absence: mariadbAbsence,
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'signed' },
  besieged: { mariadb: besiegedDatabase },
})
