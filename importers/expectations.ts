import { compared, listOf, numberOf, plainName, textsOf, literal, type ImportedCheck } from './importer.ts'

/** The arguments of an expectation by their names. */
export type Kwargs = Record<string, unknown>
/** What an expectation says beside its table; its column and its share are in the arguments. */
export type Said = Pick<ImportedCheck, 'rule_type'> & Partial<ImportedCheck>

const bounds = (kwargs: Kwargs): Said | string => {
  const [min, max] = [numberOf(kwargs['min_value']), numberOf(kwargs['max_value'])]
  const isText = [kwargs['min_value'], kwargs['max_value']].some((one) => typeof one === 'string')
  if (min === null && max === null)
    return isText ? 'Its bounds are no numbers; write a check betweenTimes for dates.' : 'It has no bounds.'
  return {
    rule_type: 'between',
    properties: {
      ...(min !== null && { min, inclusive_min: !isStrict(kwargs, 'min') }),
      ...(max !== null && { max, inclusive_max: !isStrict(kwargs, 'max') }),
    },
  }
}

const onColumn = (kwargs: Kwargs, rest: (name: string) => string): Said | string => {
  const name = plainName(String(kwargs['column']))
  return name === null
    ? 'The name of its column needs quotes, which each store writes in its own way.'
    : { rule_type: 'satisfiesExpression', properties: { expression: rest(name) } }
}

const counted = (rule_type: string, { min_value, max_value }: Kwargs): Said[] | string => {
  const [min, max] = [numberOf(min_value), numberOf(max_value)]
  const checks: Said[] = []
  if (min !== null)
    checks.push({ rule_type, properties: { comparison: 'greater than or equal to', value: min } })
  if (max !== null)
    checks.push({ rule_type, properties: { comparison: 'less than or equal to', value: max } })
  return checks.length === 0 ? 'It has no bounds.' : checks
}

/** An aggregate of the column between the bounds. */
const aggregated =
  (aggregate: string) =>
  (kwargs: Kwargs): Said[] | string => {
    const name = plainName(String(kwargs['column']))
    if (name === null) return 'The name of its column needs quotes, which each store writes in its own way.'
    const [min, max] = [numberOf(kwargs['min_value']), numberOf(kwargs['max_value'])]
    const checks = [
      ...(min === null
        ? []
        : [compared(`${aggregate}(${name})`, isStrict(kwargs, 'min') ? 'gt' : 'gte', min)]),
      ...(max === null
        ? []
        : [compared(`${aggregate}(${name})`, isStrict(kwargs, 'max') ? 'lt' : 'lte', max)]),
    ]
    return checks.length === 0 ? 'It has no bounds.' : checks
  }

const isStrict = (kwargs: Kwargs, side: 'min' | 'max'): boolean =>
  kwargs[`strict_${side}`] === true || kwargs['strictly'] === true

/** The bound of an extreme that holds for each row judges rows; the other one judges the extreme. */
const extreme =
  (aggregate: 'min' | 'max') =>
  (kwargs: Kwargs): Said[] | string => {
    const other = aggregate === 'min' ? 'max' : 'min'
    const rowwise = bounds({ ...kwargs, [`${other}_value`]: null })
    const computed = aggregated(aggregate)({ ...kwargs, [`${aggregate}_value`]: null })
    const said = [rowwise, computed].flatMap((one) => (typeof one === 'string' ? [] : one))
    return said.length === 0 ? String(rowwise) : said
  }

const required = (kwargs: Kwargs): Said => ({
  rule_type: 'requiredValues',
  properties: { list: listOf(kwargs['value_set']) },
})

const expected = (kwargs: Kwargs): Said => ({
  rule_type: 'expectedValues',
  properties: { list: listOf(kwargs['value_set']) },
})

const rows = (min: number | null, max: number | null): Said | string =>
  min === null && max === null
    ? 'It has no bounds.'
    : {
        rule_type: 'volumetric',
        fields: [],
        properties: {
          comparison: 'Absolute Value',
          ...(min !== null && { min }),
          ...(max !== null && { max }),
        },
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
const translations: Record<string, (kwargs: Kwargs) => Said | Said[] | string> = {
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
  column_value_lengths_to_be_between({ min_value, max_value }) {
    const checks: Said[] = []
    if (numberOf(min_value) !== null)
      checks.push({ rule_type: 'minLength', properties: { value: min_value } })
    if (numberOf(max_value) !== null)
      checks.push({ rule_type: 'maxLength', properties: { value: max_value } })
    return checks.length === 0 ? 'It has no bounds.' : checks
  },
  column_unique_value_count_to_be_between: (kwargs) => counted('distinctCount', kwargs),
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
  table_row_count_to_be_between: ({ min_value, max_value }) => rows(numberOf(min_value), numberOf(max_value)),
  table_row_count_to_equal: ({ value }) => rows(numberOf(value), numberOf(value)),
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
export function ofExpectation(name: string, kwargs: Record<string, unknown>): Said | Said[] | string {
  return translations[name.replace(/^expect_/, '').toLowerCase()]?.(kwargs) ?? `${name} has no like here.`
}
