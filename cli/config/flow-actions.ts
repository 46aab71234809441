import type { FlowAction, FlowActionInput } from '../../client/src/index.ts'
import { withoutNulls } from './compare.ts'

/** An action as a file has it: what follows it stands in it, and things are named. */
export interface ActionSpec {
  type: FlowAction['type']
  muted?: boolean | null
  notification_type?: string | null
  tokenized_message?: string | null
  parameters?: Record<string, unknown> | null
  operation?: Record<string, unknown> | null
  anomaly?: Record<string, unknown> | null
  actions?: ActionSpec[] | null
  /** Of the service: parameters that it keeps and does not show. No file has it. */
  kept_secrets?: string[]
}

/** The settings of an action, of which it has those of its type. */
const settings = ['notification_type', 'tokenized_message', 'parameters', 'operation', 'anomaly'] as const

/** An action of the service with those that follow it. */
export interface ActionNode {
  action: FlowAction
  after: ActionNode[]
}

/** The actions of a flow as a tree, in the order in which they are shown. */
export function treeOf(actions: readonly FlowAction[], parent: string | null = null): ActionNode[] {
  return actions
    .filter(({ parent_action_uuid }) => parent_action_uuid === parent)
    .map((action) => ({ action, after: treeOf(actions, action.uuid) }))
}

/** The tree as a file has it, without what is as it is where nothing is said. */
export function specsOf(tree: readonly ActionNode[]): ActionSpec[] {
  return tree.map(({ action, after }) => {
    const said = settings.flatMap((member): [string, unknown][] => {
      const value = withoutNulls(action[member] ?? null)
      return value === null ? [] : [[member, value]]
    })
    return {
      type: action.type,
      ...(action.muted && { muted: true }),
      ...(action.kept_secrets.length > 0 && { kept_secrets: action.kept_secrets }),
      ...Object.fromEntries(said),
      ...(after.length > 0 && { actions: specsOf(after) }),
    }
  })
}

/** Whether an action of a file is one that there is, with other settings: it keeps that one's secrets and history. */
const isAlike = (
  one: Pick<ActionSpec, 'type' | 'notification_type'>,
  other: Pick<ActionSpec, 'type' | 'notification_type'>,
): boolean => one.type === other.type && (one.notification_type ?? null) === (other.notification_type ?? null)

/** For each wanted action the one that it continues, or null: that at its place if it is alike, else the first that is. */
export function continued<Standing extends Pick<ActionSpec, 'type' | 'notification_type'>>(
  wanted: readonly ActionSpec[],
  standing: readonly Standing[],
): (Standing | null)[] {
  const free = new Set(standing)
  const take = (one: Standing | undefined): Standing | null => {
    if (one) free.delete(one)
    return one ?? null
  }
  const atPlace = wanted.map((want, index) => {
    const one = standing[index]
    return one && isAlike(want, one) ? take(one) : null
  })
  return wanted.map((want, index) => atPlace[index] ?? take([...free].find((one) => isAlike(want, one))))
}

/** The tree as a request has it. What an action leaves out stays as it is in the one that it continues. */
export function inputsOf(
  wanted: readonly ActionSpec[],
  standing: readonly ActionNode[],
  parent: string | null = null,
): FlowActionInput[] {
  const nodes = standing.map((node) => ({ ...node, ...kindOf(node.action) }))
  const before = continued(wanted, nodes)
  return wanted.flatMap((want, index) => {
    const node = before[index] ?? null
    const uuid = node?.action.uuid ?? crypto.randomUUID()
    const { actions, kept_secrets: _, ...said } = want
    const own = Object.fromEntries(settings.map((member) => [member, node?.action[member]]))
    const input = {
      ...withoutAbsent(own),
      muted: node?.action.muted ?? false,
      ...said,
      ...(node && want.parameters && { parameters: { ...node.action.parameters, ...want.parameters } }),
      uuid,
      parent_action_uuid: parent,
    } as FlowActionInput
    const after = actions === undefined ? specsOf(node?.after ?? []) : (actions ?? [])
    return [input, ...inputsOf(after, node?.after ?? [], uuid)]
  })
}

const kindOf = ({ type, notification_type = null }: FlowAction) => ({ type, notification_type })

function withoutAbsent(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))
}
