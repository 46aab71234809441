import type { Context } from '../../access/context.ts'
import { expectedFields, renamedEntry } from '../../rules/expected-fields.ts'
import { renamedProperties } from '../../rules/renamed-properties.ts'
import { findCheck, findEqualCheck, type CheckRow } from '../../store/checks.ts'
import { checksOfContainer } from '../../store/inferred-checks.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { definitionKey, type CheckContent } from '../checks/definition.ts'
import { removeChecks } from '../checks/remove.ts'
import { storedContent, storedContents } from '../checks/stored-content.ts'
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
  for (const [id, stored] of await storedContents(transaction, checks)) {
    if (!isOther(stored, renamed(stored, from, to))) continue
    // An earlier one may have archived it since.
    const row = await findCheck(transaction, id)
    if (row === undefined) continue
    const content = renamed(await storedContent(transaction, row), from, to)
    if (content.status === 'Active') await archiveEqual(context, transaction, row, content)
    await rewordCheck(context, transaction, row, content)
  }
}

const isOther = (one: CheckContent, other: CheckContent): boolean =>
  definitionKey(one) !== definitionKey(other) || one.anomaly_message_field !== other.anomaly_message_field

/** Archives the other Active check of the container that tests what `content` says, if there is one. */
async function archiveEqual(
  context: Context,
  transaction: OpenTransaction,
  { id, container_id }: CheckRow,
  content: CheckContent,
): Promise<void> {
  const equal = await findEqualCheck(transaction, container_id, definitionKey(content))
  if (equal === undefined || equal.id === id) return
  await removeChecks(context, [{ id: equal.id, archive: true, delete_anomalies: false }])
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
