import { besiegedServer } from '../../attack/besieged-store.ts'
import { mysqlAbsence, mysqlSource } from '../../harness/mysql-source.ts'
import { defineStore } from '../../harness/try-store.ts'
import { exampleSql, examplesOn } from '../mariadb/examples.ts'
import { scalars, slow } from './attacks.ts'

export default defineStore({
  engine: 'mysql',
  stands_for: ['mysql'],
  absence: mysqlAbsence,
  sql: exampleSql,
  openExamples: examplesOn('mysql', mysqlSource),
  attacks: { scalars, slow, integer: 'signed' },
  besieged: { mysql: async (folder) => besiegedServer('mysql', folder, await mysqlSource()) },
})
