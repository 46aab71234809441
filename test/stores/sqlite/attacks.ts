import type { Target } from '../../attack/attacks.ts'

/** Scalars that must have no answer. */
export const scalars = ({ canary, folder }: Target): string[] => [
  `select load_extension('${canary}')`,
  `select "load_extension"('${canary}')`,
  `select readfile('${canary}')`,
  `select writefile('${folder}/out', 'x')`,
  `select edit('x')`,
  `select file from pragma_database_list`,
  `select file from "pragma_database_list"`,
  `select name from pragma_table_info('secrets')`,
  `select name from pragma_table_xinfo('secrets')`,
  `select * from pragma_query_only(0)`,
  `select * from pragma_journal_mode('wal')`,
  `select compile_options from pragma_compile_options`,
  `select name from pragma_function_list`,
  `select name from pragma_module_list`,
  `select data from sqlite_dbpage limit 1`,
  `select name from dbstat limit 1`,
  `select value from fsdir('${folder}')`,
  `select sqlite_attach('${canary}')`,
  `select fts3_tokenizer('simple')`,
  `select getenv('PATH')`,
  `select content from read_text('${canary}')`,
  `attach '${folder}/new.db' as new`,
  `vacuum into '${folder}/out.db'`,
  `pragma database_list`,
  `pragma query_only = 0`,
  `detach main`,
  `reindex`,
  `replace into victim values (1, 'x')`,
  `select count(*) from temp.nothing`,
  `select name from new.sqlite_schema`,
]

/** Work without end; each may be refused, run out of time or memory, or be cut short by the engine itself. */
export const slow: string[] = [
  'exists (with recursive w(n) as (select 1 union all select n + 1 from w) select 1 from w where n < 0)',
  'length(randomblob(2000000000)) = 1',
  "length(printf('%*d', 1500000000, 1)) = 1",
  'length(zeroblob(2000000000)) = 1',
  "length(replace(hex(zeroblob(100000000)), '0', 'xxxxxxxxxx')) = 1",
]
