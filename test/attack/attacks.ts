/** What an attacker knows of the machine: a file that is not in the datastore, and where to write. */
export interface Target {
  /** A file that the server or service could read, whose content is a secret. */
  canary: string
  /** The folder that it lies in; nothing may be written into it. */
  folder: string
}

/** Expressions of one engine: those that must have no answer, those whose writing some engines see as text, and those that may have one if it comes in time. */
export interface Attacks {
  refused: string[]
  /** Writes inside what only some engines take for a text or a comment. */
  disguised: string[]
  slow: string[]
}

type Engine = 'duckdb' | 'sqlite' | 'postgresql' | 'mariadb'

/** Ways to end the expression, to add a statement, or to write, that no engine may take. */
const everywhere = ({ folder }: Target): string[] => {
  const writes = [
    'delete from victim',
    'drop table victim',
    'update victim set name = null',
    "insert into victim values (9, 'x')",
    'truncate table victim',
    'create table loot (a int)',
    'alter table victim add column z int',
    'create view loot as select 1',
    'commit',
    'rollback',
    'begin',
    'vacuum',
    'analyze',
    'grant all on victim to public',
    "copy victim to '/tmp/x'",
  ]
  return [
    ...writes.map((write) => `1 = 1; ${write}`),
    ...writes.slice(0, 8).map((write) => `1 = 1) ; ${write}; --`),
    ...writes.slice(0, 8).map((write) => `1 = 1; ${write}; select (1 = 1`),
    ...writes.slice(0, 6).map((write) => `exists (with w as (${write} returning 1) select * from w)`),
    ...writes.slice(0, 6).map((write) => `(${write}) is null`),
    ...writes.slice(0, 4).map((write) => `1 = 1 -- \r; ${write}`),
    ...writes.slice(0, 4).map((write) => `'a' = $$ ' $$ ; ${write}`),
    ...writes.slice(0, 4).map((write) => `1 = 1 union select 1; ${write}`),
    '1 = 1) union all select name, 1 from secrets --',
    '1 = 1) or exists (select 1 from secrets',
    ';',
    '1 = 1;;',
    '/* ',
    "'",
    '"',
    '(',
    ')',
    '1 = 1) limit 1 --',
    'pragma journal_mode = wal',
    'set statement_timeout = 0',
    'explain analyze delete from victim',
    'prepare p as delete from victim',
    'execute p',
    'call pg_sleep(1)',
    'do $$ begin delete from victim; end $$',
    `exists (select 1 into outfile '${folder}/out1' from victim)`,
    `(select 1 into dumpfile '${folder}/out2') = 1`,
    `load data infile '${folder}/canary.txt' into table victim`,
    'lock table victim',
    'name = \u0000',
    "name =\u00a0'x'; drop table victim",
    '{{ missing }} = 1',
  ]
}

const disguised = ['delete from victim', 'drop table victim', 'update victim set name = null'].flatMap(
  (write) => [
    `1 = 1 /* /* */ ; ${write} */`,
    `'\\' = ' ; ${write}; -- '''`,
    `1 = 1 # ' ; ${write}`,
    `'a' = $x$ ; ${write} $x$`,
  ],
)

/** Each scalar as a comparison, as an error that would show it, in a subquery, and behind comments. */
const asked = (scalars: readonly string[], asNumber: string): string[] =>
  scalars.flatMap((scalar) => [
    `(${scalar}) is not null`,
    `cast((${scalar}) as ${asNumber}) = 1`,
    `exists (select 1 from victim as v where cast((${scalar}) as ${asNumber}) = v.id)`,
    `id in (with w as (select ${scalar} as z) select 1 from w where z is not null)`,
    `/* a */ (${upperCased(scalar)}) /* b */ is not null -- end`,
  ])

