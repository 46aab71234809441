import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { cut } from '../kernel/cut.ts'
import { ServiceError, type Violation } from '../kernel/errors.ts'
import { coerceText } from './coerce.ts'
import { addFormats } from './formats.ts'
import { knownMembers } from './known-members.ts'
import { misspelledMembers } from './misspellings.ts'
import { unstorable } from './unstorable.ts'
import { violationsOf } from './violations.ts'

type Part = 'body' | 'query' | 'path'

/** Up to so many values all violations are looked for; of more only the first, so that checking ends with it. */
const mostToSearch = 2000

// Defaults fill in what a URL leaves out; a body keeps what it says, because an absent member means "unchanged" in updates.
const checkers = {
  first: { url: createAjv(true, false), body: createAjv(false, false) },
  all: { url: createAjv(true, true), body: createAjv(false, true) },
}
const compiled = {
  first: new WeakMap<object, ValidateFunction>(),
  all: new WeakMap<object, ValidateFunction>(),
}

function createAjv(useDefaults: boolean, allErrors: boolean): Ajv {
  // Verbose: an error carries its schema, from which a sentence can name what is known.
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    discriminator: true,
    useDefaults,
    allowUnionTypes: true,
    // Optimizing is two thirds of compiling, and the first request of an endpoint waits for it.
    code: { optimize: false },
  })
  addFormats(ajv)
  return ajv
}

/** The names of members that answers have; filled in with the routes, before the first request. */
let answered: ReadonlySet<string> = new Set()
const none: ReadonlySet<string> = new Set()

/** Names that clients may send back, because answers have them. */
export function expectNames(names: ReadonlySet<string>): void {
  answered = names
}

/** Checks one part of a request: what a URL says is text and is read as its schema's types; a body is taken as it is. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const part = httpPart === 'body' ? 'body' : httpPart === 'params' ? 'path' : 'query'
  return (data: unknown) => {
    const value = part === 'body' ? knownMembers(schema, data) : coerceText(schema, data)
    const violations = unstorable(value, part)
    if (part !== 'path') {
      violations.push(...misspelledMembers(schema, data, part, part === 'body' ? answered : none))
    }
    if (violations.length === 0 && !checkerOf(schema, part, 'first')(value))
      violations.push(...violationsIn(schema, value, part))
    if (violations.length === 0) return { value }
    return { error: part === 'path' ? invalidPath(schema, data) : invalid(part, violations) }
  }
}

/** The violations of a value that does not fit. */
function violationsIn(schema: TSchema, value: unknown, part: Part): Violation[] {
  const check = checkerOf(schema, part, isSmall(value) ? 'all' : 'first')
  check(value)
  return violationsOf(check.errors ?? [], part)
}

/** True when it has so few values that all violations can be listed. */
function isSmall(value: unknown): boolean {
  const waiting = [value]
  for (let found = 0; found <= mostToSearch; found++) {
    if (waiting.length === 0) return true
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    if (inner.length > mostToSearch) return false
    waiting.push(...inner)
  }
  return false
}

/** Compiled when it is needed first: compiling those of all routes would be half of a start. */
function checkerOf(schema: TSchema, part: Part, how: 'first' | 'all'): ValidateFunction {
  const known = compiled[how].get(schema)
  if (known) return known
  const check = checkers[how][part === 'body' ? 'body' : 'url'].compile(schema)
  compiled[how].set(schema, check)
  return check
}

function invalid(part: Part, violations: Violation[]): ServiceError {
  const sentences = violations.map((violation) => violation.msg).join(' ')
  return new ServiceError('invalid', `The ${part} does not pass validation: ${sentences}`, { violations })
}

function invalidPath(schema: TSchema, parameters: unknown): ServiceError {
  const { properties = {} } = schema as { properties?: Record<string, { pattern?: string }> }
  const hasTextId = properties['id']?.pattern !== undefined
  const values = Object.values(parameters as Record<string, string>).map((value) => cut(value, 100))
  return new ServiceError(
    'invalid_id',
    `The path holds ${values.map((value) => JSON.stringify(value)).join(' and ')}, where the id must be a whole number below 2^53${hasTextId ? ' or a UUID' : ''}.`,
  )
}
