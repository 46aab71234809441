import { Type, type Static } from 'typebox'
import { anomalyStatuses, archivedAnomalyStatuses } from './anomaly.ts'
import { finishedResults, operationTypes } from './operation.ts'
import { GlobalTag } from './tag.ts'
import { described, FreeObject, Id, Name, nullable, optional, TagNames, Timestamp } from './wire.ts'

/** What sets a flow off. */
export const triggerTypes = [
  'operation',
  'anomaly',
  'partition_scan',
  'anomaly_status',
  'schedule',
  'manual',
] as const
export type TriggerType = (typeof triggerTypes)[number]

/** What happens; the start of a run sets off only what follows lineage, in flows with the trigger operation. */
export const eventTypes = [...triggerTypes, 'operation_start'] as const
export type EventType = (typeof eventTypes)[number]

/** What a flow can do. */
export const actionTypes = ['notification', 'operation', 'anomaly'] as const
export type ActionType = (typeof actionTypes)[number]

/** How an execution ended, or that it goes on. */
export const executionResults = ['running', 'success', 'failure', 'aborted'] as const
export type ExecutionResult = (typeof executionResults)[number]

/** How an action ended, or how far it is. */
export const actionResults = [...executionResults, 'pending', 'skipped'] as const
export type ActionResult = (typeof actionResults)[number]

const trigger = Type.Enum(triggerTypes)
const someIds = Type.Array(Id, { maxItems: 1000 })
const someNames = Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 })

const someTypes = Type.Array(Type.Enum(operationTypes), { maxItems: 100 })
const someStatuses = Type.Array(Type.Enum(anomalyStatuses), { maxItems: 100 })

const meanings = {
  filter_datastores: 'Datastores, by id; empty: every one',
  filter_tags:
    'Tags that the datastore (operation), the container (partition_scan) or the anomaly must all carry; empty: none is asked for',
  filter_operation_type: 'Of operation: types of runs; empty: every one',
  filter_anomaly_status: 'Of anomaly_status: statuses that an anomaly gets; empty: every one',
  check_rule_types: 'Of anomaly and partition_scan: rule types of which a check must have failed; empty: any',
}

/** What a flow wants to know of; empty lists and nulls let everything through. */
const filters = {
  filter_datastores: described(someIds, meanings.filter_datastores),
  filter_tags: described(someNames, meanings.filter_tags),
  filter_operation_type: described(someTypes, meanings.filter_operation_type),
  filter_operation_result: nullable(
    Type.Enum(finishedResults),
    'Of operation: how the run ended; null: however',
  ),
  filter_anomaly_status: described(someStatuses, meanings.filter_anomaly_status),
  check_rule_types: described(someNames, meanings.check_rule_types),
  weight_threshold: nullable(Type.Integer(), 'Of anomaly: the least weight of an anomaly; null: any'),
}

const Filters = Type.Object(filters)
export type FlowFilters = Static<typeof Filters>

/** Filters as they are asked for; a null list is an empty one. */
const givenFilters = {
  ...Type.Partial(Filters).properties,
  filter_datastores: optional(someIds, meanings.filter_datastores),
  filter_tags: optional(someNames, meanings.filter_tags),
  filter_operation_type: optional(someTypes, meanings.filter_operation_type),
  filter_anomaly_status: optional(someStatuses, meanings.filter_anomaly_status),
  check_rule_types: optional(someNames, meanings.check_rule_types),
}

const AnomalyWork = Type.Object(
  {
    action: Type.Enum(['archive', 'delete'], { description: 'What is done with inactive anomalies' }),
    inactivity_days: Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'Days without a change and without a comment after which an anomaly is inactive',
    }),
    status: optional(
      Type.Enum(archivedAnomalyStatuses),
      'Of archive: the reason; null or left out: Discarded',
    ),
    tags: optional(TagNames, 'Of archive: tags that the anomalies get beside those that they have'),
    comment: optional(Type.String({ maxLength: 10_000 }), 'Of archive: a comment that each anomaly gets'),
    filter_datastores: optional(
      someIds,
      'Only anomalies of these datastores; null or left out: of every one on which the owner is Author',
    ),
    filter_tags: optional(someNames, 'Only anomalies with all of these tags'),
    filter_statuses: optional(
      someStatuses,
      'Of delete: only anomalies with one of these statuses; null or left out: whatever it is',
    ),
  },
  { title: 'FlowAnomalyWorkInput', description: 'What a flow is to do with anomalies that nobody cares for' },
)
export type AnomalyWork = Static<typeof AnomalyWork>