/** Function names in capitals; texts keep their letters. */
const upperCased = (scalar: string): string =>
  scalar.replaceAll(/[a-z_]+(?=\s*\()/g, (name) => name.toUpperCase())

const duckdb = ({ canary, folder }: Target): string[] => [
  `select content from read_text('${canary}')`,
  `select content from "read_text"('${canary}')`,
  `select max(column0) from read_csv('${canary}', header = false)`,
  `select max(column0) from read_csv_auto('${canary}')`,
  `select content from read_blob('${canary}')`,
  `select max(column0) from '${canary}'`,
  `select max(json) from read_json_objects('${canary}')`,
  `select max(file) from glob('${folder}/*')`,
  `select max(file_name) from parquet_metadata('${canary}')`,
  `select 1 from sniff_csv('${canary}')`,
  `select max(value) from duckdb_settings()`,
  `select max(name) from duckdb_secrets()`,
  `select max(path) from duckdb_databases()`,
  `select max(path) from duckdb_temporary_files()`,
  `select max(extension_name) from duckdb_extensions()`,
  `select current_setting('temp_directory')`,
  `select "current_setting"('allowed_paths')`,
  `select max(value) from query('select value from duckdb_settings()')`,
  `select content from query('from read_text(''${canary}'')')`,
  `select max(content) from query_table('${canary}')`,
  `select 1 from checkpoint()`,
  `select 1 from force_checkpoint()`,
  `select 1 from enable_logging()`,
  `select max(file) from pragma_database_list()`,
  `select getenv('PATH')`,
  `select max(a) from json_execute_serialized_sql(json_serialize_sql('select 1 as a'))`,
  `select 1 from sqlite_scan('${canary}', 'x')`,
  `select 1 from postgres_scan('host=127.0.0.1', 'public', 'x')`,
  `select 1 from read_text('http://127.0.0.1:1/')`,
  `install httpfs`,
  `load json`,
  `attach '${folder}/new.db' as new`,
  `copy (select 1) to '${folder}/out.csv'`,
  `export database '${folder}/out'`,
]

const sqlite = ({ canary, folder }: Target): string[] => [
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

const postgresql = ({ canary, folder }: Target): string[] => [
  `select pg_read_file('${canary}')`,
  `select "pg_read_file"('${canary}')`,
  `select pg_catalog . pg_read_file('${canary}')`,
  `select pg_catalog."pg_read_file"('${canary}')`,
  `select U&"\\0070g_read_file"('${canary}')`,
  `select convert_from(pg_read_binary_file('${canary}'), 'UTF8')`,
  `select max(f) from pg_ls_dir('${folder}') as f`,
  `select size from pg_stat_file('${canary}')`,
  `select lo_import('${canary}')`,
  `select lo_export(1, '${folder}/out')`,
  `select lo_creat(-1)`,
  `select lo_from_bytea(0, 'x')`,
  `select pg_sleep(1)`,
  `select "pg_sleep"(1)`,
  `select pg_sleep_for('1 second')`,
  `select max(a) from dblink('dbname=postgres', 'select 1') as t (a int)`,
  `select set_config('statement_timeout', '0', false)`,
  `select set_config('role', 'none', true)`,
  `select "set_config"('transaction_read_only', 'off', true)`,
  `select current_setting('data_directory')`,
  `select pg_terminate_backend(pg_backend_pid())`,
  `select max(pid) from (select pg_cancel_backend(pid), pid from pg_stat_activity) as p`,
  `select max(query) from pg_stat_activity`,
  `select pg_advisory_lock(1)`,
  `select pg_try_advisory_xact_lock(1)`,
  `select nextval('counter')`,
  `select setval('counter', 99)`,
  `select pg_notify('c', 'x')`,
  `select pg_reload_conf()`,
  `select pg_switch_wal()`,
  `select pg_logical_emit_message(true, 'a', 'b')`,
  `select max(rolpassword) from pg_authid`,
  `select max(passwd) from pg_catalog."pg_shadow"`,
  `select max(setting) from pg_settings`,
  `select max(sourcefile) from pg_file_settings`,
  `select query_to_xml('select set_config(''role'', ''none'', true)', true, true, '')`,
  `select "query_to_xml"('select pg_read_file(''${canary}'')', true, true, '')`,
  `select max(word) from ts_stat('select to_tsvector(pg_read_file(''${canary}''))')`,
  `select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')`,
  `select database_to_xml(true, true, '')`,
  `copy (select 1) to program 'touch ${folder}/out'`,
  `copy victim from '${canary}'`,
  `select 1 from victim for update`,
  `listen c`,
  `reset role`,
]

const mariadb = ({ canary, folder }: Target): string[] => [
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
const bombs: Record<Engine, string[]> = {
  duckdb: [
    'exists (with recursive w(n) as (select 1 union all select n + 1 from w) select 1 from w where n < 0)',
    '(select count(*) from range(1000000000000) as a, range(1000000) as b where a.range % 7 = b.range % 11) = 1',
    "length(repeat('x', 1000000000)) = 1",
    "length(lpad('x', 200000000, 'y')) = 1",
    'len(range(1000000000)) = 1',
    'len(generate_series(1, 1000000000, 2)) = 1',
    "bit_count(bitstring('1', 800000000)) = 1",
    'len(list_resize([1], 1000000000)) = 1',
    "length(system.main.repeat('x', 1000000000)) = 1",
    'len(main."range"(1000000000)) = 1',
    '(select count(*) from victim a, range(100000000) b, range(100000) c where hash(b.range, c.range) = 1) > 0',
    "regexp_matches(repeat('a', 100000), '^(a+)+$')",
  ],
  sqlite: [
    'exists (with recursive w(n) as (select 1 union all select n + 1 from w) select 1 from w where n < 0)',
    'length(randomblob(2000000000)) = 1',
    "length(printf('%*d', 1500000000, 1)) = 1",
    'length(zeroblob(2000000000)) = 1',
    "length(replace(hex(zeroblob(100000000)), '0', 'xxxxxxxxxx')) = 1",
  ],
  postgresql: [
    'exists (with recursive w(n) as (select 1::bigint union all select n + 1 from w) select 1 from w where n < 0)',
    '(select count(*) from generate_series(1, 100000000) as a, generate_series(1, 100000) as b) = 1',
    "length(repeat('x', 2000000000)) = 1",
    "repeat('a', 40) ~ '^((a+)*)*(\\1)*b$'",
    '(select max(g) from generate_series(1, 1000000000000) as g) = 1',
  ],
  mariadb: [
    'exists (with recursive w as (select 1 as n union all select n + 1 from w) select 1 from w where n < 0)',
    "length(repeat('x', 2000000000)) = 1",
    '(select count(*) from information_schema.columns a, information_schema.columns b, information_schema.columns c) = 1',
    "repeat('a', 4000) regexp '^(a+)+b$'",
    "length(rpad('x', 4000000000, 'y')) = 1",
  ],
}

const own = { duckdb, sqlite, postgresql, mariadb }
const integers = { duckdb: 'integer', sqlite: 'blob', postgresql: 'integer', mariadb: 'signed' }

export const attacksOn = (engine: Engine, target: Target): Attacks => ({
  refused: [...everywhere(target), ...asked(own[engine](target), integers[engine])],
  disguised,
  slow: bombs[engine],
})
