/** Scalars that must have no answer. */
export const scalars = (): string[] => [
  `select reflect('java.lang.System', 'getenv', 'PATH')`,
  `select \`java_method\`('java.lang.System', 'nanoTime')`,
  `select "try_reflect"('java.lang.System', 'nanoTime')`,
  `select builtin.reflect('java.lang.System', 'nanoTime')`,
  `select identifier('reflect')('java.lang.System', 'nanoTime')`,
  `select transform(1) using 'cat'`,
  `select 1 -- \\\n, (select reflect('java.lang.System', 'nanoTime'))`,
  `select r'\\', reflect('java.lang.System', 'nanoTime') || ''`,
  `select value from text.\`/etc/passwd\` limit 1`,
  `select count(*) from parquet.\`/tmp\``,
  `with some as (select 9 as id) insert into victim select id from some`,
  `from (select 9 as id) insert into victim select id`,
  `insert into victim values (9)`,
  `set spark.sql.ansi.enabled = false`,
  `select from_protobuf(unhex('00'), 'm', '/etc/passwd')`,
  `execute immediate 'select 1'`,
  `begin select 1; end`,
  `grant select on secrets to assay`,
  // Such take all memory of a server, which may end over it.
  `select length(rpad('x', 2000000000, 'y'))`,
  `select length(format_string('%2000000000d', 1))`,
  `select size(sequence(1, 2000000000))`,
]

/** Work without end; each may be refused, or run out of time or memory. */
export const slow: string[] = [
  '(select count(*) from range(100000000000) as one where hash(id) = 3) = 1',
  "length(repeat('x', 2000000000)) = 1",
  'size(array_repeat(1, 2000000000)) = 1',
]
