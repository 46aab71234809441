import type { TSchema } from 'typebox'
import { familyOf } from '../../engine/families/table.ts'
import { fieldTypes } from '../../model/field.ts'
import type { PropertyKind, RuleProperty, RuleSpecification } from '../../model/rule-type.ts'
import { rules } from '../../rules/registry.ts'
import type { Rule, RuleExample } from '../../rules/rule.ts'

/** Member. Every rule type, by its name. */
export async function listRuleTypes(): Promise<RuleSpecification[]> {
  return rules
    .all()
    .map(presentRule)
    .sort((one, other) => (one.rule_type < other.rule_type ? -1 : 1))
}

/** What an editor of checks needs to know of a rule. */
export function presentRule(rule: Rule): RuleSpecification {
  const { type, title, description, scope, accepts, filterable, supports_coverage, weight } = rule
  return {
    rule_type: type,
    title,
    description,
    fields: scope,
    field_types: accepts === 'all' ? [...fieldTypes] : [...accepts],
    filterable,
    supports_coverage,
    reads_other_container: rule.references !== undefined,
    anomaly_types: anomalyTypes(rule),
    weight,
    properties: propertiesOf(rule),
    properties_schema: plain(rule.properties),
    examples: rule.examples.map(checkOf),
  }
}

/** The check of an example with all that was left out. */
export function checkOf({ shows, given }: RuleExample): RuleSpecification['examples'][number] {
  const { fields, properties = {}, filter = null, coverage = 1 } = given
  return { shows, fields, properties, filter, coverage }
}

function anomalyTypes(rule: Rule): RuleSpecification['anomaly_types'] {
  if (familyOf(rule).judges === 'rows') return ['record', 'shape']
  return 'measures' in rule && rule.measures === 'value' ? ['record'] : ['shape']
}

/** A schema without what the library adds to it. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>

/** The part of a schema by which a property is described. */
interface Shape {
  type?: string
  description?: string
  enum?: unknown[]
  anyOf?: Shape[]
}

function propertiesOf(rule: Rule): RuleProperty[] {
  const required = rule.properties.required ?? []
  return Object.entries<TSchema>(rule.properties.properties).map(([name, schema]) => {
    const shape = withoutNull(plain(schema))
    return {
      name,
      kind: kindOf(rule, name, shape),
      required: required.includes(name),
      description: shape.description ?? '',
      values: shape.enum?.map(String) ?? null,
      sql_of: sqlOf(rule, name),
      schema: { ...shape },
    }
  })
}

/** The description of an optional property stands beside its forms, or in the one that is not null. */
function withoutNull(schema: Shape): Shape {
  const forms = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = forms
  if (only === undefined || schema.anyOf === undefined) return schema
  const described = schema.description === undefined ? {} : { description: schema.description }
  return forms.length === 1 ? { ...only, ...described } : { ...schema, anyOf: forms }
}

function sqlOf({ sql_properties }: Rule, name: string): RuleProperty['sql_of'] {
  const named = (names: readonly string[] = []) => names.includes(name)
  if (named(sql_properties?.own)) return 'own'
  return named(sql_properties?.referenced) ? 'other' : null
}

/** Names that mean the same in every rule. */
const namedKinds: readonly (readonly [RegExp, PropertyKind])[] = [
  [/^ref_container_id$/, 'container'],
  [/^ref_datastore_id$/, 'datastore'],
  [/(^|_)field_name$/, 'field'],
  [/(^|_)field_names$/, 'fields'],
]

function kindOf(rule: Rule, name: string, shape: Shape): PropertyKind {
  if (sqlOf(rule, name) !== null) return 'sql'
  if ((rule.pattern_properties as readonly string[] | undefined)?.includes(name)) return 'regular_expression'
  const known = namedKinds.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  if (shape.enum) return 'choice'
  // A number that may be written as text, so that it keeps its digits, is a number.
  const types = shape.anyOf?.map(({ type }) => type) ?? [shape.type]
  const shapes = {
    boolean: 'boolean',
    integer: 'integer',
    number: 'number',
    array: 'list',
    object: 'object',
  } as const
  for (const [type, kind] of Object.entries(shapes)) if (types.includes(type)) return kind
  return 'text'
}
