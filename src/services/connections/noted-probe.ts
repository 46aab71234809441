import { apart } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import type {
  Connector,
  ConnectionValues,
  DatastoreTarget,
  SessionBounds,
} from '../../connectors/connector.ts'
import { recordAudit } from '../../access/audit.ts'
import { probe } from './probe.ts'

/** The connection that is tried: a stored connection by its id, or one that is not stored (null). */
export interface Attempt {
  connection_id: number | null
  connector: Connector
  values: ConnectionValues
}

/** Tries the connection, and the target when one is given, see `notedProbe`. */
export function notedTest(
  context: Context,
  attempt: Attempt & { target: DatastoreTarget | null },
  which: 'all' | 'failures',
): Promise<void> {
  const { connector, values, target } = attempt
  return notedProbe(context, attempt, which, (bounds) => connector.test(values, target, bounds))
}

/**
 * Asks as `probe` does, with an entry in the audit log that says which host was tried and whether it answered: trying hosts
 * one by one must be seen. It stays when the attempt fails.
 * `failures`: only those are noted, because a success has an entry of its own.
 */
export async function notedProbe<Result>(
  context: Context,
  { connection_id, connector, values }: Attempt,
  which: 'all' | 'failures',
  ask: (bounds: SessionBounds) => Promise<Result>,
): Promise<Result> {
  const note = (connected: boolean) =>
    apart(context, (transaction) =>
      recordAudit(context, transaction, {
        action: 'test_connection',
        resource_type: 'connection',
        resource_id: connection_id ?? 0,
        details: { type: connector.type, host: values.host ?? null, port: values.port ?? null, connected },
      }),
    )
  const told = await probe(context, connector, ask).catch(async (error: unknown) => {
    await note(false)
    throw error
  })
  if (which === 'all') await note(true)
  return told
}
