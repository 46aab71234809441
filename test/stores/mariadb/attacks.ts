import type { Target } from '../../attack/attacks.ts'

/** Scalars that must have no answer. */
export const scalars = ({ canary, folder }: Target): string[] => [
  `select load_file('${canary}')`,
  `select \`load_file\`('${canary}')`,
  `select load_file(concat('${folder}', '/canary.txt'))`,
  `select load_file /* x */ ('${canary}')`,
  `select sleep(1)`,
  `select \`sleep\`(1)`,
  `select benchmark(1000000000, md5('a'))`,
  `select get_lock('a', 1)`,
  `select \`get_lock\`('a', 1)`,
  `select release_all_locks()`,
  `select master_pos_wait('a', 1)`,
  `select sys_exec('touch ${folder}/out')`,
  `select sys_eval('cat ${canary}')`,
  `select nextval(counter)`,
  `select next value for counter`,
  `select setval(counter, 99)`,
  `select @@datadir`,
  `select @@global.secure_file_priv`,
  `select @a := 1`,
  `select 1 from victim into outfile '${folder}/out'`,
  `select 1 from victim into dumpfile '${folder}/out'`,
  `select 1 from victim into @a`,
  `select 1 from victim for update`,
  `select 1 from victim lock in share mode`,
  `select authentication_string from mysql.user limit 1`,
  `select Priv from mysql.global_priv limit 1`,
  `select count(*) from mysql.general_log`,
  `/*! select sleep(1) */`,
  `/*M!100000 sleep(1) */`,
  `load data local infile '${canary}' into table victim`,
  `handler victim open`,
  `set global general_log = 1`,
  `kill 1`,
  `flush tables`,
]

/** Work without end; each may be refused, run out of time or memory, or be cut short by the engine itself. */
export const slow: string[] = [
  'exists (with recursive w as (select 1 as n union all select n + 1 from w) select 1 from w where n < 0)',
  "length(repeat('x', 2000000000)) = 1",
  '(select count(*) from information_schema.columns a, information_schema.columns b, information_schema.columns c) = 1',
  "repeat('a', 4000) regexp '^(a+)+b$'",
  "length(rpad('x', 4000000000, 'y')) = 1",
]
