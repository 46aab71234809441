import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { requireKnown, requireRole } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import { beginning } from '../../kernel/cut.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import type { AuditAction } from '../../model/audit.ts'
import type { Flow, FlowAction, FlowActionInput, FlowChange, FlowInput } from '../../model/flow.ts'
import type { RunContext } from '../../runs/operation.ts'
import {
  actionsOf,
  findAction,
  insertFlow,
  replaceActions,
  setFlow,
  setMuted,
  wakeFlows,
  type ActionRow,
  type NewAction,
  type OwnedFlow,
} from '../../store/flows/flows.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { actionKinds } from './actions/registry.ts'
import { changedMembers } from './changed-members.ts'
import { nextRun, readDefinition, type FlowDefinition } from './definition.ts'
import { refuseLoops } from './loops.ts'
import { presentAction, readFlow, requireFlow } from './read.ts'
import { readTree, type PlacedAction } from './tree.ts'

/** Manager, and for each run that it starts who may start it. The flow acts in the name of the caller. */
export async function createFlow(context: RunContext, input: FlowInput): Promise<Flow> {
  for (const id of datastoresNamed(input)) await requireKnown(context, id)
  requireRole(context, 'Manager')
  const definition = await readDefinition(context, input, null)
  const actions = await readActions(context, definition, input.actions ?? [], [])
  if (!definition.deactivated)
    await refuseLoops(context, { id: null, ...definition, actions: actions.map(asLink) })
  const id = await within(context, async (transaction, context) => {
    const columns = await columnsOf(context, transaction, definition)
    const id = await insertFlow(transaction, columns)
    await replaceActions(transaction, id, actions)
    await note(context, transaction, 'create_flow', id, { name: definition.name })
    return id
  })
  return readFlow(context, id)
}

/** Manager, and for each run that it starts then who may start it. Absent members stay. The flow acts in the name of the caller from now on. */
export async function updateFlow(context: RunContext, id: number, change: FlowChange): Promise<Flow> {
  await requireFlow(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction, context) => {
    const before = await requireFlow(context, id, 'lock')
    const definition = await readDefinition(
      context,
      {
        ...change,
        name: change.name ?? before.name,
        trigger_type: change.trigger_type ?? before.trigger_type,
      },
      before,
    )
    const kept = (await actionsOf(transaction, [id])).get(id) ?? []
    const asked = change.actions === undefined ? kept.map(askedAgain) : (change.actions ?? [])
    const actions = await readActions(context, definition, asked, kept)
    if (!definition.deactivated)
      await refuseLoops(context, { id, ...definition, actions: actions.map(asLink) })
    const isSame =
      definition.crontab === before.crontab &&
      definition.timezone === before.timezone &&
      definition.deactivated === before.deactivated
    const { next_run, ...columns } = await columnsOf(context, transaction, definition)
    // A tick that waits is not lost to a change of something else; a flow that could not go on has none.
    await setFlow(transaction, id, { ...columns, next_run: (isSame ? before.next_run : null) ?? next_run })
    await replaceActions(transaction, id, actions)
    const areActionsSame = isDeepStrictEqual(
      kept.map((action) => contentOf(context.secrets, action)),
      actions.map((action) => contentOf(context.secrets, action)),
    )
    const changed = changedMembers(change, before, definition, areActionsSame)
    // The flow acts for somebody else then, which counts as a change.
    if (changed.length === 0 && before.owner_id === context.principal.user_id) return
    await note(context, transaction, 'update_flow', id, { changed })
  })
  return readFlow(context, id)
}

/** Manager. Nothing sets it off any more; its executions stay, and what they have not begun is not done. */
export async function removeFlow(context: RunContext, id: number): Promise<void> {
  await requireFlow(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction, context) => {
    const { name } = await requireFlow(context, id, 'lock')
    const deleted_at = (await context.clock.now(transaction)).toISOString()
    await setFlow(transaction, id, { deleted_at, next_run: null })
    await note(context, transaction, 'delete_flow', id, { name })
  })
}

/** Manager. What it has begun goes on. */
export async function deactivateFlow(context: RunContext, id: number, deactivated: boolean): Promise<Flow> {
  await requireFlow(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction, context) => {
    const flow = await requireFlow(context, id, 'lock')
    if (flow.deactivated === deactivated) return
    if (!deactivated) {
      const actions = (await actionsOf(transaction, [id])).get(id) ?? []
      await refuseLoops(context, { ...flow, actions })
    }
    const now = await context.clock.now(transaction)
    await setFlow(transaction, id, { deactivated, next_run: nextRun({ ...flow, deactivated }, now) })
    await wakeFlows(transaction)
    await note(context, transaction, 'update_flow', id, { changed: ['deactivated'] })
  })
  return readFlow(context, id)
}

