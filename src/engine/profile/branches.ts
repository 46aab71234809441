import type { Expression } from '../../sql/ast.ts'
import { call, cast, nothing, number, output, times } from '../../sql/build.ts'
import type { Examined } from './basics.ts'
import { floating } from './numbers.ts'

/** Kinds of rows of the answer about distributions. */
export const branchKinds = { bucket: 0, frequency: 1, step: 2, powers: 3 } as const

/** The columns of the answer: the field, the kind of row, a value as text, two counts, and the sums of four powers or the value as a number. */
export const branchNames = ['f', 'k', 'v', 'n', 't', 'd1', 'd2', 'd3', 'd4'] as const
type BranchName = (typeof branchNames)[number]

/** Texts are cut after so many characters: a bucket is there to be looked at. */
const mostCharacters = 1000

/** The items of a branch; what is not given is 0, or no text. */
export function row(
  index: number,
  kind: number,
  members: Partial<Record<BranchName, Expression>>,
): { expression: Expression; alias: BranchName }[] {
  const usual: Partial<Record<BranchName, Expression>> = {
    f: number(index),
    k: number(kind),
    v: cast(nothing, 'string'),
  }
  return branchNames.map((alias) => ({ alias, expression: members[alias] ?? usual[alias] ?? number(0) }))
}

/** The value as text; floating numbers beside it, as not every engine writes all their digits. */
export function shown({ field }: Examined): { v: Expression; d1?: Expression } {
  const value = output('v', field.field.type)
  const text = call('plain_text', value)
  if (field.kind === 'fraction') return { v: text, d1: floating(field, value) }
  return { v: field.kind === 'text' ? call('beginning', text, number(mostCharacters)) : text }
}

/** The sums of the powers of the deviation `d`; `summed` says how a power is added up. */
export function powers(
  summed: (power: Expression) => Expression,
): Record<'d1' | 'd2' | 'd3' | 'd4', Expression> {
  const d = output('d')
  const square = times(d, d)
  return {
    d1: summed(d),
    d2: summed(square),
    d3: summed(times(square, d)),
    d4: summed(times(square, square)),
  }
}
