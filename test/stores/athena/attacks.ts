export { slow } from '../trino/attacks.ts'

/** Scalars that must have no answer. */
export const scalars = (): string[] => [
  'select count(*) from table(sequence(1, 3))',
  `select count(*) from TABLE /* */ (lake.system.query(query => 'drop table victim'))`,
  'with function one() returns bigint return 1 select one()',
  "using external function reach(a varchar) returns varchar lambda 'reach' select reach('a')",
  'select table_name from information_schema.tables limit 1',
  'select U&"\\0061"',
  `select ‘a’`,
  'insert into victim values (9)',
  `unload (select 1) to 's3://elsewhere/' with (format = 'json')`,
  'create table kept as select 1 as a',
  `execute immediate 'select 1'`,
  'prepare a from select 1',
  'msck repair table victim',
]
