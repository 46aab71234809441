import { invalidMember } from '../../kernel/errors.ts'
import type { FlowFilters, TriggerType } from '../../model/flow.ts'
import type { RunContext } from '../../runs/operation.ts'
import { actionsOf, activeFlows, type ActionRow } from '../../store/flows/flows.ts'

/** A flow as far as loops go; `id` null: it is not saved yet. */
interface Link {
  id: number | null
  name: string
  trigger_type: TriggerType
  filters: FlowFilters
  actions: readonly Pick<ActionRow, 'type' | 'settings'>[]
}

/** A run that an action starts. */
interface StartedRun {
  type: string
  datastore_id: unknown
}

/**
 * Throws 422 when what the flow starts would set it off again, by itself or by way of other active flows, whatever comes of the
 * runs. What only tags, rules or weights could break counts as a loop; when a run is under way, `path` breaks what is left.
 */
export async function refuseLoops(context: RunContext, flow: Link): Promise<void> {
  const { database } = context.store
  const rows = await activeFlows(database, ['operation', 'anomaly', 'partition_scan'], null)
  const others = rows.filter(({ id }) => id !== flow.id)
  const actions = await actionsOf(
    database,
    others.map(({ id }) => id),
  )
  const links: Link[] = [flow, ...others.map((row) => ({ ...row, actions: actions.get(row.id) ?? [] }))]
  const typeOf = (trigger: string) => context.operations.find(trigger)?.type ?? trigger
  const next = (link: Link) => {
    const runs = link.actions
      .filter(({ type }) => type === 'operation')
      .map(({ settings }) => startedRun(settings, typeOf))
    return links.filter((other) => runs.some((run) => setsOff(run, other)))
  }
  const waiting: Link[][] = next(flow).map((link) => [link])
  const seen = new Set<Link>()
  for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
    const last = way.at(-1)
    if (!last) continue
    if (last === flow) {
      const through = way.slice(0, -1).map(({ name }) => `"${name}"`)
      const by = through.length === 0 ? '' : `, through ${through.join(' and ')}`
      throw invalidMember(
        'actions',
        `The flow would set itself off again and again${by}: what it starts is what it waits for. Narrow its filters, or start something else.`,
      )
    }
    if (seen.has(last)) continue
    seen.add(last)
    waiting.push(...next(last).map((link) => [...(way ?? []), link]))
  }
}

function startedRun(
  { type, datastore_id }: Record<string, unknown>,
  typeOf: (trigger: string) => string,
): StartedRun {
  return { type: typeOf(String(type)), datastore_id }
}

function setsOff({ type, datastore_id }: StartedRun, { trigger_type, filters }: Link): boolean {
  const { filter_datastores, filter_operation_type } = filters
  const isThere = filter_datastores.length === 0 || filter_datastores.some((id) => id === datastore_id)
  if (trigger_type === 'operation')
    return (
      isThere && (filter_operation_type.length === 0 || filter_operation_type.some((one) => one === type))
    )
  return isThere && type === 'scan' && (trigger_type === 'anomaly' || trigger_type === 'partition_scan')
}
