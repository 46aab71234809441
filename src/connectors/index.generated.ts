// Written by `npm run generate`; do not edit.
import duckdb from './duckdb.connector.ts'
import local from './local.connector.ts'

export default [
  duckdb,
  local,
] as const
