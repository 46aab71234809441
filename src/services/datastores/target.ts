import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type {
  Connector,
  ConnectionValues,
  DatastoreTarget,
  TargetMember,
} from '../../connectors/connector.ts'
import { deeper, invalidMember, notFound, ServiceError, type Violation } from '../../kernel/errors.ts'
import type { ConnectionInput } from '../../model/connection.ts'
import { findStoredConnection } from '../../store/connections.ts'
import { connectorOf, mergeValues } from '../connections/merge.ts'
import { validateConnection } from '../connections/validate.ts'
import { connectionValues } from '../connections/secrets.ts'

/** The values with which a datastore is opened. */
export interface Source {
  connector: Connector
  values: ConnectionValues
  target: DatastoreTarget
}

interface SourceInput {
  connection_id?: number | null
  connection?: ConnectionInput | null
  database?: string | null
  schema?: string | null
  root_path?: string | null
}

/** Manager. The source of a new datastore: on a stored connection, or on one that comes with it; refuses what cannot be opened. */
export async function newSource(context: Context, input: SourceInput): Promise<Source> {
  const { connection_id, connection } = input
  if (connection_id != null && connection != null) {
    throw invalidMember('connection', 'Give connection_id or connection, not both.')
  }
  const source = connection_id != null ? await storedSource(context, connection_id) : null
  if (!source && connection == null) {
    throw invalidMember(
      'connection_id',
      'Give connection_id, or a connection to make with the datastore.',
      'missing',
    )
  }
  requireRole(context, 'Manager')
  const { connector, values } = source ?? inlineSource(context, connection as ConnectionInput)
  const target = targetOf(input)
  const wanted = { connector, values, target }
  requireTarget(wanted)
  return wanted
}

/** Connector and values of a stored connection; 404 without one. */
export async function storedSource(context: Context, connectionId: number): Promise<Omit<Source, 'target'>> {
  const stored = await findStoredConnection(context.store.database, connectionId)
  if (!stored) throw notFound('connection', connectionId)
  return { connector: connectorOf(stored.type), values: connectionValues(context.secrets, stored) }
}

/** Connector and values of a connection that is not stored, in the member `connection` of a body. */
export function inlineSource(context: Context, connection: ConnectionInput): Omit<Source, 'target'> {
  try {
    const connector = connectorOf(connection.type)
    const values = mergeValues({}, connection)
    validateConnection(context, connector, values)
    return { connector, values }
  } catch (error) {
    throw error instanceof ServiceError ? deeper('connection', error) : error
  }
}

/** Empty text is as good as absent. */
export function targetOf({ database, schema, root_path }: Partial<DatastoreTarget>): DatastoreTarget {
  return { database: database || null, schema: schema || null, root_path: root_path || null }
}

/** The target without what the datastore had from another kind of store, this one has no use for, and `change` does not name. */
export function withoutLeftovers(
  { takes }: Connector,
  target: DatastoreTarget,
  change: Partial<Record<TargetMember, unknown>>,
): DatastoreTarget {
  const kept = (member: TargetMember) =>
    takes[member] === undefined && change[member] === undefined ? null : target[member]
  return { database: kept('database'), schema: kept('schema'), root_path: kept('root_path') }
}

/** Refuses with 422 a target without what this kind of store needs, or with what it cannot use. */
export function requireTarget({ connector, values, target }: Source): void {
  const missing = connector.requires
    .filter((member) => target[member] === null)
    .map((member) => ({
      loc: ['body', member],
      msg: `A datastore on ${connector.title} needs ${member}.`,
      type: 'missing',
    }))
  const unusable = targetMembers.flatMap((member): Violation[] => {
    const msg = unusableReason({ connector, values, target }, member)
    return msg === null ? [] : [{ loc: ['body', member], msg, type: 'value_error' }]
  })
  const violations = [...missing, ...unusable]
  if (violations.length > 0) {
    throw new ServiceError('invalid', violations.map(({ msg }) => msg).join(' '), { violations })
  }
}

const targetMembers = ['database', 'schema', 'root_path'] as const

/** Why the store cannot use the member as it is given; null when it can, or when nothing is given. */
function unusableReason({ connector, values, target }: Source, member: TargetMember): string | null {
  const given = target[member]
  if (given === null) return null
  const taken = connector.takes[member]
  if (taken === 'anything') return null
  const only = taken?.(values, target) ?? null
  if (taken === undefined || only === null) {
    return `A datastore on ${connector.title} has no ${member}; leave it out.`
  }
  if (given.toLowerCase() === only.toLowerCase()) return null
  return `The only ${member} of this ${connector.title} source is "${only}"; name that, or leave it out.`
}
