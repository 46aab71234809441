import { Type, type TObject, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '../../access/context.ts'
import type { Connector, ConnectionValues } from '../../connectors/connector.ts'
import { hostFault } from '../../connectors/shared/hosts.ts'
import { connectors } from '../../connectors/registry.ts'
import { cut } from '../../kernel/cut.ts'
import { invalidMember, ServiceError, type Violation } from '../../kernel/errors.ts'
import { isMisspelling } from '../../kernel/nearest.ts'
import type { ConnectionChange } from '../../model/connection.ts'
import { secretMembers, type ConnectionSecrets } from './secrets.ts'

/** The connector of a type; 422 names those that there are. */
export function connectorOf(type: string): Connector {
  const connector = connectors.find(type)
  if (connector) return connector
  throw invalidMember(
    'type',
    `No connection type is called "${type}"; known: ${connectors.names().join(', ')}.`,
  )
}

/** The columns of a connection that a change sets; absent members are absent here too. */
export function changedColumns(change: ConnectionChange) {
  const { name, host, port, username, uri, parameters, jdbc_fetch_size, max_parallelization } = change
  return {
    ...(name !== undefined && { name }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(username !== undefined && { username }),
    ...(uri !== undefined && { uri }),
    ...(parameters !== undefined && { parameters: JSON.stringify(parameters ?? {}) }),
    ...(jdbc_fetch_size !== undefined && { jdbc_fetch_size }),
    ...(max_parallelization !== undefined && { max_parallelization }),
  }
}

/** The stored secrets with those of the change laid over them; null removes one, absence keeps it. */
export function mergeSecrets(stored: ConnectionSecrets, change: ConnectionChange): ConnectionSecrets {
  const merged = { ...stored }
  for (const member of secretMembers) {
    const value = change[member]
    if (value === null) delete merged[member]
    else if (value !== undefined) merged[member] = value
  }
  return merged
}

/** The values to connect with: the stored ones with the change laid over them. */
export function mergeValues(stored: ConnectionValues, change: ConnectionChange): ConnectionValues {
  const { host, port, username, uri, parameters } = { ...stored, ...withoutAbsent(change) }
  return {
    host: host ?? null,
    port: port ?? null,
    username: username ?? null,
    uri: uri ?? null,
    parameters: parameters ?? {},
    ...mergeSecrets(secretsOf(stored), change),
  }
}

/** Nothing else of them: a change must not be overlaid by what it changes. */
function secretsOf(values: ConnectionValues): ConnectionSecrets {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => secretMembers.some((one) => one === name)),
  )
}

function withoutAbsent(change: ConnectionChange): ConnectionChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/**
 * The faults of the parameters of a connector that declares them: one that it needs is missing, or a misspelt one would be dropped without a
 * word. A connector that needs none passes over those that only other clients know.
 */
function parameterFaults(
  { title, connection }: Connector,
  given: Record<string, unknown>,
): { name: string; msg: string; type?: string }[] {
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
      return [{ name, msg }]
    }
    if (value === null || missing.includes(name) || Value.Check(member, value)) return []
    return [{ name, msg: `The parameter ${name} is ${kindOf(member)}.` }]
  })
  const needed = missing.map((name) => ({
    name,
    msg: `A connection to ${title} needs the parameter ${name}.`,
    type: 'missing',
  }))
  return [...needed, ...unfit]
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

/** Refuses with 422 what the connector cannot connect with, and secrets in places that are shown again. */
export function validateConnection(
  { sources }: Environment,
  connector: Connector,
  values: ConnectionValues,
): void {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const { properties, required = [] } = connector.connection
  const violations: Violation[] = []
  const refuse = (loc: string[], msg: string, type = 'value_error') =>
    violations.push({ loc: ['body', ...loc], msg, type })
  const needed = connector.needs?.(values) ?? []
  const missing = [...required, ...needed].filter((member) => (given[member] ?? '') === '')
  const meant = needed.some((member) => missing.includes(member)) ? (connector.meant?.(values) ?? null) : null
  for (const [index, member] of missing.entries()) {
    const sentence = `A connection to ${connector.title} needs ${member}.`
    const isLast = index === missing.length - 1
    refuse([member], isLast && meant !== null ? `${sentence} ${meant}` : sentence, 'missing')
  }
  const fault = values.host ? hostFault(values.host, sources.allowed_sockets ?? []) : null
  if (fault !== null) refuse(['host'], fault)
  for (const { name, msg, type } of parameterFaults(connector, values.parameters ?? {}))
    refuse(['parameters', name], msg, type)
  for (const [member, schema] of Object.entries(properties)) {
    if (member === 'parameters' || (member === 'host' && fault !== null)) continue
    if (given[member] === undefined || Value.Check(schema, given[member])) continue
    const [first] = Value.Errors(schema, given[member])
    refuse(
      [member],
      `${member} ${first?.message ?? 'is not accepted'} in a connection to ${connector.title}.`,
    )
  }
  for (const member of secretMembers) {
    if (member in (values.parameters ?? {})) {
      refuse(['parameters', member], `Give ${member} beside the parameters: there it is stored encrypted.`)
    }
  }
  if (/^[a-z][\w+.-]*:\/\/[^/?#]*:[^/?#]*@/i.test(values.uri ?? '')) {
    refuse(['uri'], 'Give user name and password as members of their own, not inside the uri.')
  }
  if (violations.length > 0) {
    throw new ServiceError('invalid', violations.map(({ msg }) => msg).join(' '), { violations })
  }
}
