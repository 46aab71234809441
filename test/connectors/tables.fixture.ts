import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { countable, endless, mysqlAbsence, mysqlSource } from '../harness/mysql-source.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'
import { conforms, duckdbSeries, peopleRows, type Fixture } from './conformance.ts'

const people = `people (id integer not null, big bigint, amount decimal(10, 2), name varchar(80), active boolean, born date, seen timestamp)`
const inserts = peopleRows.map((row) => `insert into people values (${row})`)
const recursive = (to: number, item: string): string =>
  `with recursive numbers(x) as (select 1 union all select x + 1 from numbers where x < ${to}) select ${item} from numbers`
const series = { numbers: recursive, slow: recursive(2_000_000_000, 'count(*)') }
const noTarget = { database: null, schema: null, root_path: null }

conforms('a DuckDB database', connectors.get('duckdb'), async (folder): Promise<Fixture> => {
  const uri = join(folder, 'shop.duckdb')
  const instance = await DuckDBInstance.create(uri)
  const writer = await instance.connect()
  for (const sql of [`create table ${people}`, ...inserts]) await writer.run(sql)
  writer.closeSync()
  instance.closeSync()
  return {
    connection: { uri },
    target: noTarget,
    people: 'people',
    ...duckdbSeries,
    refused: [
      'install httpfs',
      `load 'httpfs'`,
      `copy people to '${folder}/out.csv'`,
      `select * from read_text('/etc/passwd')`,
      `select * from read_csv('${folder}/../*')`,
      `select * from '/etc/passwd'`,
      `select * from query('delete from people')`,
      'call pragma_version()',
      'export database elsewhere',
    ],
    close: async () => undefined,
  }
})

conforms('an SQLite database', connectors.get('sqlite'), async (folder): Promise<Fixture> => {
  const uri = join(folder, 'shop.sqlite')
  const writer = new DatabaseSync(uri)
  for (const sql of [`create table ${people}`, ...inserts]) writer.exec(sql)
  writer.close()
  return {
    connection: { uri },
    target: noTarget,
    people: 'people',
    ...series,
    refused: [
      'vacuum',
      `vacuum into '${folder}/copy.sqlite'`,
      `select load_extension('/tmp/x.so')`,
      `select * from pragma_journal_mode('wal')`,
      `select assay_matches('a', '(')`,
      'select * from pragma_database_list',
      `select * from pragma_table_info('people')`,
      'create temp table kept (a)',
      'reindex',
    ],
    failsLate: recursive(20_000, 'abs(case when x = 9000 then -9223372036854775807 - 1 else x end)'),
    close: async () => undefined,
  }
})

conforms('a PostgreSQL database', connectors.get('postgresql'), async (): Promise<Fixture> => {
  const source = await postgresSource()
  await onServer(source.url, [`create table ${people}`, ...inserts])
  return {
    connection: source.connection,
    target: source.target,
    people: 'people',
    ...series,
    refused: [
      `copy people to '/tmp/out.csv'`,
      `select pg_read_file('/etc/passwd')`,
      `select set_config('transaction_read_only', 'off', true)`,
      'select * into kept from people',
      'select * from people for update',
      `select lo_create(0)`,
      'listen something',
      `do $$ begin end $$`,
    ],
    failsLate: recursive(20_000, `cast(case when x = 9000 then 'bad' else '1' end as integer)`),
    close: source.close,
  }
})

/** What others call a timestamp: a time in no zone, with fractions. */
const peopleOfMysql = people.replace('timestamp', 'datetime(6)')
const refusedByMysql = [
  `select 1 into outfile '/tmp/out.csv'`,
  `select 1 into @kept`,
  `select load_file('/etc/passwd')`,
  `select sleep(600)`,
  'select * from people for update',
  'select * from people lock in share mode',
  'do sleep(1)',
  'set @kept = 1',
  'call anything()',
  'handler people open',
  'lock tables people write',
  "load data infile '/etc/passwd' into table people",
  `/*! insert into people values (4) */`,
  `select 1 /*! into outfile '/tmp/out.csv' */`,
  'show tables',
]

for (const type of ['mariadb', 'mysql']) {
  conforms(
    `a MariaDB database by the connection type ${type}`,
    connectors.get(type),
    async (): Promise<Fixture> => {
      const source = await mariadbSource()
      await source.run([`create table ${peopleOfMysql}`, ...inserts])
      return {
        connection: source.connection,
        target: source.target,
        people: 'people',
        numbers: (to, item) => `select ${item} from (select seq as x from seq_1_to_${to}) as numbers`,
        slow: 'select count(*) from seq_1_to_1000000000 a join seq_1_to_1000000000 b on a.seq * b.seq = 3',
        failsLate: `select (select 1 from seq_1_to_2 as more where more.seq <= cast(x.seq as signed) - 8999 or more.seq = 1) from seq_1_to_20000 as x`,
        refused: refusedByMysql,
        close: source.close,
      }
    },
    mariadbAbsence,
  )
}

for (const type of ['mysql', 'mariadb']) {
  conforms(
    `a database of MySQL itself by the connection type ${type}`,
    connectors.get(type),
    async (): Promise<Fixture> => {
      const source = await mysqlSource()
      await source.run([`create table ${peopleOfMysql}`, ...inserts])
      return {
        connection: source.connection,
        target: source.target,
        people: 'people',
        numbers: (to, item) => `select ${item} from ${countable} where x <= ${to}`,
        slow: `select count(*) from ${endless}`,
        failsLate: `select (select 1 from (select 1 as n union all select 2) as more where more.n <= cast(numbers.x as signed) - 8999 or more.n = 1) from ${countable}`,
        refused: [...refusedByMysql, 'select * from people for share'],
        close: source.close,
      }
    },
    mysqlAbsence,
  )
}
