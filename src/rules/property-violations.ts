import { Compile, type Validator } from 'typebox/compile'
import type { Violation } from '../kernel/errors.ts'
import type { Rule } from './rule.ts'

/** Unknown properties that are told of. */
const mostNamed = 20

const compiled = new Map<string, Validator>()

/** The faults of a check's properties, one sentence per member; `[]` when the rule can work with them. */
export function propertyViolations(rule: Rule, properties: Record<string, unknown>): Violation[] {
  const known = Object.keys(rule.properties.properties)
  const unknown = Object.keys(properties).filter((key) => !known.includes(key))
  const isUnknown = new Set<string>(unknown)
  const choice = known.length === 0 ? 'it has none' : `known: ${known.join(', ')}`
  return [
    ...unknown
      .slice(0, mostNamed)
      .map((key) => violation([key], `${rule.type} has no property "${key}"; ${choice}.`, 'unknown_member')),
    ...schemaViolations(rule, properties).filter(({ loc }) => !isUnknown.has(String(loc[2]))),
    ...Object.entries(properties)
      .filter(([, value]) => holdsNul(value))
      .slice(0, mostNamed)
      .map(([key]) => violation([key], `The property "${key}" holds a NUL character; remove it.`)),
  ]
}

const violation = (path: (string | number)[], msg: string, type = 'value_error'): Violation => ({
  loc: ['body', 'properties', ...path],
  msg,
  type,
})

/** The demands of the schema on one member: the types of all members of a union, or a sentence of its own. */
interface Demand {
  types: Set<string>
  other: string[]
}

function schemaViolations(rule: Rule, properties: Record<string, unknown>): Violation[] {
  const validator = compiled.get(rule.type) ?? Compile(rule.properties)
  compiled.set(rule.type, validator)
  if (validator.Check(properties)) return []
  const missing: Violation[] = []
  const demands = new Map<string, Demand>()
  for (const error of validator.Errors(properties)) {
    const demand = demands.get(error.instancePath) ?? { types: new Set(), other: [] }
    switch (error.keyword) {
      case 'required':
        for (const name of error.params.requiredProperties) {
          const path = [...segments(error.instancePath), name]
          missing.push(violation(path, `${rule.type} needs the property "${path.join('.')}".`, 'missing'))
        }
        continue
      // The members' own complaints say it better.
      case 'anyOf':
      case 'additionalProperties':
        continue
      case 'type':
        for (const type of [error.params.type].flat()) if (type !== 'null') demand.types.add(type)
        break
      case 'enum':
        demand.other.push(
          `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`,
        )
        break
      case 'boolean':
        demand.other.push('is not known here')
        break
      default:
        demand.other.push(error.message)
    }
    demands.set(error.instancePath, demand)
  }
  return [
    ...missing,
    ...deepest(demands).flatMap(([pointer, demand]) => violationAt(pointer, demand, properties)),
  ]
}

/** A union complains at the object and inside it; the inner complaint names the culprit. */
const deepest = (demands: Map<string, Demand>): [string, Demand][] =>
  [...demands].filter(([pointer]) => ![...demands.keys()].some((other) => other.startsWith(`${pointer}/`)))

const words: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function violationAt(pointer: string, { types, other }: Demand, properties: unknown): Violation[] {
  const path = segments(pointer)
  const wanted = [...types].map((type) => words[type] ?? type).join(' or ')
  const demand = other[0] ?? (wanted === '' ? null : `must be ${wanted}`)
  if (demand === null) return []
  const suffix = valueAt(properties, path) === null ? ', not null' : ''
  return [violation(path, `The property "${path.join('.')}" ${demand}${suffix}.`)]
}

/** The path of a JSON pointer; places in lists become numbers. */
const segments = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part))

const valueAt = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  )

/** No store accepts a NUL inside a text. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}
