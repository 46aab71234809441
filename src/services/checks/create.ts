import { recordOfAgent } from '../../access/audit.ts'
import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireNamed } from '../../access/require.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { Check, CheckInput } from '../../model/check-record.ts'
import { findCheckedContainer, type CheckedContainer } from '../../store/checked-containers.ts'
import { findCheck, insertCheck, type CheckRow } from '../../store/checks.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { requireUser } from '../users/require.ts'
import { assessContent, requireDefaultAssignee, requireOwner } from './assess.ts'
import { changedContent, type CheckContent } from './definition.ts'
import { presentCheck } from './read.ts'
import { contentColumns, refusingEqual, stampOf } from './write.ts'

/** A check that nothing speaks against, not yet written. */
export interface CheckToMake {
  container: Pick<CheckedContainer, 'id'>
  content: CheckContent
  /** The template that it comes from, with the values of `each` that it stands for (default: none). */
  origin?: { template_id: number; template_values: string[] | null }
}

/** Author for an Active check (the default), Drafter for a Draft. The caller owns it unless the input says otherwise. */
export async function createCheck(context: Context, input: CheckInput): Promise<Check> {
  const made = await prepareNew(context, input)
  const [id = 0] = await refusingEqual(context, contentsOf([made]), () =>
    within(context, async (transaction, context) => {
      const ids = await insertChecks(context, transaction, [made])
      const { rule_type, description, status } = made.content
      const entry = { action: 'create_quality_check', resource_type: 'quality_check' } as const
      const entries = ids.map((id) => ({
        ...entry,
        resource_id: id,
        details: { container_id: made.container.id, rule_type, description, status },
      }))
      await recordOfAgent(context, transaction, ...entries)
      return ids
    }),
  )
  return presentCheck(context, (await findCheck(context.store.database, id)) as CheckRow)
}

/** Everything that can refuse the check, before anything is written. */
export async function prepareNew(context: Context, input: CheckInput): Promise<CheckToMake> {
  const content = newContent(input, context.principal.user_id)
  const container = await findCheckedContainer(context.store.database, context.clock, input.container_id)
  if (!container) throw notFound('container', input.container_id)
  if (input.owner_id != null) await requireUser(context, input.owner_id)
  if (input.default_anomaly_assignee_id != null) await requireUser(context, input.default_anomaly_assignee_id)
  const needed = content.status === 'Draft' ? 'Drafter' : 'Author'
  const { datastore_id, datastore_name } = container
  await requireNamed(context, { id: datastore_id, name: datastore_name }, needed, ['container', container.id])
  if (input.owner_id != null) await requireOwner(context, input.owner_id, datastore_id)
  if (input.default_anomaly_assignee_id != null)
    await requireDefaultAssignee(context, input.default_anomaly_assignee_id, datastore_id)
  await assessContent(context, container, content)
  return { container, content }
}

/** What refusingEqual asks for. */
export const contentsOf = (made: readonly CheckToMake[]) =>
  made.map(({ container, content }) => ({ container_id: container.id, content }))

/** Writes the checks with their first versions; their ids. */
export async function insertChecks(
  context: Context,
  transaction: OpenTransaction,
  made: readonly CheckToMake[],
): Promise<number[]> {
  const ids: number[] = []
  for (const { container, content, origin } of made) {
    const values = origin?.template_values ?? null
    const columns = {
      container_id: container.id,
      ...contentColumns(content),
      template_id: origin?.template_id ?? null,
      template_values: values === null ? null : JSON.stringify(values),
    }
    const id = await insertCheck(transaction, columns, stampOf(context, content))
    if (content.tags.length > 0) await replaceTags(transaction, 'quality_check_id', id, content.tags)
    ids.push(id)
  }
  return ids
}

/** The content of a check that is to be made, with every default; 422 without a rule. */
export function newContent(input: CheckInput, userId: number): CheckContent {
  const rule_type = input.rule ?? input.rule_type
  if (rule_type === undefined) throw invalidMember('rule', 'rule is required.', 'missing')
  return changedContent(emptyContent(rule_type, userId), input)
}

/** A check of this rule of which nothing else is said; null: nobody owns it. */
export function emptyContent(rule_type: string, owner_id: number | null): CheckContent {
  return {
    rule_type,
    description: '',
    fields: [],
    filter: null,
    coverage: 1,
    properties: {},
    anomaly_message_field: null,
    status: 'Active',
    additional_metadata: null,
    owner_id,
    default_anomaly_assignee_id: null,
    tags: [],
  }
}
