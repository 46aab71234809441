import { ofExpectation } from './expectations.ts'
import {
  both,
  boundOf,
  check,
  concluded,
  listOf,
  literal,
  needsQuotes,
  numberOf,
  objectOf,
  plainName,
  textOf,
  textsOf,
  type Imported,
  type ImportedCheck,
  type Importer,
  type Members,
  type Relation,
  type Said,
} from './importer.ts'

/** A generic test with all that its translation needs. */
interface Test {
  container: string
  column: string | null
  kwargs: Members
  /** The name of another model by what the test calls it. */
  other: string | null
}

/** A translation; a text says why there is none. */
type Translation = (test: Test) => Said | Said[] | string

const ofColumn =
  (translate: (column: string, test: Test) => Said | string): Translation =>
  (test) =>
    test.column === null ? 'It names no column.' : translate(test.column, test)

const between = (kwargs: Members): Said | string => {
  const [min, max] = [kwargs['min_value'] ?? null, kwargs['max_value'] ?? null]
  if ([min, max].some((bound) => bound !== null && numberOf(bound) === null))
    return 'Its bounds are expressions; write a check satisfiesExpression for them.'
  const inclusive = kwargs['inclusive'] !== false && kwargs['strictly'] !== true
  return {
    rule_type: 'between',
    properties: {
      ...(min !== null && { min: boundOf(min), inclusive_min: inclusive }),
      ...(max !== null && { max: boundOf(max), inclusive_max: inclusive }),
    },
  }
}

const values = (list: unknown, { quote }: Members): unknown[] =>
  listOf(list).map((value) => (quote === false ? (boundOf(value) ?? value) : value))

const expression = (written: string): Said => ({
  rule_type: 'satisfiesExpression',
  properties: { expression: written },
})

const expressionOfColumn = (column: string, rest: string): Said | string => {
  const name = plainName(column)
  return name === null ? needsQuotes : expression(`${name} ${rest}`)
}

const reference = (kwargs: Members, other: string | null): Said | string =>
  other === null || textOf(kwargs['field']) === null
    ? 'The model that it refers to is not in the manifest.'
    : { rule_type: 'existsIn', properties: { field_name: kwargs['field'], ref_container: other } }

const rowsAgainst = (other: string | null, comparison: Relation): Said | string =>
  other === null
    ? 'The model that it is compared with is not in the manifest.'
    : {
        rule_type: 'aggregationComparison',
        properties: { expression: 'count(*)', comparison, ref_container: other, ref_expression: 'count(*)' },
      }

/** Every generic test that is read, by its name behind that of its package. */
const translations: Record<string, Translation> = {
  not_null: ofColumn(() => ({ rule_type: 'notNull' })),
  unique: ofColumn(() => ({ rule_type: 'unique' })),
  accepted_values: ofColumn((_column, { kwargs }) => ({
    rule_type: 'expectedValues',
    properties: { list: values(kwargs['values'], kwargs) },
  })),
  relationships: ofColumn((_column, { kwargs, other }) => reference(kwargs, other)),
  'dbt_utils.accepted_range': ofColumn((_column, { kwargs }) => between(kwargs)),
  'dbt_utils.expression_is_true': ({ column, kwargs }) => {
    const written = textOf(kwargs['expression'])
    if (written === null) return 'It has no expression.'
    return column === null ? expression(written) : expressionOfColumn(column, written)
  },
  'dbt_utils.unique_combination_of_columns': ({ kwargs }) => ({
    rule_type: 'unique',
    fields: textsOf(kwargs['combination_of_columns']),
    doubt: 'There rows with NULL in the same columns count as alike, here never.',
  }),
  'dbt_utils.not_accepted_values': ofColumn((column, { kwargs }) =>
    expressionOfColumn(column, `not in (${values(kwargs['values'], kwargs).map(literal).join(', ')})`),
  ),
  'dbt_utils.not_empty_string': ofColumn((column, { kwargs }) => {
    const name = plainName(column)
    if (kwargs['trim_whitespace'] === false) return { rule_type: 'notEmpty' }
    return name === null ? needsQuotes : expression(`trim(${name}) <> ''`)
  }),
  'dbt_utils.at_least_one': ofColumn(() => ({
    rule_type: 'distinctCount',
    properties: { comparison: 'greater than', value: 0 },
  })),
  'dbt_utils.not_constant': ofColumn(() => ({
    rule_type: 'distinctCount',
    properties: { comparison: 'greater than', value: 1 },
  })),
  'dbt_utils.not_null_proportion': ofColumn((_column, { kwargs }) =>
    numberOf(kwargs['at_most'] ?? 1) === 1
      ? { rule_type: 'notNull', coverage: numberOf(kwargs['at_least']) ?? 1 }
      : 'It wants some values to be NULL, which no rule does here.',
  ),
  'dbt_utils.relationships_where': ofColumn((_column, { kwargs, other }) =>
    [null, '1=1'].includes(textOf(kwargs['to_condition']))
      ? reference(kwargs, other)
      : 'Its to_condition chooses rows of the other table; make a computed table of these.',
  ),
  'dbt_utils.equal_rowcount': ({ other }) => rowsAgainst(other, 'eq'),
  'dbt_utils.fewer_rows_than': ({ other }) => rowsAgainst(other, 'lt'),
  'dbt_expectations.expect_column_values_to_be_in_set': ofColumn((_column, { kwargs }) => ({
    rule_type: 'expectedValues',
    properties: { list: values(kwargs['value_set'], { quote: kwargs['quote_values'] }) },
  })),
  'dbt_expectations.expect_table_row_count_to_equal_other_table': ({ kwargs, other }) =>
    ['compare_row_condition', 'compare_group_by', 'factor'].some((name) => (kwargs[name] ?? null) !== null)
      ? 'It compares a part or a multiple of the rows; make a computed table of these.'
      : rowsAgainst(other, 'eq'),
  'dbt_expectations.expect_column_values_to_match_regex': ofColumn((_column, { kwargs }) => ({
    rule_type: 'matchesPattern',
    properties: { pattern: kwargs['regex'] },
  })),
}

