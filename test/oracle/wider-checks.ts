import * as fc from 'fast-check'
import type { Cell } from '../../src/kernel/cell.ts'
import { condition, type Condition } from './filters.ts'
import type { OracleCheck } from './judge.ts'
import { referenceIds, scanTime, type Formula, type Measured } from './scene.ts'
import { columns, tame } from './tables.ts'
import { compare, numberOf, type FieldName, type Row } from './values.ts'

/** A check before its coverage is chosen, and its filter unless it comes with one. */
export type Draft = Pick<OracleCheck, 'rule_type' | 'fields' | 'properties'> & Partial<OracleCheck>

const maybe = fc.option(fc.boolean(), { nil: undefined })

/** Members that were left out are not there at all. */
export function given(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
}

const refFilter = fc.option(condition, { freq: 1, nil: undefined })
const anywhere = fc.constantFrom(...Object.values(referenceIds))

/** Pairs of fields of like types; 2^53 + 1 is not compared with binary fractions, which cannot hold it. */
const referencePairs: [FieldName, FieldName][] = [
  ['i', 'i'],
  ['i', 'j'],
  ['j', 'i'],
  ['x', 'x'],
  ['x', 'y'],
  ['y', 'x'],
  ['y', 'p'],
  ['p', 'y'],
  ['p', 'p'],
  ['j', 'y'],
  ['y', 'j'],
  ['s', 's'],
  ['s', 't'],
  ['t', 's'],
  ['k', 'k'],
  ['d', 'e'],
  ['d', 'd'],
  ['m', 'n'],
  ['m', 'm'],
  ['b', 'c'],
]

const existence: fc.Arbitrary<Draft> = fc
  .record({
    rule_type: fc.constantFrom('existsIn', 'notExistsIn'),
    pair: fc.constantFrom(...referencePairs),
    ref_container_id: anywhere,
    ref_filter: refFilter,
  })
  .map(({ rule_type, pair: [field, other], ref_container_id, ref_filter }) => ({
    rule_type,
    fields: [field],
    properties: given({ field_name: other, ref_container_id, ref_filter: ref_filter?.sql }),
    ...(ref_filter && { ref_filter }),
  }))

const values = (field: FieldName, rows: readonly Row[]): Exclude<Cell, null>[] =>
  rows.map((row) => row[field]).filter((value) => value !== null)

const extreme = (name: 'min' | 'max', field: FieldName): Formula<readonly Row[]> => ({
  sql: `${name}(${field})`,
  of: (rows) =>
    values(field, rows).reduce<Cell>(
      (best, value) => (best === null || compare(value, best) === (name === 'min' ? -1 : 1) ? value : best),
      null,
    ),
})

const aggregate: fc.Arbitrary<Formula<readonly Row[]>> = fc.constantFrom(
  { sql: 'count(*)', of: (rows) => rows.length },
  { sql: 'count(s)', of: (rows) => values('s', rows).length },
  { sql: 'count(distinct k)', of: (rows) => new Set(values('k', rows)).size },
  {
    sql: 'sum(j)',
    of: (rows) => values('j', rows).reduce<Cell>((sum, value) => Number(sum ?? 0) + Number(value), null),
  },
  ...(['i', 'j', 'x', 'y', 'p'] as const).flatMap((field) => [extreme('min', field), extreme('max', field)]),
)

/** Spellings of every relation, and none for equality. */
export const relation = fc.constantFrom(undefined, 'eq', 'lt', 'lte', 'gt', 'gte', 'equal to', 'greater than')

const aggregates: fc.Arbitrary<Draft> = fc
  .record({
    own: aggregate,
    other: aggregate,
    same: fc.boolean(),
    comparison: relation,
    ref_container_id: anywhere,
    ref_filter: refFilter,
  })
  .map(({ own, other, same, comparison, ref_container_id, ref_filter }) => {
    const beside = same ? own : other
    return {
      rule_type: 'aggregationComparison',
      fields: [],
      properties: given({
        expression: own.sql,
        comparison,
        ref_container_id,
        ref_expression: beside.sql,
        ref_filter: ref_filter?.sql,
      }),
      aggregates: { own, other: beside },
      ...(ref_filter && { ref_filter }),
    }
  })

