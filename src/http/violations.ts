import type { ErrorObject } from 'ajv'
import type { Violation } from '../kernel/errors.ts'

/** The most refused members that an answer lists, so that it stays readable. */
const mostListed = 20

/** The pattern of names that hold at least one visible character. */
const blankless = String.raw`\S`

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** The validator's findings as sentences by location, one per member; refused values are never repeated in them. */
export function violationsOf(all: readonly ErrorObject[], part: string): Violation[] {
  const firstAlternatives = new Set(all.filter(({ keyword }) => keyword === 'required').map(locationInSchema))
  const errors = all.filter((error) => !isLaterAlternative(error, firstAlternatives))
  const withInner = locationsWithInner(errors)
  const locations = Map.groupBy(errors, (error) => JSON.stringify(locOf(error, part)))
  const found = [...locations.values()].flatMap((group): Violation[] => {
    const [first] = group
    if (!first) return []
    const loc = locOf(first, part)
    const types = group
      .filter((error) => error.keyword === 'type')
      .map((error) => typeWords[error.params.type])
    const other = group.find((error) => !['type', 'anyOf', 'oneOf'].includes(error.keyword))
    if (!other && group.some((error) => ['anyOf', 'oneOf'].includes(error.keyword))) {
      // A union whose branches failed deeper down: those locations say what is wrong.
      if (withInner.has(first.instancePath)) return []
    }
    if (!other && types.length === 0) {
      return [{ loc, msg: `${nameOf(loc)} fits none of the accepted forms.`, type: 'value_error' }]
    }
    const text = other ? describe(other) : `must be ${[...new Set(types)].join(' or ')}`
    return [{ loc, msg: `${nameOf(loc)} ${text}.`, type: wordOf(other) }]
  })
  return found.slice(0, mostListed)
}

/** Of several members one of which is required, the first is named. */
function isLaterAlternative(error: ErrorObject, firstAlternatives: ReadonlySet<string>): boolean {
  const { keyword, instancePath, schemaPath } = error
  const before = schemaPath.replace(/\/anyOf\/[1-9]\d*\/required$/, '/anyOf/0/required')
  const first = locationInSchema({ instancePath, schemaPath: before })
  return keyword === 'required' && before !== schemaPath && firstAlternatives.has(first)
}

function locationInSchema({
  instancePath,
  schemaPath,
}: Pick<ErrorObject, 'instancePath' | 'schemaPath'>): string {
  return `${instancePath} ${schemaPath}`
}

/** The locations inside which something is wrong, or that lack a member. */
function locationsWithInner(errors: readonly ErrorObject[]): Set<string> {
  const locations = new Set<string>()
  for (const { instancePath, params } of errors) {
    if (params['missingProperty']) locations.add(instancePath)
    for (let end = instancePath.lastIndexOf('/'); end !== -1; end = instancePath.lastIndexOf('/', end - 1)) {
      locations.add(instancePath.slice(0, end))
      if (end === 0) break
    }
  }
  return locations
}

function locOf(error: ErrorObject, part: string): (string | number)[] {
  const segments = error.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment))
  const member: unknown =
    error.params['missingProperty'] ?? error.params['additionalProperty'] ?? error.params['tag']
  return [part, ...segments, ...(typeof member === 'string' ? [member] : [])]
}

function nameOf(loc: readonly (string | number)[]): string {
  return loc.length > 1 ? loc.slice(1).join('.') : `The ${String(loc[0])}`
}

function wordOf(error: ErrorObject | undefined): string {
  if (!error) return 'type_error'
  return error.keyword === 'required' ? 'missing' : 'value_error'
}

/** The tag values of the branches of a tagged union. */
function knownTags(schema: ErrorObject['parentSchema'], tag: string): unknown[] {
  const branches = (schema?.['oneOf'] ?? []) as {
    properties?: Record<string, { const?: unknown; enum?: unknown[] }>
  }[]
  return branches.flatMap(({ properties }) => properties?.[tag]?.enum ?? [properties?.[tag]?.const])
}

function describe({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of: ${(params['allowedValues'] as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'minimum':
      return `must be at least ${params['limit']}`
    case 'maximum':
      return `must be at most ${params['limit']}`
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`
    case 'maxLength':
      return `must have at most ${params['limit']} characters`
    case 'minItems':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} items`
    case 'maxItems':
      return `must have at most ${params['limit']} items`
    case 'format':
      return params['format'] === 'date' ? 'must be a date (YYYY-MM-DD)' : `must be a ${params['format']}`
    case 'pattern':
      if (params['pattern'] === blankless) return 'must not be blank'
      return `does not fit (${String(parentSchema?.['description'] ?? message)})`
    case 'additionalProperties':
      return 'is not known here'
    case 'discriminator':
      return `must be one of: ${knownTags(parentSchema, String(params['tag'])).join(', ')}`
    default:
      return message ?? 'is not accepted'
  }
}
