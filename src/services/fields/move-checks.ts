import type { Context } from '../../access/context.ts'
import { expectedFields, renamedEntry } from '../../rules/expected-fields.ts'
import { renamedProperties } from '../../rules/renamed-properties.ts'
import { findCheck } from '../../store/checks.ts'
import { checksOfContainer, type KnownCheck } from '../../store/inferred-checks.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { definitionKey, type CheckContent } from '../checks/definition.ts'
import { removeChecks } from '../checks/remove.ts'
import { storedContent } from '../checks/stored-content.ts'
import { rewordCheck } from '../checks/update.ts'

/**
 * Writes another name of a field into the checks of its container, each as a new version. Where one tests then what an Active check
 * of the new name tests, that other one is archived: the older check has the history. SQL in filters and expressions stays as it is.
 */
export async function moveChecks(
  context: Context,
  transaction: OpenTransaction,
  containerId: number,
  from: string,
  to: string,
): Promise<void> {
  const checks = await checksOfContainer(transaction, containerId, 'lock')
  for (const check of checks) {
    const row = await findCheck(transaction, check.id)
    if (row === undefined) continue
    const stored = await storedContent(transaction, row)
    const content = renamed(stored, from, to)
    const key = definitionKey(content)
    if (key === definitionKey(stored) && content.anomaly_message_field === stored.anomaly_message_field)
      continue
    if (content.status === 'Active') await archiveEqual(context, transaction, checks, check, key)
    await rewordCheck(context, transaction, row, content)
  }
}

async function archiveEqual(
  context: Context,
  transaction: OpenTransaction,
  checks: readonly KnownCheck[],
  check: KnownCheck,
  key: string,
): Promise<void> {
  for (const { id } of checks) {
    if (id === check.id) continue
    const other = await findCheck(transaction, id)
    if (other?.status !== 'Active' || definitionKey(await storedContent(transaction, other)) !== key) continue
    await removeChecks(context, [{ id, archive: true, delete_anomalies: false }])
  }
}

function renamed(content: CheckContent, from: string, to: string): CheckContent {
  const named = (name: string): string => (name === from ? to : name)
  const { rule_type, fields, properties, anomaly_message_field: message } = content
  const list = expectedFields(content).map((entry) => renamedEntry(entry, named))
  return {
    ...content,
    fields: [...new Set(fields.map(named))],
    properties: {
      ...renamedProperties(rule_type, properties, named),
      ...(list.length > 0 && { list }),
    },
    anomaly_message_field: message === null ? null : named(message),
  }
}
