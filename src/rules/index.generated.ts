// Written by `npm run generate`; do not edit.
import between from './between.rule.ts'
import sum from './sum.rule.ts'
import unique from './unique.rule.ts'

export default [
  between,
  sum,
  unique,
] as const
