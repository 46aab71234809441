import { connectors } from '../../src/connectors/registry.ts'
import { clickhouseAbsence, clickhouseSource } from '../harness/clickhouse-source.ts'
import { conforms, peopleRows, type Fixture } from './conformance.ts'

const people = `people (id Int32 not null, big Int64, amount Decimal(10, 2), name LowCardinality(Nullable(String)) not null, active Bool, born Date32, seen DateTime64(6)) engine = MergeTree order by id`

conforms(
  'a ClickHouse database',
  connectors.get('clickhouse'),
  async (): Promise<Fixture> => {
    const source = await clickhouseSource()
    await source.run([
      `create table ${people}`,
      ...peopleRows.map((row) => `insert into people values (${row})`),
    ])
    return {
      connection: source.connection,
      target: source.target,
      people: 'people',
      numbers: (to, item) => `select ${item} from (select number + 1 as x from numbers(${to}))`,
      slow: 'select count() from numbers(9000000000000000) where number * number = 3',
      failsLate: `select throwIf(x = 90000) from (select number as x from numbers(200000))`,
      refused: [
        `select * from file('/etc/passwd', 'LineAsString')`,
        `select file('/etc/passwd')`,
        `select * from url('http://127.0.0.1:1/', 'LineAsString')`,
        `select * from remote('127.0.0.1:1', system.one)`,
        `select * from cluster('default', system.one)`,
        `select * from mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
        `select * from s3('http://127.0.0.1:1/a.csv')`,
        `select * from executable('cat', 'CSV', 'a String')`,
        "select * from merge(currentDatabase(), 'people')",
        'select count() from system.users',
        'select sleep(3)',
        'select 1 settings readonly = 0',
        'insert into people (id) values (4)',
        'alter table people delete where 1',
        'system flush logs',
        'set readonly = 0',
        'show tables',
      ],
      close: source.close,
    }
  },
  clickhouseAbsence,
)
