import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { ServiceError } from '../kernel/errors.ts'
import { coerceText } from './coerce.ts'
import { addFormats } from './formats.ts'
import { knownMembers } from './known-members.ts'
import { unstorableText } from './unstorable.ts'
import { violationsOf } from './violations.ts'

type Part = 'body' | 'query' | 'path'

// Defaults fill in what a URL leaves out; a body keeps what it says, because an absent member means "unchanged" in updates.
const checkers = { url: createAjv(true), body: createAjv(false) }
const compiled = new WeakMap<object, ValidateFunction>()

function createAjv(useDefaults: boolean): Ajv {
  // Verbose: an error carries its schema, from which a sentence can name what is known.
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    discriminator: true,
    useDefaults,
    allowUnionTypes: true,
  })
  addFormats(ajv)
  return ajv
}

/** Checks one part of a request: what a URL says is text and is read as its schema's types; a body is taken as it is. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const part = httpPart === 'body' ? 'body' : httpPart === 'params' ? 'path' : 'query'
  const check = checkerOf(schema, part)
  return (data: unknown) => {
    const value = part === 'body' ? knownMembers(schema, data) : coerceText(schema, data)
    const violations = unstorableText(value, part)
    if (violations.length === 0 && !check(value)) violations.push(...violationsOf(check.errors ?? [], part))
    if (violations.length === 0) return { value }
    return { error: part === 'path' ? invalidPath(schema, data) : invalid(part, violations) }
  }
}

function checkerOf(schema: TSchema, part: Part): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const check = checkers[part === 'body' ? 'body' : 'url'].compile(schema)
  compiled.set(schema, check)
  return check
}

function invalid(part: Part, violations: ReturnType<typeof violationsOf>): ServiceError {
  const sentences = violations.map((violation) => violation.msg).join(' ')
  return new ServiceError('invalid', `The ${part} does not pass validation: ${sentences}`, { violations })
}

function invalidPath(schema: TSchema, parameters: unknown): ServiceError {
  const { properties = {} } = schema as { properties?: Record<string, { pattern?: string }> }
  const hasTextId = properties['id']?.pattern !== undefined
  const values = Object.values(parameters as Record<string, string>).map((value) =>
    value.length > 100 ? `${value.slice(0, 100).toWellFormed()}…` : value,
  )
  return new ServiceError(
    'invalid_id',
    `The path holds ${values.map((value) => JSON.stringify(value)).join(' and ')}, where the id must be a whole number below 2^53${hasTextId ? ' or a UUID' : ''}.`,
  )
}