const ShownAnomalyWork = Type.Object(AnomalyWork.properties, {
  title: 'FlowAnomalyWork',
  description: 'What a flow does with anomalies that nobody cares for',
})

const settings = {
  notification_type: Type.Optional(
    nullable(
      Type.String({ maxLength: 100 }),
      'Of notification: the channel, by the type of its specification',
    ),
  ),
  tokenized_message: Type.Optional(
    nullable(
      Type.String({ maxLength: 20_000 }),
      'Of notification: the message, with tokens of the trigger in braces; null or left out: the default message of the trigger',
    ),
  ),
  parameters: optional(
    FreeObject,
    'Of notification: what the channel must be told. Secrets are never shown; an action that is sent back without them keeps them. For Managers only',
  ),
  operation: optional(
    FreeObject,
    'Of operation: what is run, as for a run at once: its type, its datastore_id, and what that type takes',
  ),
  anomaly: optional(AnomalyWork, 'Of anomaly: what is done with inactive anomalies'),
}

/** An action as it is asked for. */
export const FlowActionInput = Type.Object(
  {
    type: described(Type.Enum(actionTypes), 'What kind of thing it does'),
    uuid: optional(
      Type.String({ format: 'uuid' }),
      'By which others name it as their parent; one that is kept goes on with its history and its secrets; null or left out: a new one',
    ),
    parent_action_uuid: optional(
      Type.String({ format: 'uuid' }),
      'The action that must have succeeded before; null or left out: none',
    ),
    order_rank: optional(
      Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
      'Its place among those of one parent; null or left out: that of the list',
    ),
    muted: optional(Type.Boolean(), 'True: it is left out, and what follows it goes on; default false'),
    ...settings,
    schedule: optional(FreeObject, 'Another name of operation'),
  },
  { title: 'FlowActionInput', description: 'One action of a flow, told apart by its type' },
)
export type FlowActionInput = Static<typeof FlowActionInput>

const own = {
  description: optional(Type.String({ maxLength: 10_000 }), 'For people; null: there is none'),
  deactivated: optional(Type.Boolean(), 'True: nothing sets it off; default false'),
  ...givenFilters,
  crontab: optional(
    Type.String({ maxLength: 500 }),
    'Of schedule: minute, hour, day of the month, month, day of the week',
  ),
  timezone: optional(
    Type.String({ maxLength: 100 }),
    'Of schedule: the IANA name of the time zone of the crontab; default UTC',
  ),
  burst_limit: optional(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'Of anomaly: of how many anomalies of one container scan it is told one by one; the rest are one message. Default 50',
  ),
  tags: optional(TagNames, 'Tags of the flow itself; null: none'),
  actions: optional(
    Type.Array(FlowActionInput, { maxItems: 100 }),
    'What it does; null parents come first; null: nothing',
  ),
}

/** A flow as it is asked for. */
export const FlowInput = Type.Object(
  { name: described(Name, 'Its name'), trigger_type: described(trigger, 'What sets it off'), ...own },
  { title: 'FlowInput', description: 'A new flow: one trigger, filters, and a tree of actions' },
)
export type FlowInput = Static<typeof FlowInput>

/** Members that are left out stay; actions are replaced as a whole. */
export const FlowChange = Type.Object(
  {
    name: Type.Optional(described(Name, 'Its name')),
    trigger_type: Type.Optional(described(trigger, 'What sets it off')),
    ...own,
  },
  {
    title: 'FlowChange',
    description: 'A change of a flow. Members that are left out stay; actions are replaced as a whole',
  },
)
export type FlowChange = Static<typeof FlowChange>

/** Whether a flow can be set off. */
export const FlowDeactivation = Type.Object(
  { deactivated: Type.Boolean({ description: 'True: nothing sets it off any more' }) },
  { title: 'FlowDeactivation', description: 'Whether a flow can be set off' },
)

/** Whether a notification of a flow is sent. */
export const ActionMuting = Type.Object(
  { muted: Type.Boolean({ description: 'True: the notification is left out from now on' }) },
  { title: 'ActionMuting', description: 'Whether a notification is sent' },
)

