import type { SchemaRule } from '../../rules/rule.ts'
import { filterOnly, noOwnColumns, type FieldsFamily } from './family.ts'

/** The fields that the source shows. */
export const schema: FieldsFamily<SchemaRule> = {
  judges: 'fields',
  judge: ({ rule, input }, observed) => rule.judge(observed, input),
  aborts_container: (rule) => rule.aborts_container,
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'counts',
}
