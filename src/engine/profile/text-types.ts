import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'
import type { Expression } from '../../sql/ast.ts'
import { and, call, count, countWhere, isNotNull, text } from '../../sql/build.ts'

/** What texts of a type look like, the narrowest type first. A number that begins with a needless zero is a code. */
const patterns: readonly (readonly [type: FieldType, pattern: string])[] = [
  ['Integral', '^[+-]?(0|[1-9][0-9]{0,17})$'],
  ['Fractional', '^[+-]?(0|[1-9][0-9]*)([.][0-9]*)?([eE][+-]?[0-9]{1,3})?$'],
  ['Date', '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'],
  [
    'Timestamp',
    '^[0-9]{4}-[01][0-9]-[0-3][0-9]([ T][0-2][0-9]:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$',
  ],
  ['Boolean', '^([Tt]rue|[Ff]alse|TRUE|FALSE)$'],
]

/** Counts by type of the texts that look like one, and of all of them. */
export function typeCounts(value: Expression): Record<string, Expression> {
  const looks = patterns.map(([type, pattern]): [string, Expression] => [
    type,
    countWhere(and(isNotNull(value), call('matches', value, text(pattern)))),
  ])
  return { ...Object.fromEntries(looks), all: count(value) }
}

/** The type that all of the counted texts look like; String where there is none. */
export function typeOfTexts(counts: Readonly<Record<string, Cell>>): FieldType {
  const all = cellToNumber(counts['all'])
  if (all === 0) return 'String'
  return patterns.find(([type]) => cellToNumber(counts[type]) === all)?.[0] ?? 'String'
}
