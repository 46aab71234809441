import type { SizeRule } from '../../rules/rule.ts'
import { filterOnly, noOwnColumns, type PartitionFamily } from './family.ts'

/** The number of rows of each partition. */
export const size: PartitionFamily<SizeRule> = {
  judges: 'partition',
  judge: ({ rule, input }, { name, rows }) => rule.judge(rows, name, input),
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'counts',
}
