import { besiegedServer } from '../../attack/besieged-store.ts'
import { redshiftDouble, redshiftDoubleAbsence } from '../../harness/redshift-double.ts'
import { defineStore } from '../../harness/try-store.ts'
import { rowsOn } from '../postgresql/besieged.ts'
import { scalars, slow } from './attacks.ts'
import { exampleSql, openExamples } from './examples.ts'

export default defineStore({
  engine: 'redshift',
  stands_for: ['redshift'],
  absence: redshiftDoubleAbsence,
  double: 'a PostgreSQL to which its views and functions were added',
  sql: exampleSql,
  openExamples,
  attacks: { scalars, slow, integer: 'integer' },
  besieged: {
    'redshift on a double': async (folder) => {
      const source = await redshiftDouble()
      const run = (statements: readonly string[]) => rowsOn(source.url, statements)
      return besiegedServer(
        'redshift',
        folder,
        { ...source, run },
        { tables: 'select table_name from svv_tables order by 1' },
      )
    },
  },
})
