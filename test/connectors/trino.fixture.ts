import { connectors } from '../../src/connectors/registry.ts'
import { trinoAbsence, trinoSource } from '../harness/trino-source.ts'
import { conforms, peopleRows, type Fixture } from './conformance.ts'

const types = {
  id: 'integer',
  big: 'bigint',
  amount: 'decimal(10, 2)',
  name: 'varchar',
  active: 'boolean',
  born: 'date',
  seen: 'timestamp(6)',
}

const columns = Object.keys(types).join(', ')
const cast = Object.entries(types).map(([name, type]) => `cast(${name} as ${type}) as ${name}`)

/** The table, as a statement of Trino. */
export const createPeople = `create table people as select ${cast.join(', ')} from (values ${peopleRows.map((row) => `(${row})`).join(', ')}) as rows_of(${columns})`

/** The queries of an engine that is Trino. */
export const trinoSeries: Pick<Fixture, 'numbers' | 'slow' | 'failsLate'> = {
  numbers: (to, item) =>
    `select ${item} from (select (a - 1) * 1000 + b as x from unnest(sequence(1, 100)) as hundreds (a) cross join unnest(sequence(1, 1000)) as ones (b)) where x <= ${to}`,
  slow: 'select count(*) from tpch.sf100000.lineitem where orderkey * 2 = 3',
  failsLate: `select 1 / (orderkey - 1200000) from tpch.sf1.orders`,
}

conforms(
  'a Trino schema',
  connectors.get('trino'),
  async (): Promise<Fixture> => {
    const source = await trinoSource()
    await source.run([createPeople])
    return {
      connection: source.connection,
      target: source.target,
      people: 'people',
      ...trinoSeries,
      refused: [
        `select * from table(sequence(1, 3))`,
        `select * from table(memory.system.query(query => 'select 1'))`,
        `with function one() returns bigint return 1 select one()`,
        'select count(*) from system.runtime.nodes',
        'select count(*) from information_schema.tables',
        'insert into people (id) values (4)',
        'delete from people',
        'call system.runtime.kill_query(query_id => null)',
        'set session query_max_run_time = 1d',
        `execute immediate 'select 1'`,
        'show tables',
        'describe people',
        'analyze people',
      ],
      close: source.close,
    }
  },
  trinoAbsence,
)