const epsilon = fc.constantFrom(0.05, 0.1, 1, 10, 100)
const comparators = fc.record({
  numeric_comparator: fc.option(
    fc.record({ epsilon, as_absolute: maybe }).map((made) => given(made)),
    { nil: undefined },
  ),
  duration_comparator: fc.option(fc.record({ millis: fc.constantFrom(0, 1, 500, 86_400_000) }), {
    nil: undefined,
  }),
})

const comparedFields: FieldName[] = ['i', 'j', 'x', 'y', 'p', 's', 't', 'k', 'b', 'c', 'd', 'e', 'm', 'n']
const changes = ['added', 'removed', 'changed']

const difference: fc.Arbitrary<Draft> = fc
  .record({
    rule_type: fc.constantFrom('dataDiff', 'dataDiff', 'isReplicaOf'),
    fields: fc.subarray(comparedFields, { minLength: 1, maxLength: 3 }),
    ref_container_id: anywhere,
    ids: fc.constantFrom<FieldName[] | undefined>(['id'], undefined, ['k'], ['i'], ['k', 'b'], ['d']),
    passthrough: fc.option(fc.subarray(comparedFields, { maxLength: 2 }), { nil: undefined }),
    types: fc.option(fc.subarray(changes, { minLength: 1 }), { nil: undefined }),
    loose: comparators,
    ignore_whitespace: maybe,
  })
  .map(({ rule_type, fields, ref_container_id, ids, passthrough, types, loose, ignore_whitespace }) => ({
    rule_type,
    fields,
    properties: given({
      ref_container_id,
      id_field_names: ids,
      passthrough_field_names: passthrough,
      diff_change_types:
        rule_type === 'isReplicaOf' || (!ids && types?.join() === 'changed') ? undefined : types,
      string_comparator: ignore_whitespace === undefined ? undefined : { ignore_whitespace },
      // Which rows of a repeated id belong together is left open, and tolerances would make it matter.
      ...((ids === undefined || ids[0] === 'id') && loose),
    }),
  }))

const field = (name: FieldName): Formula<Row> => ({ sql: name, of: (row) => row[name] })
const changed = (name: FieldName, sql: string, change: (value: number) => number): Formula<Row> => ({
  sql: `${name} ${sql}`,
  of(row) {
    const value = row[name]
    return value === null ? null : change(Number(numberOf(value)))
  },
})

const predictions: [FieldName, Formula<Row>][] = [
  ['i', field('j')],
  ['i', field('i')],
  ['j', changed('j', '+ 1', (value) => value + 1)],
  ['j', changed('j', '* 2', (value) => value * 2)],
  ['x', field('x')],
  ['x', field('y')],
  ['x', changed('x', '+ 1', (value) => value + 1)],
  ['y', field('p')],
  ['y', field('j')],
  ['y', changed('y', '* 2', (value) => value * 2)],
  ['p', field('y')],
  ['p', field('p')],
  ['d', field('e')],
  ['m', field('n')],
  ['m', field('d')],
  ['d', field('m')],
]

const prediction: fc.Arbitrary<Draft> = fc
  .record({
    pair: fc.constantFrom(...predictions),
    tolerance: fc.constantFrom(0, 0.05, 0.1, 1, 10, 500, 86_400_000),
  })
  .map(({ pair: [name, predicted], tolerance }) => ({
    rule_type: 'predictedBy',
    fields: [name],
    properties: { expression: predicted.sql, tolerance },
    predicted,
  }))

const day = 86_400_000
const measured: fc.Arbitrary<Measured[]> = fc.uniqueArray(
  fc.record({
    value: fc.constantFrom(0, 1, 2, 3, 5, 7, 10, 14, -1.5, 2.5, 9007199254740992),
    at: fc
      .constantFrom(0.5, 1, 1.5, 2, 3, 4, 7, 30)
      .map((days) => new Date(Date.parse(scanTime) - days * day).toISOString()),
  }),
  { maxLength: 4, selector: ({ at }) => at },
)

