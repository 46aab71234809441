import { Type } from 'typebox'
import type { Flow, FlowChange, FlowInput } from '../../../client/src/index.ts'
import { actionDifferences } from '../action-differences.ts'
import { differences } from '../compare.ts'
import { inputsOf, specsOf, treeOf, type ActionNode, type ActionSpec } from '../flow-actions.ts'
import type { Kind, Scope, Spec, Standing } from '../kind.ts'
import { given, maybe, namesOf, picked, tags, text, textOf, word } from '../members.ts'
import { identified, named } from '../named-ids.ts'
import { variableOf, type SecretVariables } from '../secret-variables.ts'
import { allPages, type World } from '../world.ts'

const members = [
  'description',
  'trigger_type',
  'deactivated',
  'filter_datastores',
  'filter_tags',
  'filter_operation_type',
  'filter_operation_result',
  'filter_anomaly_status',
  'check_rule_types',
  'weight_threshold',
  'crontab',
  'timezone',
  'burst_limit',
  'tags',
] as const
const lists = [
  'filter_datastores',
  'filter_tags',
  'filter_operation_type',
  'filter_anomaly_status',
  'check_rule_types',
  'tags',
] as const
const names = (description: string) => maybe(Type.Array(Type.String()), description)
const free = (description: string) => maybe(Type.Record(Type.String(), Type.Unknown()), description)

const actions = Type.Cyclic(
  {
    FlowAction: Type.Object(
      {
        type: text('notification, operation or anomaly'),
        muted: maybe(Type.Boolean(), 'True: it is left out, and what follows it goes on; default false'),
        notification_type: word('Of notification: the channel'),
        tokenized_message: word(
          'Of notification: the message, with tokens in braces; default that of the trigger',
        ),
        parameters: free('Of notification: what the channel must be told; secrets as ${NAME_OF_A_VARIABLE}'),
        operation: free('Of operation: the members of the run; its datastore and containers by their names'),
        anomaly: free('Of anomaly: what is done with inactive anomalies; datastores by their names'),
        actions: Type.Optional(Type.Array(Type.Ref('FlowAction'), { description: 'What follows it' })),
      },
      { additionalProperties: false },
    ),
  },
  'FlowAction',
)

/** A trigger, filters and a tree of actions. It acts in the name of who applies it. */
export const flow: Kind = {
  name: 'flow',
  title: 'flow',
  key: ['name'],
  unordered: lists,
  holders: ['actions'],
  is_leaf: true,
  schema: Type.Object({
    name: text('Its name, unlike that of any other flow'),
    description: word('A note'),
    trigger_type: text('operation, anomaly, partition_scan, anomaly_status, schedule or manual'),
    deactivated: maybe(Type.Boolean(), 'True: nothing sets it off; default false'),
    filter_datastores: names('Names of datastores; default every one'),
    filter_tags: names('Tags that must all be carried'),
    filter_operation_type: names('Of operation: types of runs; default every one'),
    filter_operation_result: word('Of operation: how the run ended; default however'),
    filter_anomaly_status: names('Of anomaly_status: statuses that an anomaly gets; default every one'),
    check_rule_types: names('Of anomaly and partition_scan: rule types of failed checks; default any'),
    weight_threshold: maybe(Type.Integer(), 'Of anomaly: the least weight of an anomaly; default any'),
    crontab: word('Of schedule: when, as five fields'),
    timezone: word('Whose clock counts; default UTC'),
    burst_limit: maybe(
      Type.Integer(),
      'Of anomaly: of how many of one container scan it tells one by one; default 50',
    ),
    tags,
    actions: Type.Optional(Type.Array(actions, { description: 'What it does, all at once' })),
  }),
  defaults: {
    deactivated: false,
    ...Object.fromEntries(lists.map((member) => [member, []])),
    timezone: 'UTC',
    burst_limit: 50,
    actions: [],
  },
  async list(world) {
    const flows = await allPages((request) => world.client.listFlows(request))
    const standing: Standing[] = []
    for (const one of flows) standing.push({ id: one.id, spec: await specOf(world, one) })
    return standing
  },
  async compare(world, standing, { actions: wanted, ...rest }) {
    const secrets = await world.channels()
    const isSecret = (channel: string, parameter: string): boolean =>
      secrets
        .find(({ type }) => type === channel)
        ?.properties.some(({ field, secret }) => field === parameter && secret) ?? false
    const found = differences(flow, standing, rest)
    if (wanted === undefined) return found
    return [...found, ...actionDifferences(actionsIn(standing), wanted as ActionSpec[], isSecret)]
  },
  create: async (world, spec) =>
    world.client.createFlow({
      body: { name: textOf(spec, 'name'), ...(await bodyOf(world, spec, [])) } as FlowInput,
    }),
  async change(world, { id }, spec) {
    const { actions: standing } = await world.client.readFlow({ id })
    return world.client.updateFlow({ id, body: await bodyOf(world, spec, treeOf(standing)) })
  },
  remove: ({ client }, { id }) => client.removeFlow({ id }),
  // One that is about other datastores, or about all, is not for these files alone to delete.
  isKept: ({ spec }, scope) => {
    const about = datastoresOf(spec)
    return about.length === 0 || !about.every((name) => scope.has(name))
  },
  isUnsaid: ({ spec }, scope) => isElsewhere(datastoresOf(spec), scope),
  async written(world, content, variables) {
    const channels = await world.channels()
    const needed = new Map(
      channels.map(({ type, properties }) => [
        type,
        properties.filter(({ secret, required }) => secret && required).map(({ field }) => field),
      ]),
    )
    const wanted = actionsIn(content)
    if (wanted.length === 0) return content
    return { ...content, actions: withSecrets(wanted, textOf(content, 'name'), needed, variables) }
  },
}

