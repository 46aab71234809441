import * as fc from 'fast-check'
import type { Cell } from '../../src/kernel/cell.ts'
import { condition } from './filters.ts'
import type { OracleCheck } from './judge.ts'
import { days, decimals, fractions, kinds, tame, texts, times, wholeNumbers } from './tables.ts'
import type { FieldName } from './values.ts'
import { given, relation, widerDrafts, type Draft } from './wider-checks.ts'

const field = (...names: FieldName[]): fc.Arbitrary<FieldName> => fc.constantFrom(...names)
const numeric = field('i', 'j', 'x', 'y', 'p')
const textual = field('s', 't')
const temporal = field('d', 'e', 'm', 'n')
const every: FieldName[] = ['id', 'i', 'j', 'x', 'y', 'p', 's', 't', 'k', 'b', 'c', 'd', 'e', 'm', 'n']
const maybe = fc.option(fc.boolean(), { nil: undefined })

const bound = fc.constantFrom(...tame, 3, -1.5, 9007199254740991, 9007199254740992, 1e15, 1e300, -100)
const moment = fc.constantFrom(
  ...days,
  ...times.map((time) => `${time.replace(' ', 'T')}Z`),
  '2024-02-29T01:00:00+02:00',
  '2024-12-31T23:30:00-01:00',
)
const epsilon = fc.constantFrom(0, 0.05, 0.1, 0.5, 1, 2, 10, 100)
const tolerance = fc.option(fc.record({ epsilon, as_absolute: maybe }).map(given), { nil: undefined })
const millis = fc.constantFrom(0, 1, 500, 1000, 3_600_000, 86_400_000)

const rule = (
  rule_type: string,
  fields: fc.Arbitrary<FieldName | FieldName[]>,
  properties: fc.Arbitrary<Record<string, unknown>> = fc.constant({}),
): fc.Arbitrary<Draft> =>
  fc.record({ fields, properties }).map((made) => ({
    rule_type,
    fields: Array.isArray(made.fields) ? made.fields : [made.fields],
    properties: given(made.properties),
  }))

/** Values as a person lists them for the field: JSON numbers, or text for what they would round. */
function listFor(name: FieldName): fc.Arbitrary<Cell[]> {
  const pools: Partial<Record<FieldName, readonly Cell[]>> = {
    i: wholeNumbers.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value))),
    x: fractions.filter(Number.isFinite),
    y: tame,
    p: decimals.map(Number),
    s: texts,
    t: texts,
    k: kinds,
    b: [true, false],
    d: days,
    m: times,
  }
  return fc.array(fc.constantFrom<Cell>(...(pools[name] ?? [])), { minLength: 1, maxLength: 8 })
}

const listRule = (rule_type: string): fc.Arbitrary<Draft> =>
  field('i', 'x', 'y', 'p', 's', 't', 'k', 'b', 'd', 'm').chain((name) =>
    rule(rule_type, fc.constant(name), fc.record({ list: listFor(name) })),
  )

const likePairs: [FieldName, FieldName][] = [
  ['i', 'j'],
  ['j', 'i'],
  ['x', 'y'],
  ['y', 'x'],
  ['y', 'p'],
  ['p', 'y'],
  ['j', 'y'],
  ['y', 'j'],
  ['p', 'j'],
  ['d', 'e'],
  ['m', 'n'],
  ['d', 'm'],
  ['n', 'e'],
]

const besideField = (rule_type: string, pairs: [FieldName, FieldName][]): fc.Arbitrary<Draft> =>
  fc.constantFrom(...pairs).chain(([left, right]) => {
    const isNumber = 'ijxyp'.includes(left)
    const comparator = {
      ...(isNumber && { numeric_comparator: tolerance }),
      ...('demn'.includes(left) && {
        duration_comparator: fc.option(fc.record({ millis }), { nil: undefined }),
      }),
      ...('st'.includes(left) && {
        string_comparator: fc.option(fc.record({ ignore_whitespace: fc.boolean() }), { nil: undefined }),
      }),
    }
    return rule(
      rule_type,
      fc.constant(left),
      fc.record({ field_name: fc.constant(right), inclusive: maybe, ...comparator }),
    )
  })

const bounded = (rule_type: string) => rule(rule_type, numeric, fc.record({ value: bound, inclusive: maybe }))
const size = fc.record({ value: fc.integer({ min: 0, max: 5 }) })

