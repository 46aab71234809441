import type { Target } from '../../attack/attacks.ts'
import { scalars as ofFamily } from '../mariadb/attacks.ts'

export { slow } from '../mariadb/attacks.ts'

/** Scalars that must have no answer: those of MariaDB, and what only MySQL has. */
export const scalars = (target: Target): string[] => [
  ...ofFamily(target),
  `select release_lock('a')`,
  `select source_pos_wait('a', 1)`,
  `select wait_for_executed_gtid_set('3e11fa47-71ca-11e1-9e33-c80aa9429562:1', 1)`,
  `select 1 from victim for share`,
  `select 1 from victim for update skip locked`,
  `table victim into outfile '${target.folder}/out'`,
  `select @@global.secure_file_priv`,
  `select count(*) from performance_schema.global_variables where variable_name = 'datadir' and @@datadir <> ''`,
  `select ps_current_thread_id() into @a`,
  `set persist max_connections = 1`,
  `clone local data directory = '${target.folder}/clone'`,
  `do sleep(1)`,
]
