import { isDeepStrictEqual } from 'node:util'
import { check, objectOf, type ImportedCheck, type Members } from './importer.ts'
import { contractEngine, odcs } from './odcs.importer.ts'

/** A table or file with its fields, of the types that the service knows. */
export interface ContractTable {
  name: string
  description: string | null
  fields: { name: string; type: string }[]
}

/** A contract, and the checks in it that no other tool reads, by container and key. */
export interface Contract {
  content: Members
  own: ImportedCheck[]
}

/** Where something stands in a contract: at a property, or at the table (null). */
interface Said {
  field: string | null
  members: Members
}

const logicalTypes: Record<string, string> = {
  Integral: 'integer',
  Fractional: 'number',
  String: 'string',
  Boolean: 'boolean',
  Date: 'date',
  Timestamp: 'timestamp',
  Array: 'array',
  Struct: 'object',
  MapType: 'object',
}

/**
 * A contract of the Open Data Contract Standard 3.1 over these tables, with their checks. Reading it gives the same checks: words
 * of the standard are taken only where they do, and a rule for our own engine everywhere else.
 */
export function contractOf(
  named: { id: string; name: string },
  tables: readonly ContractTable[],
  checks: readonly ImportedCheck[],
): Contract {
  const own: ImportedCheck[] = []
  const schema = tables.map((table) => {
    const said = checks
      .filter(({ container }) => container === table.name)
      .map((one) => {
        const inWords = wordings(one).find((wording) => meansTheSame(one, wording))
        if (!inWords) own.push(one)
        return inWords ?? ofOurEngine(one)
      })
    return tableOf(table, said)
  })
  const content = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: named.id,
    name: named.name,
    version: '1.0.0',
    status: 'active',
    schema,
  }
  return { content, own }
}

function tableOf({ name, description, fields }: ContractTable, said: readonly Said[]): Members {
  const missing = said.flatMap(({ field }) =>
    field === null || fields.some((one) => one.name === field) ? [] : [field],
  )
  const properties = [...fields, ...[...new Set(missing)].map((one) => ({ name: one, type: '' }))].map(
    (one) => {
      const members = merged(said.filter(({ field }) => field === one.name))
      return { name: one.name, logicalType: logicalTypes[one.type] ?? guessedType(members), ...members }
    },
  )
  return {
    name,
    ...(description && { description }),
    ...(properties.length > 0 && { properties }),
    ...merged(said.filter(({ field }) => field === null)),
  }
}

/** The schema of the standard wants a type of every property, also of one whose type nobody knows. */
function guessedType({ logicalTypeOptions }: Members): string {
  const options = Object.keys(objectOf(logicalTypeOptions))
  return options.some((name) => /m(in|ax)imum$/i.test(name)) ? 'number' : 'string'
}

/** The members of all: lists one after the other, and objects with the members of each. */
function merged(said: readonly Said[]): Members {
  const all: Members = {}
  for (const { members } of said)
    for (const [name, value] of Object.entries(members)) {
      const before = all[name]
      if (Array.isArray(value) && Array.isArray(before)) all[name] = [...before, ...value]
      else if (typeof value === 'object' && typeof before === 'object') all[name] = { ...before, ...value }
      else all[name] = value
    }
  return all
}

function meansTheSame(one: ImportedCheck, said: Said): boolean {
  const type = said.field === null ? [] : [{ name: said.field, type: '' }]
  const table = tableOf({ name: one.container, description: null, fields: type }, [said])
  const read = odcs.read({ kind: 'DataContract', schema: [table] }, null)
  return read.leftovers.length === 0 && isDeepStrictEqual(read.checks, [one])
}

/** What may say it in words of the standard, the shortest first. */
function wordings({ key, description, rule_type, fields, properties, coverage }: ImportedCheck): Said[] {
  const [only] = fields
  const field = fields.length === 1 && only !== undefined ? only : null
  const plain = field === null ? [] : plainly(rule_type, properties).map((members) => ({ field, members }))
  const share =
    coverage === 1
      ? { mustBe: 0 }
      : // Twelve digits: 1 - 0.9 is not 0.1.
        { unit: 'percent', mustBeLessOrEqualTo: Number(((1 - coverage) * 100).toFixed(12)) }
  const rules = libraryRules(rule_type, fields, properties).map((rule) => ({
    field: rule['metric'] === 'rowCount' ? null : field,
    members: { quality: [{ name: key, description, ...(rule['metric'] !== 'rowCount' && share), ...rule }] },
  }))
  return [...plain, ...rules]
}

function plainly(rule_type: string, properties: Members): Members[] {
  const { min, max, inclusive_min, inclusive_max, value, field_name, ref_container } = properties
  switch (rule_type) {
    case 'notNull':
      return [{ required: true }]
    case 'unique':
      return [{ unique: true }]
    case 'between': {
      const logicalTypeOptions = {
        ...(min !== undefined && { [inclusive_min === false ? 'exclusiveMinimum' : 'minimum']: min }),
        ...(max !== undefined && { [inclusive_max === false ? 'exclusiveMaximum' : 'maximum']: max }),
      }
      return [{ logicalTypeOptions }]
    }
    case 'minLength':
    case 'maxLength':
      return [{ logicalTypeOptions: { [rule_type]: value } }]
    case 'existsIn': {
      const to = `${String(ref_container)}.${String(field_name)}`
      // What the standard takes as a name of a table and of a column.
      return /^[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*$/.test(to)
        ? [{ relationships: [{ type: 'foreignKey', to }] }]
        : []
    }
    default:
      return []
  }
}

function libraryRules(rule_type: string, fields: readonly string[], properties: Members): Members[] {
  const { list, pattern, min, max } = properties
  switch (rule_type) {
    case 'notNull':
      return [{ metric: 'nullValues' }]
    case 'unique':
      return [
        { metric: 'duplicateValues', ...(fields.length > 1 && { arguments: { properties: [...fields] } }) },
      ]
    case 'expectedValues':
      return [{ metric: 'invalidValues', arguments: { validValues: list } }]
    case 'matchesPattern':
      return [{ metric: 'invalidValues', arguments: { pattern } }]
    case 'volumetric': {
      const limit =
        min === max
          ? { mustBe: min }
          : max === undefined
            ? { mustBeGreaterOrEqualTo: min }
            : min === undefined
              ? { mustBeLessOrEqualTo: max }
              : { mustBeBetween: [min, max] }
      return [{ metric: 'rowCount', ...limit }]
    }
    default:
      return []
  }
}

/** A rule that names us as its engine, with the members that are not as every check has them. */
function ofOurEngine(one: ImportedCheck): Said {
  const usual = check({ container: one.container, rule_type: one.rule_type })
  const said = (['rule_type', 'fields', 'properties', 'filter', 'coverage'] as const).filter(
    (name) => name === 'rule_type' || !isDeepStrictEqual(one[name], usual[name]),
  )
  const rule = {
    name: one.key,
    description: one.description,
    type: 'custom',
    engine: contractEngine,
    implementation: Object.fromEntries(said.map((name) => [name, one[name]])),
  }
  return { field: null, members: { quality: [rule] } }
}