const limit = fc.constantFrom(...tame, -50, -100, 3, 7, 14, 50)
const limits = fc.tuple(limit, limit, fc.constantFrom('both', 'min', 'max')).map(([one, other, which]) => ({
  ...(which !== 'max' && { min: Math.min(one, other) }),
  ...(which !== 'min' && { max: Math.max(one, other) }),
}))
const change = fc.constantFrom('Absolute Value', 'Absolute Change', 'Percentage Change')
const newestFirst = (list: readonly Measured[]) => list.toSorted((a, b) => b.at.localeCompare(a.at))

const oneRow = fc.integer({ min: 0, max: 9 }).map((id): Condition => ({
  sql: `id = ${id}`,
  holds: (row) => Number(row.id) === id,
}))

const metric: fc.Arbitrary<Draft> = fc
  .record({
    name: fc.constantFrom<FieldName>('i', 'j', 'x', 'y', 'p'),
    comparison: change,
    limits,
    measured,
    row: fc.option(oneRow, { freq: 5, nil: undefined }),
  })
  .map(({ name, comparison, limits: bounds, measured: list, row }) => ({
    rule_type: 'metric',
    fields: [name],
    properties: { comparison, ...bounds },
    measured: newestFirst(list),
    ...(row && { filter: row }),
  }))

const volumetric: fc.Arbitrary<Draft> = fc
  .record({
    comparison: change,
    limits,
    measured,
    window_size: fc.option(fc.constantFrom(1, 2, 4, 30), { nil: undefined }),
  })
  .map(({ comparison, limits: bounds, measured: list, window_size }) => ({
    rule_type: 'volumetric',
    fields: [],
    properties: given({ comparison, ...bounds, window_size }),
    measured: newestFirst(list),
  }))

const freshness: fc.Arbitrary<Draft> = fc.constantFrom(1, 1000, day, 2 * day, 1e12).map((value) => ({
  rule_type: 'freshness',
  fields: [],
  properties: { value },
}))

const types = ['Integral', 'Fractional', 'String', 'Boolean', 'Date', 'Timestamp'] as const
const listedField = fc
  .record({
    name: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...Object.keys(columns)) },
      fc.constantFrom('ID', 'absent'),
    ),
    type: fc.option(
      fc.oneof({ weight: 9, arbitrary: fc.constant('its own') }, fc.constantFrom<string>(...types)),
      {
        nil: undefined,
      },
    ),
    alone: fc.boolean(),
  })
  .map(({ name, type, alone }) => {
    if (alone) return name
    const own = Object.entries(columns).find(([column]) => column === name)?.[1]
    return given({ name, type: type === 'its own' ? own : type })
  })

const schema: fc.Arbitrary<Draft> = fc
  .record({
    list: fc.oneof(
      fc.array(listedField, { minLength: 1, maxLength: 5 }),
      fc.constant(Object.keys(columns)),
      fc.constant(Object.entries(columns).map(([name, type]) => ({ name, type }))),
    ),
    allow_other_fields: maybe,
  })
  .map((properties) => ({ rule_type: 'expectedSchema', fields: [], properties: given(properties) }))

const fieldCount: fc.Arbitrary<Draft> = fc
  .record({ value: fc.integer({ min: 14, max: 16 }), comparison: relation })
  .map((properties) => ({ rule_type: 'fieldCount', fields: [], properties: given(properties) }))

const segmentSize = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined })
const segments: fc.Arbitrary<Draft> = fc
  .record({
    name: fc.constantFrom<FieldName>('d', 'e', 'm', 'n'),
    interval_name: fc.constantFrom('Yearly', 'Quarterly', 'Monthly', 'Weekly', 'Daily', 'Hourly'),
    min: segmentSize,
    more: segmentSize,
  })
  .map(({ name, interval_name, min, more }) => ({
    rule_type: 'timeDistributionSize',
    fields: [name],
    properties: given({
      interval_name,
      min_size: min ?? (more === undefined ? 1 : undefined),
      max_size: more === undefined ? undefined : (min ?? 0) + more,
    }),
  }))

/** Checks that look at more than the rows one by one: other containers, earlier scans, the schema, the clock. */
export const widerDrafts: fc.Arbitrary<Draft>[] = [
  existence,
  existence,
  aggregates,
  difference,
  difference,
  prediction,
  prediction,
  metric,
  volumetric,
  freshness,
  schema,
  fieldCount,
  segments,
  segments,
]
