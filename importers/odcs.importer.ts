import {
  boundOf,
  allowing,
  check,
  concluded,
  listOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
  type Imported,
  type Importer,
  type Members,
  type Said,
} from './importer.ts'

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
    const tables = contract['schema'].map(objectOf)
    for (const table of tables) takeTable(imported, table, tables)
    return concluded(imported)
  },
}

/** `tables`: all of the contract, which relationships lead to. */
function takeTable(imported: Imported, table: Members, tables: readonly Members[]): void {
  const container = nameOf(table)
  const add = (place: string, said: Said | string, rule: Members = {}): void => {
    const [description, key] = [textOf(rule['description']), textOf(rule['name'])]
    if (typeof said === 'string') imported.leftovers.push({ place: `${container}${place}`, reason: said })
    else
      imported.checks.push(
        check({ container, ...(description && { description }), ...(key && { key }), ...said }),
      )
  }
  const columns = columnsOf(table)
  const primary = columns.filter((column) => column['primaryKey'] === true).map(nameOf)
  if (primary.length > 0) {
    add('', { rule_type: 'unique', fields: primary })
    add('', { rule_type: 'notNull', fields: primary })
  }
  for (const column of columns) {
    const fields = [nameOf(column)]
    const place = `.${fields.join('')}`
    if (column['required'] === true && !primary.includes(nameOf(column)))
      add(place, { rule_type: 'notNull', fields })
    if (column['unique'] === true) add(place, { rule_type: 'unique', fields })
    for (const said of optionsOf(objectOf(column['logicalTypeOptions']))) add(place, { ...said, fields })
    for (const relationship of listOf(column['relationships']).map(objectOf))
      add(`${place}.relationships`, referenceOf(relationship, fields, tables))
    for (const rule of listOf(column['quality']).map(objectOf))
      add(`${place}.quality`, qualityOf(rule, fields, columns), rule)
    for (const member of demandingMembers(column, place))
      add(member, 'It is inside a field; make a computed field of it, and a check on that.')
  }
  for (const relationship of listOf(table['relationships']).map(objectOf))
    add('.relationships', referenceOfTable(relationship, table, tables))
  for (const rule of listOf(table['quality']).map(objectOf))
    add('.quality', qualityOf(rule, [], columns), rule)
}

/** What a table or property is called in its store. */
const nameOf = (one: Members): string => textOf(one['physicalName']) ?? String(one['name'])

const columnsOf = (table: Members): Members[] => listOf(table['properties']).map(objectOf)

const demands = ['required', 'unique', 'primaryKey', 'logicalTypeOptions', 'relationships', 'quality']

/** Where something is demanded of a member of a field that has members of its own. */
function demandingMembers(property: Members, place: string): string[] {
  const members = [...columnsOf(property), ...columnsOf(objectOf(property['items']))]
  return members.flatMap((member) => {
    const inside = `${place}.${nameOf(member)}`
    const isDemanding = demands.some((name) => Boolean(member[name]))
    return [...(isDemanding ? [inside] : []), ...demandingMembers(member, inside)]
  })
}

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
    const value = boundOf(options[name])
    if (value !== null) Object.assign(range, { [member]: value, [`inclusive_${member}`]: inclusive })
  }
  return Object.keys(range).length === 0 ? checks : [...checks, { rule_type: 'between', properties: range }]
}

/** A foreign key to one column, by the names that the contract has for the table and the column. */
function referenceOf({ to }: Members, fields: string[], tables: readonly Members[]): Said | string {
  const [, table = '', column] = /^([^./]+)\.([^./]+)$/.exec(textOf(to) ?? '') ?? []
  if (column === undefined) return 'It does not name one column by its table and name.'
  const columns = columnsOf(tables.find(({ name }) => name === table) ?? {})
  const properties = {
    field_name: calledInStore(columns, column),
    ref_container: calledInStore(tables, table),
  }
  return { rule_type: 'existsIn', fields, properties }
}

/** The same where the table says it, with the column in `from`; of several columns each is a list. */
function referenceOfTable(relationship: Members, table: Members, tables: readonly Members[]): Said | string {
  const [from, to] = [textsOf(relationship['from']), textsOf(relationship['to'])]
  const [own] = from
  if (own === undefined || from.length > 1 || to.length > 1)
    return 'A relationship here is of one column to one.'
  const column = own.slice(own.lastIndexOf('.') + 1)
  return referenceOf({ to: to[0] }, [calledInStore(columnsOf(table), column)], tables)
}

/** What the contract calls so, by its name in the store; a name that is not in the contract stands for itself. */
function calledInStore(all: readonly Members[], name: string): string {
  const found = all.find((one) => one['name'] === name)
  return found ? nameOf(found) : name
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

/** A rule of the standard's library, on `fields` or on the table; what is written for other tools is left over. */
function qualityOf(rule: Members, fields: string[], columns: readonly Members[]): Said | string {
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
      const several = textsOf(given['properties']).map((name) => calledInStore(columns, name))
      return { rule_type: 'unique', fields: fields.length > 0 ? fields : several, coverage, doubt }
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
