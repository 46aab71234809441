// Written by `npm run generate`; do not edit.
import scan from './scan.operation.ts'
import sync from './sync.operation.ts'

export default [
  scan,
  sync,
] as const
