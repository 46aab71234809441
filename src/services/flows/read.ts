import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { Flow, FlowAction, FlowHistoryEntry, FlowStub, ListedFlow } from '../../model/flow.ts'
import { roles } from '../../model/principal.ts'
import type { GlobalTag } from '../../model/tag.ts'
import {
  actionsOf,
  findFlow,
  listFlows as selectFlows,
  listFlowStubs as selectFlowStubs,
  type ActionRow,
  type FlowFilter,
  type OwnedFlow,
} from '../../store/flows/flows.ts'
import { newestExecutions } from '../../store/flows/executions.ts'
import { listFlowHistory } from '../../store/flows/history.ts'
import { tagsNamed } from '../../store/tags.ts'
import { actionKinds } from './actions/registry.ts'
import { secretsOf } from './actions/secrets.ts'

/** The row of the flow; 404 without one. `lock` holds it until the transaction ends (default: no lock). */
export async function requireFlow(
  context: Pick<Context, 'store'>,
  id: number,
  lock?: 'lock',
): Promise<OwnedFlow> {
  const row = await findFlow(context.store.database, id, lock)
  if (!row) throw notFound('flow', id)
  return row
}

/** Member. */
export async function readFlow(context: Context, id: number): Promise<Flow> {
  const row = await requireFlow(context, id)
  const actions = await actionsOf(context.store.database, [id])
  const tags = await tagsNamed(context.store.database, row.tags)
  return presentFlow(context, row, actions.get(id) ?? [], tags)
}

/** Member. Newest first, each with the newest execution that the caller may see. */
export async function listFlows(context: Context, filter: FlowFilter): Promise<Page<ListedFlow>> {
  const { database } = context.store
  const page = await selectFlows(database, filter)
  const ids = page.items.map(({ id }) => id)
  const actions = await actionsOf(database, ids)
  const executions = await newestExecutions(database, ids, await visibleDatastoreIds(context))
  const tags = await tagsNamed(database, [...new Set(page.items.flatMap((row) => row.tags))])
  const items = page.items.map((row) => ({
    ...presentFlow(context, row, actions.get(row.id) ?? [], tags),
    ...(executions.get(row.id) ?? { last_execution: null, execution_count: 0 }),
  }))
  return { ...page, items }
}

/** Member. All of them, by name. */
export function listFlowStubs(context: Context): Promise<FlowStub[]> {
  return selectFlowStubs(context.store.database)
}

/** Member. Its changes and its starts by hand, newest first. */
export async function readFlowHistory(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<FlowHistoryEntry>> {
  await requireFlow(context, id)
  const page = await listFlowHistory(context.store.database, id, request)
  const items = page.items.map((entry) => ({
    ...entry,
    details: JSON.parse(entry.details) as Record<string, unknown>,
  }))
  return { ...page, items }
}

/** `known`: its tags, and maybe others. */
function presentFlow(
  context: Context,
  row: OwnedFlow,
  actions: readonly ActionRow[],
  known: readonly GlobalTag[],
): Flow {
  const { filters, tags, owner_id: _owner, deleted_at: _deleted, ...members } = row
  return {
    ...members,
    ...filters,
    global_tags: known.filter(({ name }) => tags.includes(name)),
    actions: parentsFirst(actions).map((action) => presentAction(context, action)),
  }
}

/** An action as the caller may see it: what channels are told may lead to places that are only for those who set them up. */
export function presentAction({ principal, secrets: box }: Context, action: ActionRow): FlowAction {
  const { id, uuid, parent_action_uuid, order_rank, type, muted, settings } = action
  const isWriter = roles.indexOf(principal.role) >= roles.indexOf('Manager')
  return {
    id,
    uuid,
    parent_action_uuid,
    order_rank,
    type,
    muted,
    ...actionKinds.get(type).show(settings, isWriter),
    kept_secrets: isWriter ? Object.keys(secretsOf(box, action)) : [],
  }
}

function parentsFirst(actions: readonly ActionRow[]): ActionRow[] {
  const below = (parent: string | null): ActionRow[] =>
    actions
      .filter(({ parent_action_uuid }) => parent_action_uuid === parent)
      .flatMap((action) => [action, ...below(action.uuid)])
  return below(null)
}
