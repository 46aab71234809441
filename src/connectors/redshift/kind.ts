import { usualPorts } from '../../model/usual-places.ts'
import { redshift } from '../../sql/dialects/redshift.dialect.ts'
import type { PostgresqlKind } from '../postgresql/kind.ts'

/**
 * Amazon Redshift: it has no savepoints, so that a refused statement costs the snapshot; none of its types but those of PostgreSQL have a
 * meaning here.
 */
export const redshiftKind: PostgresqlKind = {
  title: 'Amazon Redshift',
  dialect: redshift,
  default_port: usualPorts.redshift,
  first_database: 'dev',
  begin: (milliseconds, path) => `begin read only;
       set local statement_timeout to ${milliseconds}; set local timezone to 'UTC'; set local datestyle to 'ISO, MDY';
       set local extra_float_digits to 2; ${path === null ? '' : `set local search_path to ${path};`}
       select pg_backend_pid(), current_setting('search_path')`,
  rest: 'rollback',
  recovery: null,
  types_sql: null,
  own_code_sql: null,
}
