import {
  both,
  check,
  listOf,
  literal,
  numberOf,
  objectOf,
  plainName,
  textOf,
  textsOf,
  withKeys,
  type Imported,
  type ImportedCheck,
  type Importer,
} from './importer.ts'

type Kwargs = Record<string, unknown>
type Said = Pick<ImportedCheck, 'rule_type'> & Partial<ImportedCheck>

const bounds = (kwargs: Kwargs): Said | string => {
  const [min, max] = [numberOf(kwargs['min_value']), numberOf(kwargs['max_value'])]
  const isText = [kwargs['min_value'], kwargs['max_value']].some((one) => typeof one === 'string')
  if (min === null && max === null)
    return isText ? 'Its bounds are no numbers; write a check betweenTimes for dates.' : 'It has no bounds.'
  return {
    rule_type: 'between',
    properties: {
      ...(min !== null && { min, inclusive_min: kwargs['strict_min'] !== true }),
      ...(max !== null && { max, inclusive_max: kwargs['strict_max'] !== true }),
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

const pattern = (regex: unknown): Said => ({
  rule_type: 'matchesPattern',
  properties: { pattern: regex },
  doubt: String(regex).startsWith('^')
    ? null
    : 'On data frames the pattern must stand at the beginning of a value there, here anywhere in it.',
})

/** Every expectation that is read, by its name without `expect_`. */
const translations: Record<string, (kwargs: Kwargs) => Said | Said[] | string> = {
  column_values_to_not_be_null: () => ({ rule_type: 'notNull' }),
  column_values_to_be_null: (kwargs) => onColumn(kwargs, (name) => `${name} is null`),
  column_values_to_be_unique: () => ({ rule_type: 'unique' }),
  column_values_to_be_in_set: ({ value_set }) => ({
    rule_type: 'expectedValues',
    properties: { list: listOf(value_set) },
  }),
  column_values_to_not_be_in_set: (kwargs) =>
    onColumn(kwargs, (name) => `${name} not in (${listOf(kwargs['value_set']).map(literal).join(', ')})`),
  column_values_to_be_between: bounds,
  column_values_to_match_regex: ({ regex }) => pattern(regex),
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
  column_min_to_be_between: (kwargs) =>
    kwargs['max_value'] == null
      ? bounds(kwargs)
      : 'The smallest value has an upper bound, which no rule has here.',
  column_max_to_be_between: (kwargs) =>
    kwargs['min_value'] == null
      ? bounds(kwargs)
      : 'The greatest value has a lower bound, which no rule has here.',
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
  table_columns_to_match_set: ({ column_set, exact_match }) => ({
    rule_type: 'expectedSchema',
    fields: [],
    properties: { list: textsOf(column_set), allow_other_fields: exact_match === false },
  }),
  table_column_count_to_equal: ({ value }) => ({
    rule_type: 'fieldCount',
    fields: [],
    properties: { value },
  }),
}

/** Suites of Great Expectations as JSON, of versions 0.x and 1.x. */
export const greatExpectations: Importer = {
  name: 'great-expectations',
  title: 'Great Expectations (a suite as JSON)',
  read(content, container) {
    const suite = objectOf(content)
    if (!Array.isArray(suite['expectations']))
      throw new Error('It is no suite of Great Expectations; it has no list of expectations.')
    if (container === null)
      throw new Error('A suite does not say which table it is about; name it with --container.')
    const imported: Imported = { checks: [], leftovers: [] }
    for (const [index, entry] of suite['expectations'].entries()) {
      const { type, expectation_type, kwargs: given, meta } = objectOf(entry)
      const name = String(type ?? expectation_type)
      const kwargs = objectOf(given)
      const said =
        translations[name.replace(/^expect_/, '').toLowerCase()]?.(kwargs) ?? `${name} has no like here.`
      const place = `expectations[${index}] ${name}${textOf(kwargs['column']) ? ` of ${String(kwargs['column'])}` : ''}`
      if (typeof said === 'string') imported.leftovers.push({ place, reason: said })
      else
        for (const one of Array.isArray(said) ? said : [said])
          imported.checks.push(completed(one, container, kwargs, objectOf(meta)))
    }
    return { ...imported, checks: withKeys(imported.checks) }
  },
}

function completed(said: Said, container: string, kwargs: Kwargs, meta: Kwargs): ImportedCheck {
  const column = textOf(kwargs['column'])
  const coverage = numberOf(kwargs['mostly']) ?? 1
  const note = textOf(objectOf(meta['notes'])['content']) ?? textOf(meta['notes'])
  const made = check({
    container,
    fields: column === null ? [] : [column],
    coverage,
    ...said,
    ...(note !== null && { description: note }),
  })
  const condition = textOf(kwargs['row_condition'])
  // `mostly` is a share of the rows that have a value.
  const name = column === null ? null : plainName(column)
  const isShare = coverage < 1 && made.rule_type !== 'notNull'
  const filter = both(condition, isShare && name !== null ? `${name} is not null` : null)
  const doubts = [
    made.doubt,
    condition === null ? null : 'Its row_condition is taken for SQL of the source.',
    isShare && name === null ? 'There a share of the rows with a value must pass, here of all rows.' : null,
  ].filter((one) => one !== null)
  return { ...made, filter, doubt: doubts.length === 0 ? null : doubts.join(' ') }
}