const actionsIn = (spec: Spec): ActionSpec[] => (spec['actions'] ?? []) as ActionSpec[]

const isElsewhere = (about: readonly string[], scope: Scope): boolean =>
  about.length > 0 && !about.some((name) => scope.has(name))

/** The datastores that a flow names, in its filters and its actions. */
function datastoresOf(spec: Spec): string[] {
  const within = (actions: readonly ActionSpec[]): unknown[] =>
    actions.flatMap(({ operation, anomaly, actions: after }) => [
      operation?.['datastore'],
      ...((anomaly?.['filter_datastores'] ?? []) as unknown[]),
      ...within(after ?? []),
    ])
  const about = [...((spec['filter_datastores'] ?? []) as unknown[]), ...within(actionsIn(spec))]
  return about.filter((name) => typeof name === 'string')
}

async function specOf(world: World, one: Flow): Promise<Spec> {
  return {
    name: one.name,
    ...picked(one, members),
    ...(await named(world, { filter_datastores: one.filter_datastores })),
    tags: namesOf(one.global_tags),
    actions: await nested(specsOf(treeOf(one.actions)), (settings) => named(world, settings)),
  }
}

async function bodyOf(world: World, spec: Spec, standing: readonly ActionNode[]): Promise<FlowChange> {
  const body: Record<string, unknown> = await identified(world, given(spec, members))
  // Lists and switches have no null on the wire.
  for (const member of [...lists, 'deactivated', 'timezone', 'burst_limit'])
    if (body[member] === null) body[member] = flow.defaults[member]
  if (spec['actions'] === undefined) return body
  const actions = await nested(inputsOf(actionsIn(spec), standing) as ActionSpec[], (settings) =>
    identified(world, settings),
  )
  return { ...body, actions: actions as FlowChange['actions'] & object }
}

/** The same tree with the settings of its runs, and of its work on anomalies, as `turn` makes them. */
async function nested(
  actions: readonly ActionSpec[],
  turn: (settings: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<ActionSpec[]> {
  return Promise.all(
    actions.map(async (action) => ({
      ...action,
      ...(action.operation && { operation: await turn(action.operation) }),
      ...(action.anomaly && { anomaly: await turn(action.anomaly) }),
      ...(action.actions && { actions: await nested(action.actions, turn) }),
    })),
  )
}

/** The actions with a variable for each secret that they have, or that their channels must have. */
function withSecrets(
  actions: readonly ActionSpec[],
  name: string,
  needed: ReadonlyMap<string, readonly string[]>,
  variables: SecretVariables,
): ActionSpec[] {
  return actions.map((action) => {
    const { actions: after, parameters, kept_secrets = [], ...own } = action
    const required = needed.get(action.notification_type ?? '') ?? []
    const secrets = [...new Set([...required, ...kept_secrets])].map((field): [string, string] => [
      field,
      variables.take(variableOf(`${name}_${field}`)),
    ])
    return {
      ...own,
      ...((parameters ?? secrets.length > 0) && {
        parameters: { ...parameters, ...Object.fromEntries(secrets) },
      }),
      ...(after && { actions: withSecrets(after, name, needed, variables) }),
    }
  })
}
