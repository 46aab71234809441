import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedFile } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'sqlite',
  stands_for: ['sqlite'],
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'blob' },
  besieged: { sqlite: besiegedFile },
})
