// Written by `npm run generate`; do not edit.
import { athena } from './athena.dialect.ts'
import { bigquery } from './bigquery.dialect.ts'
import { clickhouse } from './clickhouse.dialect.ts'
import { databricks } from './databricks.dialect.ts'
import { duckdb } from './duckdb.dialect.ts'
import { mariadb } from './mariadb.dialect.ts'
import { mysql } from './mysql.dialect.ts'
import { oracle } from './oracle.dialect.ts'
import { postgresql } from './postgresql.dialect.ts'
import { redshift } from './redshift.dialect.ts'
import { snowflake } from './snowflake.dialect.ts'
import { spark } from './spark.dialect.ts'
import { sqlite } from './sqlite.dialect.ts'
import { sqlserver } from './sqlserver.dialect.ts'
import { trino } from './trino.dialect.ts'

export default [
  athena,
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  mariadb,
  mysql,
  oracle,
  postgresql,
  redshift,
  snowflake,
  spark,
  sqlite,
  sqlserver,
  trino,
] as const
