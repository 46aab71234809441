import type { Target } from '../../attack/attacks.ts'

/** Scalars that must have no answer. */
export const scalars = ({ canary, folder }: Target): string[] => [
  `select file('${canary}')`,
  `select \`file\`('${canary}')`,
  `select line from file('${canary}', 'LineAsString')`,
  `select * from url('http://127.0.0.1:1/', 'LineAsString')`,
  `select * from s3('http://127.0.0.1:1/x', 'LineAsString')`,
  `select * from remote('127.0.0.1', system.one)`,
  `select * from mysql('127.0.0.1:3306', 'a', 'b', 'c', 'd')`,
  `select * from executable('cat ${canary}', 'LineAsString', 'x String')`,
  `select sleep(1)`,
  `select sleepEachRow(1)`,
  `select hostName()`,
  `select getSetting('readonly')`,
  `select getServerPort('http_port')`,
  `select value from system.settings limit 1`,
  `select query from system.processes limit 1`,
  `select arrayJoin([1, 2])`,
  `select 1 array join [1, 2] as a`,
  `select 1 settings readonly = 0`,
  `select 1 into outfile '${folder}/out'`,
  `select 1 format Null`,
  `select ‘a’`,
  `insert into victim values (9)`,
  `system shutdown`,
  `set readonly = 0`,
  `kill query where 1`,
  `attach table a from '${folder}' (a Int8) engine = File(TSV)`,
]

/** Work without end; each may be refused, run out of time or memory, or be cut short by the engine itself. */
export const slow: string[] = [
  '(select count() from numbers(9000000000000000)) = 1',
  "length(repeat('x', 20000000000)) = 1",
  'length(range(100000000000)) = 1',
]
