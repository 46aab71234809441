import { hold } from '../../kernel/held.ts'
import type { AggregateRule } from '../../rules/rule.ts'
import type { Expression } from '../../sql/ast.ts'
import { mergedTotals } from '../merge.ts'
import { filterOnly, noOwnColumns, type ContainerFamily } from './family.ts'

/** Totals of the container, added up over its partitions. */
export const aggregate: ContainerFamily<AggregateRule> = {
  judges: 'container',
  reads_rows: false,
  measures: ({ rule, input }) => rule.measures(input),
  about: () => 'totals',
  async judge(_conclusion, { rule, input }, { asserted, parts }) {
    const totals = Object.entries(mergedTotals(rule.measures(input), parts))
    const held = Object.fromEntries(totals.map(([name, cell]) => [name, hold(cell)]))
    return { judgement: rule.judge(held, asserted, input) }
  },
  tries(prepared) {
    const measured = Object.values(prepared.rule.measures(prepared.input))
    const probes = measured.map(({ of }): Expression => ({ kind: 'is_null', operand: of, negated: false }))
    return { conditions: [...filterOnly(prepared).conditions, ...probes] }
  },
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'values',
}
