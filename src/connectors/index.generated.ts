// Written by `npm run generate`; do not edit.
import abfs from './abfs/connector.ts'
import athena from './athena/connector.ts'
import bigquery from './bigquery/connector.ts'
import clickhouse from './clickhouse/connector.ts'
import databricks from './databricks/connector.ts'
import duckdb from './duckdb/connector.ts'
import gcs from './gcs/connector.ts'
import local from './local/connector.ts'
import mariadb from './mariadb/connector.ts'
import mysql from './mysql/connector.ts'
import oracle from './oracle/connector.ts'
import postgresql from './postgresql/connector.ts'
import redshift from './redshift/connector.ts'
import s3 from './s3/connector.ts'
import snowflake from './snowflake/connector.ts'
import spark from './spark/connector.ts'
import sqlite from './sqlite/connector.ts'
import sqlserver from './sqlserver/connector.ts'
import trino from './trino/connector.ts'

export default [
  abfs,
  athena,
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  gcs,
  local,
  mariadb,
  mysql,
  oracle,
  postgresql,
  redshift,
  s3,
  snowflake,
  spark,
  sqlite,
  sqlserver,
  trino,
] as const
