import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { Check, CheckInput } from '../../model/check-record.ts'
import { findContainer } from '../../store/containers.ts'
import { findCheck, insertCheck, type CheckRow } from '../../store/checks.ts'
import { requireUser } from '../users/require.ts'
import { assessContent, requireOwner } from './assess.ts'
import { changedContent, type CheckContent } from './definition.ts'
import { presentCheck } from './read.ts'
import { contentColumns, recordContent, refusingEqual } from './write.ts'

/** Author for an Active check (the default), Drafter for a Draft. The caller owns it unless the input says otherwise. */
export async function createCheck(context: Context, input: CheckInput): Promise<Check> {
  const { database } = context.store
  const content = newContent(input, context.principal.user_id)
  const container = await findContainer(database, input.container_id)
  if (!container) throw notFound('container', input.container_id)
  if (input.owner_id != null) await requireUser(context, input.owner_id)
  if (input.default_anomaly_assignee_id != null) await requireUser(context, input.default_anomaly_assignee_id)
  const needed = content.status === 'Draft' ? 'Drafter' : 'Author'
  await requireDatastore(context, container.datastore_id, needed, ['container', container.id])
  if (input.owner_id != null) await requireOwner(context, input.owner_id, container.datastore_id)
  await assessContent(context, container, content)
  const { user_name } = context.principal
  const id = await refusingEqual(context, [{ container_id: container.id, content }], () =>
    within(context, async (transaction) => {
      const now = (await context.clock.now(transaction)).toISOString()
      const id = await insertCheck(transaction, {
        container_id: container.id,
        ...contentColumns(content),
        created: now,
        created_by: user_name,
        last_updated: now,
        last_editor: user_name,
      })
      await recordContent(context, transaction, id, 1, content)
      return id
    }),
  )
  return presentCheck(context, (await findCheck(database, id)) as CheckRow)
}

function newContent(input: CheckInput, userId: number): CheckContent {
  const rule_type = input.rule ?? input.rule_type
  if (rule_type === undefined) throw invalidMember('rule', 'rule is required.', 'missing')
  const empty: CheckContent = {
    rule_type,
    description: '',
    fields: [],
    filter: null,
    coverage: 1,
    properties: {},
    anomaly_message_field: null,
    status: 'Active',
    additional_metadata: null,
    owner_id: userId,
    default_anomaly_assignee_id: null,
    tags: [],
  }
  return changedContent(empty, input)
}
