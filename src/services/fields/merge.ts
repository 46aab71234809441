import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { maskDerived } from '../../disclosure/masked-by-origin.ts'
import { rewriteKept } from '../../disclosure/rewrite-kept.ts'
import { invalidParameter } from '../../kernel/errors.ts'
import type { Field } from '../../model/container-record.ts'
import { joinFields, type StatedField } from '../../store/field-states.ts'
import { lockFindings } from '../../store/identities.ts'
import { moveChecks } from './move-checks.ts'
import { readField } from './read.ts'
import { heldFields, requireFieldToEdit, wrongState } from './stated.ts'

/**
 * Editor. Makes one field of a missing one, the source, and the one that has its values now, the target: the source keeps its id,
 * its checks, history and settings, and takes the name and type of the target, whose own checks and profiles become its.
 */
export async function mergeFields(context: Context, sourceId: number, targetId: number): Promise<Field> {
  const source = await requireFieldToEdit(context, sourceId)
  const target = await requireFieldToEdit(context, targetId)
  if (sourceId === targetId)
    throw invalidParameter('target_field_id', 'A field cannot be merged with itself; name another one.')
  if (source.container_id !== target.container_id)
    throw invalidParameter(
      'target_field_id',
      `\`${target.name}\` belongs to "${target.container_name}", and \`${source.name}\` to "${source.container_name}"; only fields of one container can be merged.`,
    )
  await within(context, async (transaction, context) => {
    // Before any row is written, as syncs and scans do, so that neither waits for the other for ever.
    await lockFindings(transaction, source.container_id)
    const held = await heldFields(transaction, [source, target])
    const [from, to] = [held(sourceId), held(targetId)]
    refuseMerge(from, to)
    const isMasked = from.is_masked || to.is_masked
    const { container_id, datastore_id } = from
    const status = isMasked ? 'masked' : 'active'
    await joinFields(transaction, { container_id, source: from, target: to, status })
    await moveChecks(context, transaction, container_id, from.name, to.name)
    if (isMasked && !(from.is_masked && to.is_masked)) {
      const hidden = [from, to].filter((field) => !field.is_masked).map(({ name }) => name)
      await rewriteKept(transaction, container_id, { hidden, shown: [] })
      await maskDerived(transaction, datastore_id)
    }
    await recordAudit(context, transaction, {
      action: 'merge_field',
      resource_type: 'field',
      resource_id: sourceId,
      details: {
        name: to.name,
        former_name: from.name,
        merged_field_id: targetId,
        container_id,
        datastore_id,
      },
    })
  })
  return readField(context, sourceId)
}

function refuseMerge(source: StatedField, target: StatedField): void {
  const computed = [source, target].find((field) => field.computed_field_id !== null)
  if (computed) throw wrongState(`\`${computed.name}\` is computed; change what it is computed from instead.`)
  if (source.status !== 'missing')
    throw wrongState(`\`${source.name}\` is ${source.status}; only a missing field is merged into another.`)
  if (target.status !== 'active' && target.status !== 'masked')
    throw wrongState(`\`${target.name}\` is ${target.status}; merge into a field that is there.`)
}
