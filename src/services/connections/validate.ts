import { Type, type TObject, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '../../access/context.ts'
import type { Connector, ConnectionValues } from '../../connectors/connector.ts'
import { hostFault } from '../../connectors/shared/hosts.ts'
import { cut } from '../../kernel/cut.ts'
import { ServiceError, type Violation } from '../../kernel/errors.ts'
import { isMisspelling } from '../../kernel/nearest.ts'
import { secretMembers } from './secrets.ts'

/** Refuses with 422 what the connector cannot connect with, and secrets in places that are shown again. */
export function validateConnection(
  { sources }: Environment,
  connector: Connector,
  values: ConnectionValues,
): void {
  const fault = values.host ? hostFault(values.host, sources.allowed_sockets ?? []) : null
  const violations = [
    ...missingMembers(connector, values),
    ...(fault === null ? [] : [refusal(['host'], fault)]),
    ...parameterFaults(connector, values.parameters ?? {}),
    ...unfitMembers(connector, fault === null ? values : { ...values, host: null }),
    ...misplacedSecrets(values),
  ]
  if (violations.length > 0) {
    throw new ServiceError('invalid', violations.map(({ msg }) => msg).join(' '), { violations })
  }
}

const refusal = (loc: readonly string[], msg: string, type = 'value_error'): Violation => ({
  loc: ['body', ...loc],
  msg,
  type,
})

/** The last one says, where the connector has a sentence for it, what was probably meant. */
function missingMembers(connector: Connector, values: ConnectionValues): Violation[] {
  const needed = connector.needs?.(values) ?? []
  const given = new Map<string, unknown>(Object.entries(values))
  const missing = [...(connector.connection.required ?? []), ...needed].filter(
    (member) => (given.get(member) ?? '') === '',
  )
  const meant = needed.some((member) => missing.includes(member)) ? (connector.meant?.(values) ?? null) : null
  return missing.map((member, index) => {
    const sentence = `A connection to ${connector.title} needs ${member}.`
    const isLast = index === missing.length - 1
    return refusal([member], isLast && meant !== null ? `${sentence} ${meant}` : sentence, 'missing')
  })
}

/**
 * The faults of the parameters of a connector that declares them: one that it needs is missing, or a misspelt one would be dropped without a
 * word. A connector that needs none passes over those that only other clients know.
 */
function parameterFaults({ title, connection }: Connector, given: Record<string, unknown>): Violation[] {
  const declared = connection.properties['parameters']
  const schema = declared && objectIn(declared)
  if (!schema) return []
  const missing = (schema.required ?? []).filter((name) => (given[name] ?? '') === '')
  const known = Object.keys(schema.properties)
  const isKnownElsewhere = (name: string): boolean =>
    schema !== declared && !known.some((other) => isMisspelling(name, other))
  const unfit = Object.entries(given).flatMap(([name, value]) => {
    const member = schema.properties[name]
    // Secrets have a refusal of their own.
    if (!member && secretMembers.some((secret) => secret === name)) return []
    if (!member) {
      if (isKnownElsewhere(name)) return []
      const msg = `A connection to ${title} has no parameter "${cut(name, 40)}"; known: ${known.join(', ')}.`
      return [refusal(['parameters', name], msg)]
    }
    if (value === null || missing.includes(name) || Value.Check(member, value)) return []
    return [refusal(['parameters', name], `The parameter ${name} is ${kindOf(member)}.`)]
  })
  const needed = missing.map((name) =>
    refusal(['parameters', name], `A connection to ${title} needs the parameter ${name}.`, 'missing'),
  )
  return [...needed, ...unfit]
}

/** What is given and not of the type that the connector wants. */
function unfitMembers({ connection, title }: Connector, values: ConnectionValues): Violation[] {
  const given = new Map<string, unknown>(Object.entries(values))
  return Object.entries(connection.properties).flatMap(([member, schema]) => {
    const value = given.get(member) ?? null
    if (member === 'parameters' || value === null || Value.Check(schema, value)) return []
    const [first] = Value.Errors(schema, value)
    return refusal([member], `${member} ${first?.message ?? 'is not accepted'} in a connection to ${title}.`)
  })
}

function misplacedSecrets({ parameters, uri }: ConnectionValues): Violation[] {
  const beside = secretMembers.filter((member) => member in (parameters ?? {}))
  const violations = beside.map((member) =>
    refusal(['parameters', member], `Give ${member} beside the parameters: there it is stored encrypted.`),
  )
  if (/^[a-z][\w+.-]*:\/\/[^/?#]*:[^/?#]*@/i.test(uri ?? ''))
    violations.push(
      refusal(['uri'], 'Give user name and password as members of their own, not inside the uri.'),
    )
  return violations
}

/** The object that the schema of a member describes, also where the member may be null. */
function objectIn(schema: TSchema): TObject | undefined {
  if (Type.IsObject(schema)) return schema
  return Type.IsUnion(schema) ? schema.anyOf.find((one) => Type.IsObject(one)) : undefined
}

function kindOf(member: TSchema): string {
  if (Type.IsEnum(member)) return `one of ${member.enum.join(', ')}`
  return Type.IsInteger(member) ? 'a whole number' : 'a text'
}
