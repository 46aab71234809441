import type {
  Flow,
  FlowAction,
  FlowActionInput,
  FlowActionType,
  FlowAnomalyWorkInput,
  FlowInput,
  FlowTrigger,
  NotificationSpecification,
} from '../../api/api.generated.ts'
import { merged } from '../../drafts/merged.ts'
import { newUuid } from './new-uuid.ts'

/** What an action is to do, as it stands in the form; members of other kinds are kept while one tries kinds. */
export interface ActionDraft {
  uuid: string
  /** The uuid of the action that must have succeeded before; null: none. */
  parent: string | null
  type: FlowActionType
  muted: boolean
  channel: string
  /** The channel whose secrets are kept, so that they need not be given again; null: none is saved yet. */
  savedChannel: string | null
  /** Empty: the message that the trigger has by itself. */
  message: string
  /** What the channel is told, as it is typed; a secret that was given before is not there. */
  parameters: Readonly<Record<string, string>>
  run: { type: string; datastoreId: number | null; rest: string }
  work: FlowAnomalyWorkInput
}

/** A flow as it stands in the form; the filters of other triggers are kept while one tries triggers. */
export type FlowDraft = Pick<
  Flow,
  | 'name'
  | 'trigger_type'
  | 'deactivated'
  | 'filter_datastores'
  | 'filter_tags'
  | 'filter_operation_type'
  | 'filter_operation_result'
  | 'filter_anomaly_status'
  | 'check_rule_types'
  | 'weight_threshold'
> & {
  burst_limit: number | null
  tags: string[]
  description: string
  crontab: string
  timezone: string
  /** In the order of the list among those of one parent. */
  actions: readonly ActionDraft[]
}

const idleDays = 30

/** A flow of which nothing is said yet. */
export function blankFlow(): FlowDraft {
  return {
    name: '',
    description: '',
    trigger_type: 'anomaly',
    deactivated: false,
    filter_datastores: [],
    filter_tags: [],
    filter_operation_type: [],
    filter_operation_result: null,
    filter_anomaly_status: [],
    check_rule_types: [],
    weight_threshold: null,
    crontab: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    burst_limit: 50,
    tags: [],
    actions: [blankAction(null)],
  }
}

/** A message in the app, after the action with this uuid. */
export function blankAction(parent: string | null): ActionDraft {
  return {
    uuid: newUuid(),
    parent,
    type: 'notification',
    muted: false,
    channel: 'InApp',
    savedChannel: null,
    message: '',
    parameters: {},
    run: { type: 'scan', datastoreId: null, rest: '' },
    work: { action: 'archive', inactivity_days: idleDays },
  }
}

/** The form of a flow that there is. */
export function draftOf(flow: Flow): FlowDraft {
  return {
    name: flow.name,
    description: flow.description ?? '',
    trigger_type: flow.trigger_type,
    deactivated: flow.deactivated,
    filter_datastores: flow.filter_datastores,
    filter_tags: flow.filter_tags,
    filter_operation_type: flow.filter_operation_type,
    filter_operation_result: flow.filter_operation_result,
    filter_anomaly_status: flow.filter_anomaly_status,
    check_rule_types: flow.check_rule_types,
    weight_threshold: flow.weight_threshold,
    crontab: flow.crontab ?? '',
    timezone: flow.timezone,
    burst_limit: flow.burst_limit,
    tags: flow.global_tags.map(({ name }) => name),
    actions: flow.actions.map(actionDraftOf),
  }
}

/** `merged`, where an action whose former one somebody else took away follows none. */
export function mergedFlow(mine: FlowDraft, base: FlowDraft, theirs: FlowDraft): FlowDraft {
  const flow = merged(mine, base, theirs)
  const known = new Set(flow.actions.map(({ uuid }) => uuid))
  const actions = flow.actions.map((action) =>
    action.parent === null || known.has(action.parent) ? action : { ...action, parent: null },
  )
  return { ...flow, actions }
}

function actionDraftOf(action: FlowAction): ActionDraft {
  const { uuid, parent_action_uuid, type, muted, notification_type, tokenized_message } = action
  const blank = blankAction(parent_action_uuid)
  const { type: runType, datastore_id, ...rest } = action.operation ?? {}
  return {
    ...blank,
    uuid,
    type,
    muted,
    channel: notification_type ?? blank.channel,
    savedChannel: notification_type ?? null,
    message: tokenized_message ?? '',
    parameters: Object.fromEntries(
      Object.entries(action.parameters ?? {}).flatMap(([field, value]) =>
        value === null ? [] : [[field, typeof value === 'string' ? value : JSON.stringify(value)]],
      ),
    ),
    run: {
      type: typeof runType === 'string' ? runType : blank.run.type,
      datastoreId: typeof datastore_id === 'number' ? datastore_id : null,
      rest: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, null, 2),
    },
    work: action.anomaly ?? blank.work,
  }
}

/** The filters that each trigger knows. */
export const filtersOf: Record<FlowTrigger, readonly (keyof FlowInput & keyof FlowDraft)[]> = {
  operation: ['filter_datastores', 'filter_tags', 'filter_operation_type', 'filter_operation_result'],
  anomaly: ['filter_datastores', 'filter_tags', 'check_rule_types', 'weight_threshold', 'burst_limit'],
  partition_scan: ['filter_datastores', 'filter_tags', 'check_rule_types'],
  anomaly_status: ['filter_datastores', 'filter_tags', 'filter_anomaly_status'],
  schedule: [],
  manual: [],
}

/** The request that saves the form. `actions` are those of the form, parents before what follows them. */
export function inputOf(
  draft: FlowDraft,
  actions: readonly ActionDraft[],
  channels: ReadonlyMap<string, NotificationSpecification>,
): FlowInput {
  const { name, description, trigger_type, deactivated, crontab, timezone, tags } = draft
  const filters = Object.fromEntries(filtersOf[trigger_type].map((filter) => [filter, draft[filter]]))
  return {
    name: name.trim(),
    description: description.trim() || null,
    trigger_type,
    deactivated,
    ...filters,
    ...(trigger_type === 'schedule' && { crontab: crontab.trim(), timezone }),
    tags,
    actions: actions.map((action) => actionInputOf(action, channels.get(action.channel))),
  }
}

function actionInputOf(
  action: ActionDraft,
  specification: NotificationSpecification | undefined,
): FlowActionInput {
  const { uuid, parent, type, muted, channel, message, run, work } = action
  const shared = { uuid, parent_action_uuid: parent, type, muted }
  switch (type) {
    case 'notification':
      return {
        ...shared,
        notification_type: channel,
        tokenized_message: message.trim() === '' ? null : message,
        parameters: parametersOf(action, specification),
      }
    case 'operation':
      return {
        ...shared,
        operation: {
          type: run.type,
          ...(run.datastoreId !== null && { datastore_id: run.datastoreId }),
          ...readObject(run.rest),
        },
      }
    case 'anomaly':
      return { ...shared, anomaly: work }
  }
}

/** What the channel is told; what is left empty is left out, so that a secret stays as it was. `channel` undefined: not known yet. */
export function parametersOf(
  { parameters }: ActionDraft,
  channel: NotificationSpecification | undefined,
): Record<string, unknown> {
  const properties = channel?.properties ?? []
  return Object.fromEntries(
    properties.flatMap(({ field, type }) => {
      const text = parameters[field] ?? ''
      if (text === '') return []
      // What is no object stays the text that it is: the service says what it expects there.
      return [[field, type === 'object' ? (readObject(text) ?? text) : text]]
    }),
  )
}

/** The object that a text of JSON is; null for any other text. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
