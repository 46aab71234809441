// Written by `npm run generate`; do not edit.
import duckdb from './duckdb/connector.ts'
import local from './local/connector.ts'
import mariadb from './mariadb/connector.ts'
import mysql from './mysql/connector.ts'
import postgresql from './postgresql/connector.ts'
import sqlite from './sqlite/connector.ts'

export default [
  duckdb,
  local,
  mariadb,
  mysql,
  postgresql,
  sqlite,
] as const
