import { defineStore } from '../../harness/try-store.ts'
import { scalars, slow } from './attacks.ts'
import { besiegedByReader, besiegedBySuperuser } from './besieged.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'postgresql',
  stands_for: ['postgresql'],
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'integer' },
  besieged: {
    'postgresql as a superuser': besiegedBySuperuser,
    'postgresql as a reader': besiegedByReader,
  },
})
