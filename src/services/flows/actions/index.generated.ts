// Written by `npm run generate`; do not edit.
import anomaly from './anomaly.action.ts'
import notification from './notification.action.ts'
import operation from './operation.action.ts'

export default [
  anomaly,
  notification,
  operation,
] as const