/** Manager. A deactivated copy with the caller as its owner; its actions have ids of their own. */
export async function cloneFlow(context: RunContext, id: number): Promise<Flow> {
  const { database } = context.store
  const flow = await requireFlow(context, id)
  requireRole(context, 'Manager')
  const kept = (await actionsOf(database, [id])).get(id) ?? []
  const definition = await readDefinition(
    context,
    { ...definitionOf(flow), name: `${beginning(flow.name, 240)} (copy)`, deactivated: true },
    null,
  )
  const copies = new Map(kept.map(({ uuid }) => [uuid, randomUUID()]))
  const rights = await readActions(context, definition, kept.map(askedAgain), kept)
  const actions = rights.map((action): NewAction => {
    const uuid = copies.get(action.uuid) ?? randomUUID()
    const { secrets, parent_action_uuid } = action
    const plain = secrets == null ? null : context.secrets.open(secrets, sealedFor(action.uuid))
    return {
      ...action,
      uuid,
      parent_action_uuid: parent_action_uuid == null ? null : (copies.get(parent_action_uuid) ?? null),
      secrets: plain === null ? null : context.secrets.seal(plain, sealedFor(uuid)),
    }
  })
  const made = await within(context, async (transaction, context) => {
    const made = await insertFlow(transaction, await columnsOf(context, transaction, definition))
    await replaceActions(transaction, made, actions)
    await note(context, transaction, 'create_flow', made, { name: definition.name, clone_of: id })
    return made
  })
  return readFlow(context, made)
}

/** Manager. 409 for an action that is no notification. */
export async function muteAction(context: RunContext, id: number, muted: boolean): Promise<FlowAction> {
  const action = await findAction(context.store.database, id)
  if (!action) throw notFound('action', id)
  requireRole(context, 'Manager')
  if (action.type !== 'notification')
    throw new ServiceError('wrong_state', `The action ${id} is no notification; change its flow to mute it.`)
  await within(context, async (transaction, context) => {
    await setMuted(transaction, id, muted)
    await note(context, transaction, 'update_flow', action.flow_id, { muted, action: action.uuid })
  })
  return presentAction(context, { ...action, muted })
}

/** What a request would ask for to have the action as it is; its secrets stay because they are left out. */
function askedAgain(action: ActionRow): FlowActionInput {
  const { type, uuid, parent_action_uuid, order_rank, muted, settings } = action
  return { type, uuid, parent_action_uuid, order_rank, muted, ...actionKinds.get(type).show(settings, true) }
}

async function readActions(
  context: RunContext,
  definition: FlowDefinition,
  given: readonly FlowActionInput[],
  kept: readonly ActionRow[],
): Promise<NewAction[]> {
  const actions: NewAction[] = []
  for (const placed of readTree(given)) {
    const before = kept.find(({ uuid, type }) => uuid === placed.uuid && type === placed.given.type) ?? null
    const { settings, secrets } = await actionKinds.get(placed.given.type).read(context, {
      given: placed.given,
      before,
      place: placed.place,
      triggers: [definition.trigger_type, ...triggersBefore(placed)],
      is_active: !definition.deactivated,
    })
    actions.push({
      uuid: placed.uuid,
      parent_action_uuid: placed.parent_action_uuid,
      order_rank: placed.order_rank,
      type: placed.given.type,
      muted: placed.given.muted ?? false,
      settings: JSON.stringify(settings),
      secrets: sealed(context.secrets, placed.uuid, secrets),
    })
  }
  return actions
}

/** Ids of datastores in the filters and the runs of a request. */
function datastoresNamed({ filter_datastores, actions }: FlowInput): number[] {
  const runs = actions?.map(({ operation, schedule }) => (operation ?? schedule)?.['datastore_id']) ?? []
  return [
    ...(filter_datastores ?? []),
    ...runs.filter((id) => typeof id === 'number' && Number.isSafeInteger(id)),
  ] as number[]
}

/** As far as loops go. */
const asLink = ({ type, settings }: NewAction) => ({
  type,
  settings: JSON.parse(settings) as Record<string, unknown>,
})

/** The tokens that actions before this one add: how many anomalies were put away. */
function triggersBefore({ ancestors }: PlacedAction): string[] {
  return ancestors.flatMap(({ given }) => (given.anomaly == null ? [] : [`anomaly_${given.anomaly.action}`]))
}

/** What an action says, with its secrets in clear, to compare two of them. */
function contentOf(box: SecretBox, action: ActionRow | NewAction) {
  const { uuid, type, settings, secrets } = action
  return {
    uuid,
    type,
    parent_action_uuid: action.parent_action_uuid ?? null,
    order_rank: action.order_rank ?? 0,
    muted: action.muted ?? false,
    settings: typeof settings === 'string' ? JSON.parse(settings) : settings,
    secrets: secrets == null ? null : JSON.parse(box.open(secrets, sealedFor(uuid))),
  }
}

const sealedFor = (uuid: string) => `flow_action:${uuid}`

function sealed(box: SecretBox, uuid: string, secrets: Record<string, unknown> | null): string | null {
  return secrets === null ? null : box.seal(JSON.stringify(secrets), sealedFor(uuid))
}

function definitionOf({
  filters,
  description,
  trigger_type,
  crontab,
  timezone,
  burst_limit,
  tags,
  name,
}: OwnedFlow) {
  return { ...filters, name, description, trigger_type, crontab, timezone, burst_limit, tags }
}

async function columnsOf(
  { principal, clock }: Context,
  transaction: OpenTransaction,
  definition: FlowDefinition,
) {
  const now = await clock.now(transaction)
  await wakeFlows(transaction)
  const { filters, ...columns } = definition
  return {
    ...columns,
    filters: JSON.stringify(filters),
    owner_id: principal.user_id,
    next_run: nextRun(definition, now),
    last_updated: now.toISOString(),
    deleted_at: null,
  }
}

async function note(
  context: Context,
  transaction: OpenTransaction,
  action: AuditAction,
  id: number,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(context, transaction, { action, resource_type: 'flow', resource_id: id, details })
}
