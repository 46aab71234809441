import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { Connection, ConnectionInput } from '../../model/connection.ts'
import { insertConnection, setConnection } from '../../store/connections.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { recordAudit } from '../../access/audit.ts'
import { connectionAuditEntry } from './audit-entry.ts'
import { changedColumns, connectorOf, mergeSecrets, mergeValues } from './merge.ts'
import { validateConnection } from './validate.ts'
import { readConnection } from './read.ts'
import { sealSecrets } from './secrets.ts'

/** Manager. The source is not contacted. */
export async function createConnection(context: Context, input: ConnectionInput): Promise<Connection> {
  requireRole(context, 'Manager')
  validateConnection(context, connectorOf(input.type), mergeValues({}, input))
  const id = await within(context, async (transaction) => {
    const made = await writeConnection(context, transaction, input)
    await recordAudit(context, transaction, creationAuditEntry(made, input))
    return made
  })
  return readConnection(context, id)
}

/** The entry that belongs into the transaction of `writeConnection`, last. */
export function creationAuditEntry(id: number, { name, type }: ConnectionInput) {
  return connectionAuditEntry('create_connection', id, { name: name ?? type, type })
}

/** Writes a validated connection; its secrets are sealed to the id that the row gets. */
export async function writeConnection(
  context: Context,
  transaction: Queryable,
  input: ConnectionInput,
): Promise<number> {
  const name = input.name ?? input.type
  const id = await refusingDuplicates(`A connection called "${name}" exists already.`, () =>
    insertConnection(transaction, { parameters: '{}', ...changedColumns(input), name, type: input.type }),
  )
  const secrets = sealSecrets(context.secrets, id, mergeSecrets({}, input))
  if (secrets !== null) await setConnection(transaction, id, { secrets })
  return id
}