/** An action as it is shown; the settings are those of its type. */
export const FlowAction = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    uuid: Type.String({ format: 'uuid', description: 'By which others name it as their parent' }),
    parent_action_uuid: nullable(
      Type.String({ format: 'uuid' }),
      'The action that must have succeeded before; null: none',
    ),
    order_rank: Type.Integer({ description: 'Its place among those of one parent' }),
    type: described(Type.Enum(actionTypes), 'What kind of thing it does'),
    muted: Type.Boolean({ description: 'True: it is left out, and what follows it goes on' }),
    ...settings,
    anomaly: optional(ShownAnomalyWork, 'Of anomaly: what is done with inactive anomalies'),
    kept_secrets: Type.Array(Type.String(), {
      description:
        'The parameters that are kept without being shown, by name. For Managers only; to others empty',
    }),
  },
  { title: 'FlowAction', description: 'One action of a flow, with the settings of its type' },
)
export type FlowAction = Static<typeof FlowAction>

const listed = {
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Its name' }),
  deactivated: Type.Boolean({ description: 'True: nothing sets it off' }),
  trigger_type: described(trigger, 'What sets it off'),
}

/** As much as a choice needs. */
export const FlowStub = Type.Object(listed, { title: 'FlowStub', description: 'A flow by its name' })
export type FlowStub = Static<typeof FlowStub>

/** A flow as it is shown by itself, without secrets. */
export const Flow = Type.Object(
  {
    ...listed,
    description: nullable(Type.String(), 'For people; null: there is none'),
    ...filters,
    crontab: nullable(Type.String(), 'Of schedule: when it goes off; null for every other trigger'),
    timezone: Type.String({ description: 'The IANA name of the time zone of the crontab' }),
    next_run: nullable(Timestamp, 'Of schedule: when it goes off next; null: never'),
    burst_limit: Type.Integer({
      description: 'Of anomaly: of how many anomalies of one container scan it is told one by one',
    }),
    global_tags: described(Type.Array(GlobalTag), 'Tags of the flow itself'),
    owner: Type.String({ description: 'The user name of who saved it last, in whose name it acts' }),
    created: described(Timestamp, 'When it was made'),
    last_updated: described(Timestamp, 'When it was changed last'),
    last_triggered: nullable(Timestamp, 'When it was set off last; null: never'),
    actions: described(Type.Array(FlowAction), 'What it does, parents before what follows them'),
  },
  { title: 'Flow', description: 'One trigger, filters, and a tree of actions' },
)
export type Flow = Static<typeof Flow>

/** A flow as lists show it. */
export const ListedFlow = Type.Object(
  {
    ...Flow.properties,
    last_execution: nullable(
      Type.Object(
        {
          id: described(Id, 'The execution'),
          result: described(Type.Enum(executionResults), 'How it ended, or how far it is'),
          start_time: described(Timestamp, 'When it began'),
          end_time: nullable(Timestamp, 'When it ended; null: it has not'),
        },
        { title: 'LastExecution', description: 'The newest execution of a flow' },
      ),
      'The newest execution that the caller may see; null: there is none',
    ),
    execution_count: Type.Integer({ description: 'How many executions of it the caller may see' }),
  },
  { title: 'ListedFlow', description: 'A flow with its newest execution' },
)
export type ListedFlow = Static<typeof ListedFlow>

/** A change of a flow or a start by hand, from the audit log. */
export const FlowHistoryEntry = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    created: described(Timestamp, 'When it was changed'),
    user_name: Type.String({ description: 'Who changed it, by the name of then' }),
    action: Type.String({ description: 'What was done with it, in the words of the audit log' }),
    details: described(FreeObject, 'What was changed; never a secret'),
  },
  { title: 'FlowHistoryEntry', description: 'A change of a flow, or a start by hand' },
)
export type FlowHistoryEntry = Static<typeof FlowHistoryEntry>

/** A message to look at before it is sent. */
export const PreviewInput = Type.Object(
  {
    trigger_type: described(trigger, 'What sets the flow off'),
    notification_type: optional(Type.String({ maxLength: 100 }), 'The channel; null or left out: In App'),
    tokenized_message: Type.String({
      maxLength: 20_000,
      pattern: String.raw`\S`,
      description: 'The message, with tokens of the trigger in braces',
    }),
    flow_name: optional(Type.String({ maxLength: 255 }), 'What the flow is to be called'),
  },
  { title: 'FlowPreviewInput', description: 'A message to look at before it is sent' },
)
export type PreviewInput = Static<typeof PreviewInput>

/** A message with its tokens filled in; nothing was sent. */
export const Preview = Type.Object(
  {
    message: Type.String({ description: 'The message as the channel would get it' }),
    is_example: Type.Boolean({
      description: 'True: nothing has happened yet that would set it off, and the values are made up',
    }),
  },
  { title: 'FlowPreview', description: 'A message with its tokens filled in' },
)
export type Preview = Static<typeof Preview>
