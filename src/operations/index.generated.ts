// Written by `npm run generate`; do not edit.
import scan from './scan/scan.operation.ts'
import sync from './sync/sync.operation.ts'

export default [
  scan,
  sync,
] as const
