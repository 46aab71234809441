// Written by `npm run generate`; do not edit.
import local from './local.connector.ts'

export default [
  local,
] as const
