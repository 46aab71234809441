import { connectors } from '../../src/connectors/registry.ts'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { sparkSource } from '../harness/spark-source.ts'
import { conforms, peopleRows, type Fixture } from './conformance.ts'

const types = {
  id: 'int',
  big: 'bigint',
  amount: 'decimal(10, 2)',
  name: 'string',
  active: 'boolean',
  born: 'date',
  seen: 'timestamp_ntz',
}

const cast = Object.entries(types).map(([name, type]) => `cast(${name} as ${type}) as ${name}`)

/** Makes the small table of the conformance. */
export const createPeople = `create table people using parquet as select ${cast.join(', ')} from (values ${peopleRows.map((row) => `(${row})`).join(', ')}) as rows_of(${Object.keys(types).join(', ')})`

/** How a query has many rows, works without end, and fails late. */
export const sparkSeries: Pick<Fixture, 'numbers' | 'slow' | 'failsLate'> = {
  numbers: (to, item) => `select ${item} from (select id as x from range(1, ${to} + 1))`,
  slow: 'select count(*) from range(100000000000) as one where hash(id) = 3',
  failsLate: 'select 1 / (id - 1200000) from range(1500000)',
}

/** Statements that neither it nor what is built on it may run. */
export const sparkRefused = [
  `select reflect('java.lang.System', 'nanoTime')`,
  "select `java_method`('java.lang.System', 'nanoTime')",
  `select transform(id) using 'cat' from people`,
  `select identifier('reflect')('java.lang.System', 'nanoTime')`,
  'select * from parquet.`/tmp`',
  'select * from text.`/etc/passwd`',
  'insert into people (id) values (4)',
  'with some as (select 4 as id) insert into people (id) select id from some',
  'from (select 4 as id) insert into people (id) select id',
  '/* /* */ select */ insert into people (id) values (4)',
  'delete from people',
  'set spark.sql.ansi.enabled=false',
  `execute immediate 'select 1'`,
  'show tables',
  'describe people',
  'analyze table people compute statistics',
  'begin select 1; end',
]

conforms(
  'a Spark schema',
  connectors.get('spark'),
  async (): Promise<Fixture> => {
    const source = await sparkSource()
    await source.run([createPeople])
    return {
      connection: source.connection,
      target: source.target,
      people: 'people',
      ...sparkSeries,
      refused: sparkRefused,
      close: source.close,
    }
  },
  sparkAbsence,
)