const rowDrafts: fc.Arbitrary<Draft>[] = [
  rule('afterDateTime', temporal, fc.record({ datetime: moment })),
  rule('beforeDateTime', temporal, fc.record({ datetime: moment })),
  rule('betweenTimes', temporal, fc.record({ min_time: moment, max_time: moment })),
  rule('betweenTimes', temporal, fc.record({ min_time: moment })),
  rule('notFuture', temporal),
  rule('between', numeric, fc.record({ min: bound, max: bound, inclusive_min: maybe, inclusive_max: maybe })),
  rule('between', numeric, fc.record({ max: bound, inclusive_max: maybe })),
  ...['minValue', 'maxValue', 'greaterThan', 'lessThan'].map(bounded),
  rule('positive', numeric),
  rule('notNegative', numeric),
  rule('minLength', textual, size),
  rule('maxLength', textual, size),
  rule('notEmpty', textual),
  rule(
    'isType',
    textual,
    fc.record({ field_type: fc.constantFrom('Integral', 'Fractional', 'Boolean', 'Date', 'Timestamp') }),
  ),
  rule('isCreditCard', textual),
  rule(
    'matchesPattern',
    textual,
    fc.record({
      pattern: fc.constantFrom(
        '^a',
        'b$',
        '^[A-Za-z]+$',
        '[0-9]{2,}',
        'ä|🙂',
        '[.]',
        '^$',
        ' $',
        'k$',
        "'",
        '^[^a-z]*$',
        '(1|2){2}',
      ),
    }),
  ),
  ...['containsEmail', 'containsUrl', 'containsSocialSecurityNumber', 'containsCreditCard'].map((type) =>
    rule(type, textual),
  ),
  listRule('expectedValues'),
  rule('notNull', fc.constantFrom(...every)),
  rule('anyNotNull', fc.subarray(every, { minLength: 1, maxLength: 3 })),
  rule(
    'equalTo',
    fc.subarray<FieldName>(['i', 'j', 'x', 'y', 'p'], { minLength: 1, maxLength: 2 }),
    fc.record({
      value: fc.oneof(bound, fc.constantFrom('9007199254740993', '1')),
      inclusive: maybe,
      numeric_comparator: tolerance,
    }),
  ),
  besideField('equalToField', [...likePairs, ['s', 't'], ['b', 'c']]),
  besideField('greaterThanField', likePairs),
  besideField('lessThanField', likePairs),
  condition.map((expression) => ({
    rule_type: 'satisfiesExpression',
    fields: [],
    properties: { expression: expression.sql },
    expression,
  })),
]

const wholeDrafts: fc.Arbitrary<Draft>[] = [
  rule('unique', fc.subarray(every, { minLength: 1, maxLength: 2 })),
  rule(
    'distinctCount',
    fc.constantFrom(...every),
    fc.record({ value: fc.integer({ min: 0, max: 8 }), comparison: relation }),
  ),
  rule('sum', field('j', 'y', 'p'), fc.record({ value: fc.constantFrom(1, 2, 2.5, 19.99, 10, -3) })),
  listRule('requiredValues'),
  rule('minPartitionSize', fc.constant([]), size),
  rule('maxPartitionSize', fc.constant([]), size),
]

const uncovered = new Set(
  `distinctCount sum requiredValues minPartitionSize maxPartitionSize aggregationComparison dataDiff isReplicaOf metric
   volumetric freshness expectedSchema fieldCount`.split(/\s+/),
)
const unfiltered = new Set(
  'minPartitionSize maxPartitionSize volumetric freshness expectedSchema fieldCount'.split(' '),
)

/** A check that fits the random tables: every rule type as often as any other, filter and coverage in one of three. */
export const check: fc.Arbitrary<OracleCheck> = fc
  .record({
    draft: fc.oneof(...rowDrafts, ...wholeDrafts, ...widerDrafts),
    filter: fc.option(condition, { freq: 1 }),
    coverage: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.constantFrom(0, 0.25, 0.5, 0.9)),
  })
  .map(({ draft, filter, coverage }) => ({
    filter: unfiltered.has(draft.rule_type) ? null : filter,
    ...draft,
    properties: ordered(draft.properties),
    coverage: uncovered.has(draft.rule_type) ? 1 : coverage,
  }))

/** Bounds that leave nothing between them are refused: a lower one above the upper one changes places with it, and an equal one is included. */
function ordered(properties: Record<string, unknown>): Record<string, unknown> {
  const { min, max, min_time: from, max_time: to } = properties
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    return { ...properties, min: max, max: min }
  if (typeof from === 'string' && typeof to === 'string' && Date.parse(from) > Date.parse(to)) {
    return { ...properties, min_time: to, max_time: from }
  }
  if (min !== undefined && min === max) return { ...properties, inclusive_min: true, inclusive_max: true }
  return properties
}
