import { onServer, postgresSource, type PostgresSource } from './postgres-source.ts'

/** Why the loops over all dialects leave Amazon Redshift out; false when they run it on the double. */
export const redshiftDoubleAbsence: string | false =
  process.env['ASSAY_TEST_REDSHIFT_DOUBLE'] === '1'
    ? false
    : 'no server of Amazon Redshift can be had; `npm run engines -- redshift` runs its SQL on a double'

/** What Redshift has by its documentation and PostgreSQL has not. Nothing else of Redshift is in it: no limits, no rounding, no blanks. */
const additions = [
  `create view svv_tables as
     select table_schema::text, table_name::text, case table_type when 'BASE TABLE' then table_type::text else 'VIEW' end as table_type
     from information_schema.tables where table_name not like 'svv!_%' escape '!'`,
  `create view svv_columns as
     select table_schema::text, table_name::text, column_name::text, ordinal_position::int, data_type::text, is_nullable::text,
       numeric_precision::int, numeric_scale::int
     from information_schema.columns`,
  `create function datediff(part text, one timestamp, other timestamp) returns bigint immutable language plpgsql as $$
     begin
       if part <> 'microsecond' then raise exception 'the double knows microseconds only'; end if;
       return extract(epoch from date_trunc('second', other) - date_trunc('second', one))::bigint * 1000000
         + (extract(microseconds from other) - extract(microseconds from date_trunc('second', other)))::bigint
         - (extract(microseconds from one) - extract(microseconds from date_trunc('second', one)))::bigint;
     end $$`,
  `create function strtol(digits text, radix int) returns bigint immutable language plpgsql as $$
     begin
       if radix <> 16 then raise exception 'the double knows hexadecimal only'; end if;
       return ('x' || lpad(digits, 16, '0'))::bit(64)::bigint;
     end $$`,
  `create function regexp_replace(value text, pattern text, replacement text, place int, flags text) returns text
     immutable language plpgsql as $$
     begin
       if flags <> 'p' then raise exception 'the double knows the flag p only'; end if;
       return pg_catalog.regexp_replace(value, pattern, replacement, place, 0, '');
     end $$`,
  `create function regexp_instr(value text, pattern text, place int, occurrence int, option int, flags text) returns int
     immutable language plpgsql as $$
     begin
       if flags <> 'p' then raise exception 'the double knows the flag p only'; end if;
       return pg_catalog.regexp_instr(value, replace(pattern, '\\z', '\\Z'), place, occurrence, option, '');
     end $$`,
]

/** A PostgreSQL that stands in the place of Amazon Redshift: it shows what the session does, and not what Redshift answers. */
export async function redshiftDouble(): Promise<PostgresSource> {
  const source = await postgresSource()
  // Functions of the database before those of the server with the same name.
  await onServer(source.url, [
    ...additions,
    `alter database "${source.target.database}" set search_path = public, pg_catalog`,
  ])
  return source
}
