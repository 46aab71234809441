import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column, ComparisonOperator, Literal } from './ast.ts'
import { fittedComparison, fittedList } from './fitted-constants.ts'

const operators: readonly ComparisonOperator[] = ['=', '<>', '<', '<=', '>', '>=']
const nines = (count: number): string => '9'.repeat(count)
const column = (native_type: string): Column => ({
  kind: 'column',
  name: 'a',
  type: 'Fractional',
  native_type,
})
const constant = (value: string): Literal => ({ kind: 'literal', type: 'number', value })

/** A written number in units of so many digits behind the point that all of them here have room. */
function units(written: unknown): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(written)) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(80, '0')}`)
}

function holds(value: string, operator: ComparisonOperator, other: unknown): boolean {
  // It is unlike every number, and above.
  if (value === 'NaN') return operator === '<>' || operator.startsWith('>')
  const [a, b] = [units(value), units(other)]
  if (operator === '=' || operator === '<>') return (a === b) === (operator === '=')
  return operator.startsWith('<')
    ? a < b || (operator === '<=' && a === b)
    : a > b || (operator === '>=' && a === b)
}

const held: Record<string, string[]> = {
  'DECIMAL(38,0)': [nines(38), `-${nines(38)}`, '0', '1', '-1', '2', '-2'],
  'decimal(38, 10)': [
    `${nines(28)}.9999999999`,
    `-${nines(28)}.9999999999`,
    '0',
    '1.5',
    '-1.5',
    '0.0000000001',
  ],
  'numeric(38, 38)': [`0.${nines(38)}`, `-0.${nines(38)}`, '0', '0.5', 'NaN'],
  BIGINT: ['9223372036854775807', '-9223372036854775808', '0', '1', '-1'],
}
const given = ['0', '1', '-1', '1.5', '-1.5', '0.00000000001', '-0.00000000001', `1.${'5'.repeat(30)}`, '2.0']
const far = [
  `${nines(38)}.5`,
  `-${nines(38)}.5`,
  nines(38),
  `-${nines(38)}`,
  `${nines(37)}8.${'0'.repeat(20)}1`,
]

test('a comparison with a constant of more digits means the same with the one that takes its place', () => {
  let fitted = 0
  for (const [native_type, values] of Object.entries(held))
    for (const text of [...given, ...far])
      for (const operator of operators) {
        const node = { kind: 'compare' as const, operator, left: column(native_type), right: constant(text) }
        const now = fittedComparison(node)
        assert.ok(now.right.kind === 'literal')
        if (now !== node) fitted += 1
        for (const value of values)
          assert.equal(
            holds(value, now.operator, now.right.value),
            holds(value, operator, text),
            `${native_type} ${value} ${operator} ${text}`,
          )
      }
  assert.ok(fitted > 100, `${fitted} were changed`)
})

test('a list with constants of more digits has the same values in it without them', () => {
  for (const [native_type, values] of Object.entries(held))
    for (const negated of [false, true])
      for (const texts of [given, far, ['1.5'], ['0.5', '1'], [`0.${'5'.repeat(40)}`]]) {
        const operand = column(native_type)
        const now = fittedList({ kind: 'in_list', operand, list: texts.map(constant), negated })
        for (const value of values) {
          const isIn = texts.some((text) => holds(value, '=', text))
          const isNow =
            now.kind === 'compare'
              ? now.right.kind === 'literal' && holds(value, now.operator, now.right.value)
              : now.list.some((literal) => holds(value, '=', literal.value)) !== negated
          assert.equal(isNow, isIn !== negated, `${native_type} ${value} in ${texts.join(', ')}`)
        }
      }
})

test('constants that have room beside the column stay as they are written', () => {
  for (const native_type of ['DECIMAL(10,2)', 'DOUBLE', 'numeric', 'VARCHAR', 'Decimal(38)']) {
    const right = constant('1.25')
    const node = { kind: 'compare' as const, operator: '<' as const, left: column(native_type), right }
    assert.equal(fittedComparison(node), node)
  }
})
