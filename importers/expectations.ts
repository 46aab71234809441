import {
  boundOf,
  compared,
  listOf,
  literal,
  needsQuotes,
  numberOf,
  plainName,
  textsOf,
  type Members,
  type Said,
} from './importer.ts'

type Bound = ReturnType<typeof boundOf>

/** Its bounds, of which one may be absent; a text says what is wrong with them, so that none is passed over. */
function boundsOf({ min_value, max_value }: Members): { min: Bound; max: Bound } | string {
  const given = [min_value, max_value].filter((one) => one !== null && one !== undefined)
  if (given.length === 0) return 'It has no bounds.'
  if (given.some((one) => numberOf(one) === null))
    return 'Its bounds are no numbers; write a check betweenTimes for dates.'
  return { min: boundOf(min_value), max: boundOf(max_value) }
}

const bounds = (kwargs: Members): Said | string => {
  const both = boundsOf(kwargs)
  if (typeof both === 'string') return both
  const { min, max } = both
  return {
    rule_type: 'between',
    properties: {
      ...(min !== null && { min, inclusive_min: !isStrict(kwargs, 'min') }),
      ...(max !== null && { max, inclusive_max: !isStrict(kwargs, 'max') }),
    },
  }
}

const onColumn = (kwargs: Members, rest: (name: string) => string): Said | string => {
  const name = plainName(String(kwargs['column']))
  return name === null
    ? needsQuotes
    : { rule_type: 'satisfiesExpression', properties: { expression: rest(name) } }
}

/** A check for each bound that is given: what it demands, by the number. */
const ofEach = (
  kwargs: Members,
  atLeast: (min: number | bigint) => Said,
  atMost: (max: number | bigint) => Said,
): Said[] | string => {
  const both = boundsOf(kwargs)
  if (typeof both === 'string') return both
  const { min, max } = both
  return [...(min === null ? [] : [atLeast(min)]), ...(max === null ? [] : [atMost(max)])]
}

/** An aggregate of the column between the bounds. */
const aggregated =
  (aggregate: string) =>
  (kwargs: Members): Said[] | string => {
    const name = plainName(String(kwargs['column']))
    if (name === null) return needsQuotes
    const expression = `${aggregate}(${name})`
    return ofEach(
      kwargs,
      (min) => compared(expression, isStrict(kwargs, 'min') ? 'gt' : 'gte', min),
      (max) => compared(expression, isStrict(kwargs, 'max') ? 'lt' : 'lte', max),
    )
  }

const isStrict = (kwargs: Members, side: 'min' | 'max'): boolean =>
  kwargs[`strict_${side}`] === true || kwargs['strictly'] === true

/** The bound of an extreme that holds for each row judges rows; the other one judges the extreme. */
const extreme =
  (aggregate: 'min' | 'max') =>
  (kwargs: Members): Said[] | string => {
    const both = boundsOf(kwargs)
    if (typeof both === 'string') return both
    const other = aggregate === 'min' ? 'max' : 'min'
    const alone = (side: 'min' | 'max'): Members => ({
      ...kwargs,
      [`${side === 'min' ? 'max' : 'min'}_value`]: null,
    })
    const said = [
      ...(both[aggregate] === null ? [] : [bounds(alone(aggregate))]),
      ...(both[other] === null ? [] : [aggregated(aggregate)(alone(other))].flat()),
    ]
    // A bound that cannot be carried does not leave the other one alone.
    return said.find((one) => typeof one === 'string') ?? said.filter((one) => typeof one !== 'string')
  }

const required = (kwargs: Members): Said => ({
  rule_type: 'requiredValues',
  properties: { list: listOf(kwargs['value_set']) },
})

const expected = (kwargs: Members): Said => ({
  rule_type: 'expectedValues',
  properties: { list: listOf(kwargs['value_set']) },
})

const rows = (kwargs: Members): Said | string => {
  const both = boundsOf(kwargs)
  if (typeof both === 'string') return both
  const { min, max } = both
  return {
    rule_type: 'volumetric',
    fields: [],
    properties: { comparison: 'Absolute Value', ...(min !== null && { min }), ...(max !== null && { max }) },
  }
}

const pattern = (...alternatives: unknown[]): Said => ({
  rule_type: 'matchesPattern',
  properties: {
    pattern:
      alternatives.length === 1 ? alternatives[0] : alternatives.map((one) => `(${String(one)})`).join('|'),
  },
  doubt: alternatives.every((one) => String(one).startsWith('^'))
    ? null
    : 'On data frames the pattern must stand at the beginning of a value there, here anywhere in it.',
})

