import {
  allowing,
  check,
  concluded,
  listOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
  type Imported,
  type ImportedCheck,
  type Importer,
} from './importer.ts'

type Members = Record<string, unknown>
type Said = Pick<ImportedCheck, 'rule_type'> & Partial<ImportedCheck>

/** How a contract names this service, for rules that the standard has no words for. */
export const contractEngine = 'assay'

/** Contracts of the Open Data Contract Standard, version 3. */
export const odcs: Importer = {
  name: 'odcs',
  title: 'Open Data Contract Standard 3 (YAML)',
  read(content) {
    const contract = objectOf(content)
    if (contract['kind'] !== 'DataContract' || !Array.isArray(contract['schema']))
      throw new Error('It is no data contract; it has no `kind: DataContract` with a list `schema`.')
    const imported: Imported = { checks: [], leftovers: [] }
    for (const entry of contract['schema']) takeTable(imported, objectOf(entry))
    return concluded(imported)
  },
}

function takeTable(imported: Imported, table: Members): void {
  const container = textOf(table['physicalName']) ?? String(table['name'])
  const add = (place: string, said: Said | string, rule: Members = {}): void => {
    const [description, key] = [textOf(rule['description']), textOf(rule['name'])]
    if (typeof said === 'string') imported.leftovers.push({ place: `${container}${place}`, reason: said })
    else
      imported.checks.push(
        check({ container, ...(description && { description }), ...(key && { key }), ...said }),
      )
  }
  const columns = listOf(table['properties']).map(objectOf)
  const primary = columns.filter((column) => column['primaryKey'] === true).map(columnOf)
  if (primary.length > 0) {
    add('', { rule_type: 'unique', fields: primary })
    add('', { rule_type: 'notNull', fields: primary })
  }
  for (const column of columns) {
    const fields = [columnOf(column)]
    const place = `.${fields.join('')}`
    if (column['required'] === true && !primary.includes(columnOf(column)))
      add(place, { rule_type: 'notNull', fields })
    if (column['unique'] === true) add(place, { rule_type: 'unique', fields })
    for (const said of optionsOf(objectOf(column['logicalTypeOptions']))) add(place, { ...said, fields })
    for (const relationship of listOf(column['relationships']).map(objectOf))
      add(`${place}.relationships`, referenceOf(relationship, fields))
    for (const rule of listOf(column['quality']).map(objectOf))
      add(`${place}.quality`, qualityOf(rule, fields), rule)
  }
  for (const rule of listOf(table['quality']).map(objectOf)) add('.quality', qualityOf(rule, []), rule)
}

const columnOf = (column: Members): string => textOf(column['physicalName']) ?? String(column['name'])

function optionsOf(options: Members): Said[] {
  const checks: Said[] = []
  const add = (name: string, make: (value: unknown) => Said): void => {
    if (options[name] !== undefined) checks.push(make(options[name]))
  }
  add('minLength', (value) => ({ rule_type: 'minLength', properties: { value } }))
  add('maxLength', (value) => ({ rule_type: 'maxLength', properties: { value } }))
  add('pattern', (pattern) => ({ rule_type: 'matchesPattern', properties: { pattern } }))
  const range: Members = {}
  for (const [name, member, inclusive] of [
    ['minimum', 'min', true],
    ['exclusiveMinimum', 'min', false],
    ['maximum', 'max', true],
    ['exclusiveMaximum', 'max', false],
  ] as const) {
    const value = numberOf(options[name])
    if (value !== null) Object.assign(range, { [member]: value, [`inclusive_${member}`]: inclusive })
  }
  return Object.keys(range).length === 0 ? checks : [...checks, { rule_type: 'between', properties: range }]
}

/** A foreign key to one column, by the names of the table and the column. */
function referenceOf({ to }: Members, fields: string[]): Said | string {
  const [, ref_container, field_name] = /^([^./]+)\.([^./]+)$/.exec(textOf(to) ?? '') ?? []
  return field_name === undefined
    ? 'It does not name one column by its table and name.'
    : { rule_type: 'existsIn', fields, properties: { field_name, ref_container } }
}

/** A rule that an export wrote for this service. */
function ofOurEngine(implementation: Members): Said | string {
  const { rule_type, fields, properties, filter, coverage } = implementation
  if (textOf(rule_type) === null) return 'Its implementation has no rule_type.'
  return {
    rule_type: String(rule_type),
    fields: textsOf(fields),
    properties: objectOf(properties),
    filter: textOf(filter),
    coverage: numberOf(coverage) ?? 1,
  }
}

/** A rule of the standard's library; what is written for other tools is left over. */
function qualityOf(rule: Members, fields: string[]): Said | string {
  const type = textOf(rule['type']) ?? 'library'
  if (type === 'custom' && rule['engine'] === contractEngine)
    return ofOurEngine(objectOf(rule['implementation']))
  if (type !== 'library')
    return `It is written for ${type === 'sql' ? 'SQL' : (textOf(rule['engine']) ?? type)}.`
  const metric = textOf(rule['metric']) ?? textOf(rule['rule'])
  if (metric === 'rowCount') return rowCount(rule)
  const coverage = coverageOf(rule)
  const doubt =
    rule['mustBeLessThan'] === undefined ? null : 'There exactly that share fails, here it passes.'
  if (coverage === null) return 'It allows some rows; give a check a coverage for that.'
  const given = objectOf(rule['arguments'])
  switch (metric) {
    case 'nullValues':
    case 'missingValues':
      return given['missingValues'] === undefined
        ? { rule_type: 'notNull', fields, coverage, doubt }
        : 'It counts values of its own as missing; write a check satisfiesExpression for them.'
    case 'duplicateValues': {
      const columns = listOf(given['properties']).map(String)
      return { rule_type: 'unique', fields: fields.length > 0 ? fields : columns, coverage, doubt }
    }
    case 'invalidValues': {
      const values = given['validValues'] ?? rule['validValues']
      const pattern = given['pattern'] ?? rule['pattern']
      if (Array.isArray(values))
        return { rule_type: 'expectedValues', fields, coverage, doubt, properties: { list: values } }
      if (typeof pattern === 'string')
        return { rule_type: 'matchesPattern', fields, coverage, doubt, properties: { pattern } }
      return 'It does not say what is valid.'
    }
    default:
      return `The metric ${metric ?? 'that it does not name'} has no like here.`
  }
}

function rowCount(rule: Members): Said | string {
  const range = listOf(rule['mustBeBetween']).map(numberOf)
  const more = numberOf(rule['mustBeGreaterThan'])
  const less = numberOf(rule['mustBeLessThan'])
  const equal = numberOf(rule['mustBe'])
  const min =
    range[0] ?? equal ?? numberOf(rule['mustBeGreaterOrEqualTo']) ?? (more === null ? null : more + 1)
  const max = range[1] ?? equal ?? numberOf(rule['mustBeLessOrEqualTo']) ?? (less === null ? null : less - 1)
  if (min === null && max === null) return 'It has no limit that is read.'
  const limits = { ...(min !== null && { min }), ...(max !== null && { max }) }
  return { rule_type: 'volumetric', fields: [], properties: { comparison: 'Absolute Value', ...limits } }
}

/** The share of rows that must pass; null for limits that are none. */
function coverageOf(rule: Members): number | null {
  if (numberOf(rule['mustBe']) === 0) return 1
  const limit = numberOf(rule['mustBeLessThan']) ?? numberOf(rule['mustBeLessOrEqualTo'])
  return rule['unit'] === 'percent' && limit !== null ? allowing(limit) : null
}
