import { connectors } from '../../src/connectors/registry.ts'
import { athenaTables } from '../harness/athena-tables.ts'
import { trinoAbsence } from '../harness/trino-source.ts'
import { conforms, type Fixture } from './conformance.ts'
import { createPeople, trinoSeries } from './trino.fixture.ts'

conforms(
  'a double of Amazon Athena, which is its interface in front of a Trino',
  connectors.get('athena'),
  async (): Promise<Fixture> => {
    const { double, run, close } = await athenaTables()
    await run([createPeople])
    return {
      connection: double.connection,
      target: double.target,
      people: 'people',
      ...trinoSeries,
      refused: [
        'select * from table(sequence(1, 3))',
        `select * from table(lake.system.query(query => 'select 1'))`,
        'with function one() returns bigint return 1 select one()',
        'select count(*) from information_schema.tables',
        'insert into people (id) values (4)',
        'delete from people',
        `unload (select 1) to 's3://elsewhere/' with (format = 'json')`,
        `using external function f(a varchar) returns varchar lambda 'f' select f('a')`,
        `execute immediate 'select 1'`,
        'show tables',
        'msck repair table people',
      ],
      close,
    }
  },
  trinoAbsence,
  'double',
)