/** Every expectation that is read, by its name without `expect_`. */
const translations: Record<string, (kwargs: Members) => Said | Said[] | string> = {
  column_values_to_not_be_null: () => ({ rule_type: 'notNull' }),
  column_values_to_be_null: (kwargs) => onColumn(kwargs, (name) => `${name} is null`),
  column_values_to_be_unique: () => ({ rule_type: 'unique' }),
  column_values_to_be_in_set: expected,
  column_distinct_values_to_be_in_set: expected,
  column_distinct_values_to_contain_set: required,
  column_distinct_values_to_equal_set: (kwargs) => [expected(kwargs), required(kwargs)],
  column_values_to_not_be_in_set: (kwargs) =>
    onColumn(kwargs, (name) => `${name} not in (${listOf(kwargs['value_set']).map(literal).join(', ')})`),
  column_values_to_be_between: bounds,
  column_values_to_match_regex: ({ regex }) => pattern(regex),
  column_values_to_match_regex_list: ({ regex_list, match_on }) =>
    match_on === 'all' ? listOf(regex_list).map((one) => pattern(one)) : pattern(...listOf(regex_list)),
  column_value_lengths_to_equal: ({ value }) => [
    { rule_type: 'minLength', properties: { value } },
    { rule_type: 'maxLength', properties: { value } },
  ],
  column_value_lengths_to_be_between: (kwargs) =>
    ofEach(
      kwargs,
      (value) => ({ rule_type: 'minLength', properties: { value } }),
      (value) => ({ rule_type: 'maxLength', properties: { value } }),
    ),
  column_unique_value_count_to_be_between: (kwargs) =>
    ofEach(
      kwargs,
      (value) => ({
        rule_type: 'distinctCount',
        properties: { comparison: 'greater than or equal to', value },
      }),
      (value) => ({
        rule_type: 'distinctCount',
        properties: { comparison: 'less than or equal to', value },
      }),
    ),
  column_min_to_be_between: extreme('min'),
  column_max_to_be_between: extreme('max'),
  column_mean_to_be_between: aggregated('avg'),
  column_sum_to_be_between: aggregated('sum'),
  column_stdev_to_be_between: aggregated('stddev_samp'),
  column_pair_values_a_to_be_greater_than_b: ({ column_A, column_B, or_equal }) => ({
    rule_type: 'greaterThanField',
    fields: textsOf(column_A),
    properties: { field_name: column_B, inclusive: or_equal === true },
  }),
  column_pair_values_to_be_equal: ({ column_A, column_B }) => ({
    rule_type: 'equalToField',
    fields: textsOf(column_A),
    properties: { field_name: column_B },
  }),
  compound_columns_to_be_unique: ({ column_list }) => ({
    rule_type: 'unique',
    fields: textsOf(column_list),
    doubt: 'There rows with NULL in some of the columns count as alike, here never.',
  }),
  table_row_count_to_be_between: rows,
  table_row_count_to_equal: ({ value }) => rows({ min_value: value, max_value: value }),
  column_to_exist: ({ column }) => ({
    rule_type: 'expectedSchema',
    fields: [],
    properties: { list: [column], allow_other_fields: true },
  }),
  table_columns_to_match_ordered_list: ({ column_list }) => ({
    rule_type: 'expectedSchema',
    fields: [],
    properties: { list: textsOf(column_list), allow_other_fields: false },
    doubt: 'There the order of the columns counts as well.',
  }),
  table_columns_to_match_set: ({ column_set, exact_match }) => ({
    rule_type: 'expectedSchema',
    fields: [],
    properties: { list: textsOf(column_set), allow_other_fields: exact_match === false },
  }),
  table_row_count_to_equal_other_table: ({ other_table_name }) => ({
    rule_type: 'aggregationComparison',
    fields: [],
    properties: {
      expression: 'count(*)',
      comparison: 'eq',
      ref_container: other_table_name,
      ref_expression: 'count(*)',
    },
  }),
  table_column_count_to_equal: ({ value }) => ({
    rule_type: 'fieldCount',
    fields: [],
    properties: { value },
  }),
}

/** The checks of one expectation, by its name with or without `expect_`; a text says why there are none. */
export function ofExpectation(name: string, kwargs: Members): Said | Said[] | string {
  return translations[name.replace(/^expect_/, '').toLowerCase()]?.(kwargs) ?? `${name} has no like here.`
}
