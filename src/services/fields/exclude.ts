import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { isOpenStatus } from '../../model/check.ts'
import { entryName, expectedFields } from '../../rules/expected-fields.ts'
import { renamedProperties } from '../../rules/renamed-properties.ts'
import { findCheck } from '../../store/checks.ts'
import { computedFrom, excludeField, identifiersOf, type StatedField } from '../../store/field-states.ts'
import { checksOfContainer, type KnownCheck } from '../../store/inferred-checks.ts'
import type { OpenTransaction, Queryable } from '../../store/pool.ts'
import { removeChecks } from '../checks/remove.ts'
import { storedContent } from '../checks/stored-content.ts'
import { rewordCheck } from '../checks/update.ts'
import { wrongState } from './stated.ts'

/** Excludes a field, in the transaction of the context: checks that name it are archived, and expected schemas no longer do. */
export async function leaveOut(
  context: Context,
  transaction: OpenTransaction,
  field: StatedField,
): Promise<void> {
  const { id, name, container_id, datastore_id } = field
  await refuseExclusion(transaction, field)
  const checks = (await checksOfContainer(transaction, container_id, 'lock')).filter(({ status }) =>
    isOpenStatus(status),
  )
  const archived = checks.filter((check) => namesField(check, name)).map((check) => check.id)
  for (const check of checks) {
    const list = expectedFields(check)
    const left = list.filter((entry) => entryName(entry) !== name)
    if (left.length === list.length) continue
    // An empty list is no schema.
    if (left.length === 0) archived.push(check.id)
    else await writeSchema(context, transaction, check, left)
  }
  if (archived.length > 0)
    await removeChecks(
      context,
      archived.map((check) => ({ id: check, archive: true, delete_anomalies: false })),
    )
  await excludeField(transaction, id)
  await recordAudit(context, transaction, {
    action: 'exclude_field',
    resource_type: 'field',
    resource_id: id,
    details: { name, container_id, datastore_id, archived_checks: archived },
  })
}

async function refuseExclusion(database: Queryable, field: StatedField): Promise<void> {
  const { name, status, container_id } = field
  if (field.computed_field_id !== null)
    throw wrongState(`\`${name}\` is computed; delete it rather than exclude it.`)
  if (status === 'missing' || status === 'excluded')
    throw wrongState(`\`${name}\` is ${status}; only a field that is there can be excluded.`)
  const { incremental_field_name, partition_field, group_by_fields, ...keys } = await identifiersOf(
    database,
    container_id,
  )
  const uses: [uses: boolean, reason: string][] = [
    [
      incremental_field_name === name,
      'shows which rows are new; choose another incremental_field_name first',
    ],
    [partition_field === name, 'cuts the container into parts; choose another partition_field first'],
    [group_by_fields.flat().includes(name), 'makes groups of rows; take it out of group_by_fields first'],
    [
      (keys.key_fields ?? keys.source_key_fields ?? []).includes(name),
      'is part of the key by which rows are recognised; set key_fields without it first',
    ],
  ]
  const reason = uses.find(([isUsed]) => isUsed)?.[1]
  if (reason !== undefined) throw wrongState(`\`${name}\` ${reason}.`)
  const computed = await computedFrom(database, container_id, name)
  if (computed.length > 0)
    throw new ServiceError(
      'in_use',
      `\`${name}\` is read by the computed ${computed.length === 1 ? 'field' : 'fields'} ${computed.join(', ')}; change ${computed.length === 1 ? 'it' : 'them'} first.`,
    )
}

/** True of a check that judges the field, or compares with it. */
function namesField({ rule_type, fields, properties }: KnownCheck, name: string): boolean {
  const named = new Set(fields)
  renamedProperties(rule_type, properties, (one) => {
    named.add(one)
    return one
  })
  return named.has(name)
}

/** The schema stays what it was, a proposal of a profile or a person's, also where it follows a locked template. */
async function writeSchema(
  context: Context,
  transaction: OpenTransaction,
  check: KnownCheck,
  list: unknown[],
): Promise<void> {
  const row = await findCheck(transaction, check.id)
  if (row === undefined) return
  const stored = await storedContent(transaction, row)
  const content = { ...stored, properties: { ...stored.properties, list } }
  await rewordCheck(context, transaction, row, content)
}