/** The tests of a dbt project, from the manifest that dbt writes. */
export const dbt: Importer = {
  name: 'dbt',
  title: 'dbt (target/manifest.json)',
  read(content) {
    const manifest = objectOf(content)
    const nodes = { ...objectOf(manifest['nodes']), ...objectOf(manifest['sources']) }
    if (!('metadata' in manifest) || !('nodes' in manifest))
      throw new Error('It is no manifest of dbt; give target/manifest.json.')
    const imported: Imported = { checks: [], leftovers: [] }
    for (const [id, node] of Object.entries(objectOf(manifest['nodes'])).sort()) {
      const test = objectOf(node)
      if (test['resource_type'] !== 'test') continue
      const said = translated(test, nodes)
      if (typeof said === 'string') imported.leftovers.push({ place: id, reason: said })
      else imported.checks.push(...said)
    }
    return concluded(imported)
  },
}

function translated(test: Members, nodes: Members): ImportedCheck[] | string {
  const metadata = objectOf(test['test_metadata'])
  const name = [textOf(metadata['namespace']), textOf(metadata['name'])].filter(Boolean).join('.')
  if (name === '') return 'It is SQL of its own; make a computed table of it, and a check on that.'
  const translate = translations[name] ?? expectationOf(name)
  const kwargs = objectOf(metadata['kwargs'])
  if (textsOf(kwargs['group_by_columns'] ?? kwargs['group_by']).length > 0)
    return 'It judges groups of rows by themselves; make a computed table with a row for each group.'
  const attached = textOf(test['attached_node'])
  const depends = textsOf(objectOf(test['depends_on'])['nodes'])
  const own = attached ?? depends.at(-1)
  const container = nameOf(nodes, own)
  if (container === null) return 'The model that it is about is not in the manifest.'
  const column = textOf(test['column_name']) ?? textOf(kwargs['column_name'])
  const other = nameOf(nodes, depends.find((id) => id !== own) ?? own)
  const said = translate({ container, column, kwargs, other })
  if (typeof said === 'string') return said
  const config = objectOf(test['config'])
  const filter = both(
    textOf(config['where']),
    textOf(kwargs['row_condition']) ?? textOf(kwargs['from_condition']),
  )
  return [said].flat().map((one, index) => {
    const made = check({
      container,
      fields: column === null ? [] : [column],
      filter,
      description: textOf(test['description']) ?? String(test['name']),
      key: `${String(test['name']).slice(0, 200)}${index === 0 ? '' : `_${index + 1}`}`,
      ...one,
    })
    return { ...made, doubt: made.doubt ?? thresholdDoubt(config) }
  })
}

/** The package dbt_expectations has those of Great Expectations, in SQL. */
const expectationOf =
  (name: string): Translation =>
  ({ column, kwargs }) => {
    const [, expectation] = /^dbt_expectations\.expect_(.*)$/.exec(name) ?? []
    if (expectation === undefined) return `The test ${name} has no like here.`
    return ofExpectation(expectation, { ...kwargs, ...(column !== null && { column }) })
  }

/** A test may fail from another number of rows on than one. */
function thresholdDoubt(config: Members): string | null {
  const isUsual = [null, '!= 0', '!=0', '> 0'].includes(textOf(config['error_if']))
  if (!isUsual)
    return `There it fails where the number of rows is ${String(config['error_if'])}; give it a coverage.`
  return textOf(config['fail_calc']) === null || config['fail_calc'] === 'count(*)'
    ? null
    : `There it fails by ${String(config['fail_calc'])} rather than by rows.`
}

/** The table of a model or source. */
function nameOf(nodes: Members, id: string | undefined): string | null {
  const node = objectOf(nodes[id ?? ''])
  return textOf(node['identifier']) ?? textOf(node['alias']) ?? textOf(node['name'])
}
