/** Scalars that must have no answer. */
export const scalars = (): string[] => [
  `select count(*) from table(sequence(1, 3))`,
  `select count(*) from TABLE /* */ (memory.system.query(query => 'drop table victim'))`,
  `with function one() returns bigint return 1 select one()`,
  `select node_id from system.runtime.nodes limit 1`,
  `select query from "system"."runtime".queries limit 1`,
  `select table_name from information_schema.tables limit 1`,
  `select property_value from system.metadata.catalogs limit 1`,
  `select U&"\\0061"`,
  `select ‘a’`,
  `insert into victim values (9)`,
  `call system.runtime.kill_query(query_id => null)`,
  `set session query_max_run_time = '1d'`,
  `with session query_max_run_time = '1d' select 1`,
  `execute immediate 'select 1'`,
  `prepare a from select 1`,
  `grant select on secrets to assay`,
  // Over each of these a server of the tests has ended.
  `select length(rpad('x', 2000000000, 'x'))`,
  `select length(format('%2000000000d', 1))`,
]

/** Work without end; each may be refused, or run out of time or memory. */
export const slow: string[] = [
  '(select count(*) from tpch.sf100000.lineitem where orderkey * 2 = 3) = 1',
  "length(rpad('x', 2000000000, 'x')) = 1",
  'cardinality(repeat(1, 2000000000)) = 1',
]
