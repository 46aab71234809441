import { connectors } from '../../src/connectors/registry.ts'
import { onServer } from '../harness/postgres-source.ts'
import { redshiftDouble } from '../harness/redshift-double.ts'
import { conforms, peopleRows, type Fixture } from './conformance.ts'

conforms(
  'a double of Amazon Redshift, which is a PostgreSQL with its views',
  connectors.get('redshift'),
  async (): Promise<Fixture> => {
    const source = await redshiftDouble()
    await onServer(source.url, [
      'create table people (id integer not null, big bigint, amount decimal(10, 2), name varchar(80), active boolean, born date, seen timestamp)',
      ...peopleRows.map((row) => `insert into people values (${row})`),
    ])
    const recursive = (to: number, item: string): string =>
      `with recursive numbers(x) as (select 1 union all select x + 1 from numbers where x < ${to}) select ${item} from numbers`
    return {
      connection: source.connection,
      target: source.target,
      people: 'people',
      numbers: recursive,
      slow: recursive(2_000_000_000, 'count(*)'),
      failsLate: recursive(20_000, `cast(case when x = 9000 then 'bad' else '1' end as integer)`),
      refused: [
        `unload ('select * from people') to 's3://elsewhere/' iam_role default`,
        `copy people from 's3://elsewhere/' iam_role default`,
        'select * into kept from people',
        'select * from people for update',
        'call anything()',
        'vacuum people',
        'show all',
      ],
      close: source.close,
    }
  },
  false,
  'double',
)
