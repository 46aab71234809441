import { escapeLiteral } from 'pg'
import type { Dialect } from '../../sql/dialect.ts'
import { postgresql } from '../../sql/dialects/postgresql.dialect.ts'
import { ownCodeSql } from './own-code.ts'
import { postgresqlPlace, type PostgresqlPlace } from './connection.ts'
import { serverTypesSql } from './server-types.ts'

/** What differs between servers that speak the protocol of PostgreSQL. */
export interface PostgresqlKind extends PostgresqlPlace {
  dialect: Dialect
  /**
   * Begins a guarded transaction; `path` is the search path of the one before (null: there was none), `schema` the one that a
   * person's SQL means first (null: none). The last answer is one row: the number of the process, and the search path.
   */
  begin(milliseconds: number, path: string | null, schema: string | null): string
  /** Leaves the transaction for a while, in which no setting of the role ends the connection. */
  rest: string
  /** Makes the transaction usable again after a refused statement; null where only a new transaction does. */
  recovery: string | null
  /** Tells the types of object ids; null where only those that are known have a meaning. */
  types_sql: string | null
  /** Tells the functions that a person's SQL may not call; null where the dialect alone says that. */
  own_code_sql: string | null
}

/**
 * What decides how a text is cut and what its words mean, whatever the role, the database or the server have set: texts
 * end where lexer.ts ends them.
 */
const lexicalSettings = `set local standard_conforming_strings = on; set local backslash_quote = safe_encoding;
       set local escape_string_warning = off; set local quote_all_identifiers = off; set local transform_null_equals = off;
       set local array_nulls = on; set local client_encoding = 'UTF8'; set local xmloption = 'content';`

/**
 * The schema of the datastore and the role's own path, with the server's own functions and operators before others of their names: a
 * table that a person's SQL names without a schema is that of the datastore. The last answer is its text.
 */
const pathOf = (schema: string | null): string => {
  const first = schema === null ? 'null' : `pg_catalog.quote_ident(${escapeLiteral(schema)})`
  const others = ['pg_catalog', ...(schema === null ? [] : [schema])].map((name) => escapeLiteral(name))
  return `select pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'pg_catalog', ${first}, (
         select pg_catalog.string_agg(pg_catalog.quote_ident(name), ', ' order by position)
         from pg_catalog.unnest(pg_catalog.current_schemas(false)) with ordinality as path (name, position)
         where not (name operator(pg_catalog.=) any (array[${others.join(', ')}]::name[]))), 'pg_temp'), true);`
}

/**
 * A superuser could read the server's files and end its processes inside a read-only transaction, so the session reads
 * as a role that only has every table. Rows that a policy would hide from that role are an error, not missing.
 */
const giveUpRights = `select pg_catalog.set_config('role', 'pg_read_all_data', true), pg_catalog.set_config('row_security', 'off', true)
       where pg_catalog.current_setting('is_superuser') operator(pg_catalog.=) 'on'`

/** A scan may take longer than the server lets other transactions of the role last, which it does since PostgreSQL 17. */
const endlessly = `select pg_catalog.set_config('transaction_timeout', '0', true)
       where pg_catalog.current_setting('server_version_num')::int4 operator(pg_catalog.>=) 170000`

/** PostgreSQL 14 and newer: one transaction of one snapshot, and a savepoint at its start. */
export const postgresqlKind: PostgresqlKind = {
  ...postgresqlPlace,
  dialect: postgresql,
  begin: (milliseconds, path, schema) => `begin isolation level repeatable read read only;
       set local statement_timeout = ${milliseconds}; set local idle_in_transaction_session_timeout = 0;
       set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
       set local bytea_output = 'hex'; set local extra_float_digits = 1; set local synchronize_seqscans = off;
       ${lexicalSettings} ${path === null ? pathOf(schema) : `set local search_path = ${path};`}
       ${endlessly}; ${giveUpRights}; savepoint session_start;
       select pg_catalog.pg_backend_pid(), pg_catalog.current_setting('search_path')`,
  rest: 'rollback; set idle_session_timeout = 0',
  recovery: 'rollback to savepoint session_start',
  types_sql: serverTypesSql,
  own_code_sql: ownCodeSql,
}
