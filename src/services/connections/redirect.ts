import { ServiceError } from '../../kernel/errors.ts'
import type { ConnectionChange } from '../../model/connection.ts'
import { changedMembers } from './audit-entry.ts'
import { secretMembers, type ConnectionSecrets, type StoredConnection } from './secrets.ts'

/** Members that decide where a secret is sent. */
const destinations: ReadonlySet<string> = new Set(['type', 'host', 'port', 'uri'])

/** Parameters that decide where it is sent, or how sure it is who gets it. */
const destinationParameters = ['endpoint', 'sts_endpoint', 'authority', 'tenant_id', 'sslmode', 'sslrootcert']

/**
 * Refuses with 422 a change that would send a stored secret elsewhere without giving it again: whoever may change a
 * connection need not know its secrets, and must not learn them by having them sent to a host of their own.
 */
export function refuseRedirectedSecrets(
  stored: StoredConnection & { type: string },
  secrets: ConnectionSecrets,
  change: ConnectionChange,
): void {
  const kept = secretMembers.filter((member) => secrets[member] !== undefined && change[member] === undefined)
  if (kept.length === 0) return
  const moved = [
    ...changedMembers(stored, change).filter((member) => destinations.has(member)),
    ...changedParameters(stored, change),
  ]
  if (moved.length === 0) return
  const violations = kept.map((member) => ({
    loc: ['body', member],
    msg: `Give ${member} again, or null to remove it: with another ${moved.join(' and ')}, the stored one would be sent elsewhere.`,
    type: 'missing',
  }))
  throw new ServiceError('invalid', violations.map(({ msg }) => msg).join(' '), { violations })
}

function changedParameters(stored: StoredConnection, { parameters }: ConnectionChange): string[] {
  if (parameters === undefined) return []
  const after = parameters ?? {}
  return destinationParameters
    .filter((name) => (stored.parameters[name] ?? null) !== (after[name] ?? null))
    .map((name) => `parameters.${name}`)
}
