import { cellForPerson } from '../kernel/cell.ts'
import { opened } from '../kernel/held.ts'
import { invalidMember, ServiceError } from '../kernel/errors.ts'
import { listed } from '../kernel/listed.ts'
import type { CheckDefinition } from '../model/check.ts'
import type { DiscoveredField } from '../model/field.ts'
import { propertyViolations } from './property-violations.ts'
import { rules } from './registry.ts'
import type { ReferencedContainer, Rule, RuleInput } from './rule.ts'

/** The members of a check that say what is tested; null `properties` count as empty, and a blank filter as absent. */
export type TestedDefinition = Pick<CheckDefinition, 'rule_type' | 'fields' | 'coverage' | 'filter'> & {
  properties: Record<string, unknown> | null
}

/** The container that a definition is tested against: its name and its fields of the last sync. */
export interface TestedContainer {
  name: string
  fields: readonly DiscoveredField[]
  /** The other containers that the definition may name, by id (default: none). */
  references?: ReadonlyMap<number, ReferencedContainer>
  /** Fields that people left out, of which a refusal says so (default: none). */
  excluded_fields?: readonly string[]
  /** The form of the data's numbers in messages (default: as they are). */
  shown?: RuleInput['shown']
}

/**
 * Refuses with 422, naming the member, what cannot be a check of this container; otherwise the rule and what it
 * answers from. `now` is ISO 8601 UTC. Filters and expressions are not looked into: printing the rule checks them.
 */
export function validateCheck(
  definition: TestedDefinition,
  container: TestedContainer,
  now: string,
): { rule: Rule; input: RuleInput } {
  const rule = ruleCalled(definition.rule_type)
  const fields = definition.fields.map((name) => fieldCalled(name, container, ['fields']))
  refuseWrongFields(rule, fields)
  refuseUnsupported(rule, definition)
  const properties = fittingProperties(rule, definition)
  const input = ruleInput(
    rule,
    fields,
    properties,
    container,
    now,
    definition.filter?.trim() ? 'filtered records' : 'records',
  )
  rule.validate?.(input)
  return { rule, input }
}

/** The part of the same that is known without a container: the rule, and whether it takes such a filter, coverage and properties. */
export function validateWithoutContainer(definition: Omit<TestedDefinition, 'fields'>): Rule {
  const rule = ruleCalled(definition.rule_type)
  refuseUnsupported(rule, definition)
  fittingProperties(rule, definition)
  return rule
}

/** The properties without their nulls; what the rule cannot work with, whatever the container is, is refused with 422. */
function fittingProperties(
  rule: Rule,
  { properties: given }: Pick<TestedDefinition, 'properties'>,
): Record<string, unknown> {
  const properties = withoutNulls(given ?? {})
  if (properties['is_element_context'] === true) {
    throw invalidMember(
      ['properties', 'is_element_context'],
      'The elements of a list cannot be judged one by one; leave is_element_context out or send false.',
    )
  }
  const violations = propertyViolations(rule, properties)
  if (violations[0]) throw new ServiceError('invalid', violations[0].msg, { violations })
  rule.validateAlone?.(properties)
  return properties
}

function ruleCalled(type: string): Rule {
  const rule = rules.find(type)
  if (rule) return rule
  throw invalidMember('rule', `No rule type is called "${type}"; known: ${rules.names().join(', ')}.`)
}

function ruleInput(
  rule: Rule,
  fields: readonly DiscoveredField[],
  properties: Record<string, unknown>,
  container: TestedContainer,
  now: string,
  records: RuleInput['records'],
): RuleInput {
  return {
    get field() {
      const [first] = fields
      if (!first) throw new Error(`A check of ${rule.type} has no field to read.`)
      return first
    },
    fields,
    properties,
    container: container.name,
    now,
    records,
    shown: container.shown ?? ((value) => cellForPerson(opened(value))),
    named: (name, member) => fieldCalled(name, container, ['properties', member]),
    referenced(containerId, member) {
      const found = container.references?.get(containerId)
      if (found) return found
      throw invalidMember(['properties', member], `There is no container with the id ${containerId}.`)
    },
  }
}

function fieldCalled(name: string, container: TestedContainer, member: string[]): DiscoveredField {
  const found = container.fields.find((field) => field.name === name)
  if (found) return readable(found, member)
  if (container.excluded_fields?.includes(name))
    throw invalidMember(
      member,
      `\`${container.name}\`: "${name}" is excluded, so no check reads it; restore the field first.`,
    )
  const names = container.fields.map((field) => field.name)
  const near = names.filter((known) => known.toLowerCase() === name.trim().toLowerCase())
  const hint =
    near.length > 0
      ? `letter case counts, did you mean ${near.join(' or ')}?`
      : names.length === 0
        ? 'no field of it is known, because its source shows none or could not be read; its status_reason says more.'
        : `known: ${listed(names, 30)}.`
  throw invalidMember(member, `\`${container.name}\` has no field called "${name}"; ${hint}`)
}

/** Only a decimal that is too wide for the engine has the type of a number and is Unknown all the same. */
function readable(field: DiscoveredField, member: string[]): DiscoveredField {
  if (field.type !== 'Unknown' || !field.native_type.startsWith('DECIMAL(')) return field
  throw invalidMember(
    member,
    `\`${field.name}\` is a ${field.native_type}; decimals of more than 38 digits cannot be read exactly, so no check judges them. Write the file with fewer digits, or the values as text.`,
  )
}

const arity: Record<Rule['scope'], { fits: (count: number) => boolean; wants: string }> = {
  single: { fits: (count) => count === 1, wants: 'exactly one field' },
  multi: { fits: (count) => count >= 1, wants: 'one field or more' },
  none: { fits: (count) => count === 0, wants: 'no fields: it judges the whole container' },
  calculated: { fits: () => true, wants: 'any number of fields' },
}

function refuseWrongFields(rule: Rule, fields: readonly DiscoveredField[]): void {
  const { fits, wants } = arity[rule.scope]
  if (!fits(fields.length)) {
    throw invalidMember('fields', `${rule.type} takes ${wants}; ${fields.length} given.`)
  }
  for (const [index, field] of fields.entries()) {
    if (fields.indexOf(field) !== index) {
      throw invalidMember('fields', `\`${field.name}\` is named twice; name each field once.`)
    }
    if (rule.accepts !== 'all' && !rule.accepts.includes(field.type)) {
      const accepted = rule.accepts.join(', ')
      throw invalidMember(
        'fields',
        `${rule.type} judges fields of type ${accepted}; \`${field.name}\` is ${field.type} (${field.native_type}).`,
      )
    }
  }
}

function refuseUnsupported(rule: Rule, { coverage, filter }: Omit<TestedDefinition, 'fields'>): void {
  if (!(coverage >= 0 && coverage <= 1)) {
    throw invalidMember('coverage', `coverage is a fraction from 0 to 1; ${coverage} is not.`)
  }
  if (coverage !== 1 && !rule.supports_coverage) {
    throw invalidMember(
      'coverage',
      `${rule.type} gives one verdict, so it has no coverage; leave it out or send 1.`,
    )
  }
  if (filter !== null && filter.trim() !== '' && !rule.filterable) {
    throw invalidMember(
      'filter',
      `${rule.type} judges the whole container, so it takes no filter; leave it out.`,
    )
  }
}

/** A key with null counts as absent, at every depth of objects; a null inside a list stays and is refused. */
function withoutNulls(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value != null)
      .map(([key, value]) => [key, isPlainObject(value) ? withoutNulls(value) : value]),
  )
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
