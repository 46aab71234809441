import { requireDatastore } from '../../access/require.ts'
import { invalidMember } from '../../kernel/errors.ts'
import { nearest } from '../../kernel/nearest.ts'
import { nextTick, parseCron, parseTimeZone } from '../../kernel/cron.ts'
import { cut } from '../../kernel/cut.ts'
import type { FlowChange, FlowFilters, TriggerType } from '../../model/flow.ts'
import { rules } from '../../rules/registry.ts'
import type { RunContext } from '../../runs/operation.ts'
import { datastoreName } from '../../store/datastores.ts'
import type { OwnedFlow } from '../../store/flows/flows.ts'

/** A flow without its actions, as it is stored. */
export interface FlowDefinition {
  name: string
  description: string | null
  deactivated: boolean
  trigger_type: TriggerType
  filters: FlowFilters
  crontab: string | null
  timezone: string
  burst_limit: number
  tags: string[]
}

const noFilters: FlowFilters = {
  filter_datastores: [],
  filter_tags: [],
  filter_operation_type: [],
  filter_operation_result: null,
  filter_anomaly_status: [],
  check_rule_types: [],
  weight_threshold: null,
}

/** The filters that mean something to each trigger. */
const filtersOf: Record<TriggerType, readonly (keyof FlowFilters)[]> = {
  operation: ['filter_datastores', 'filter_tags', 'filter_operation_type', 'filter_operation_result'],
  anomaly: ['filter_datastores', 'filter_tags', 'check_rule_types', 'weight_threshold'],
  partition_scan: ['filter_datastores', 'filter_tags', 'check_rule_types'],
  anomaly_status: ['filter_datastores', 'filter_tags', 'filter_anomaly_status'],
  schedule: [],
  manual: [],
}

/** The flow that a request asks for, on top of what there was (null: nothing). Throws 422, or 403 and 404 for a datastore that the caller may not see. */
export async function readDefinition(
  context: RunContext,
  given: FlowChange & { name: string; trigger_type: TriggerType },
  before: OwnedFlow | null,
): Promise<FlowDefinition> {
  const { trigger_type } = given
  const crontab = given.crontab === undefined ? (before?.crontab ?? null) : given.crontab
  const isTimed = trigger_type === 'schedule'
  if (isTimed && !crontab?.trim())
    throw invalidMember('crontab', 'A flow with the trigger schedule needs a crontab.', 'missing')
  const definition: FlowDefinition = {
    name: given.name,
    description: given.description === undefined ? (before?.description ?? null) : given.description,
    deactivated:
      given.deactivated === undefined ? (before?.deactivated ?? false) : (given.deactivated ?? false),
    trigger_type,
    filters: readFilters(given, before),
    crontab: isTimed ? (crontab?.trim() ?? null) : null,
    timezone:
      given.timezone === undefined ? (before?.timezone ?? 'UTC') : parseTimeZone(given.timezone ?? 'UTC'),
    burst_limit: (given.burst_limit === undefined ? before?.burst_limit : given.burst_limit) ?? 50,
    tags: [...new Set((given.tags === undefined ? before?.tags : given.tags) ?? [])].sort(),
  }
  if (definition.crontab !== null) parseCron(definition.crontab)
  for (const id of definition.filters.filter_datastores) {
    // One that was deleted since it was named sets off nothing.
    const isLeft = before?.filters.filter_datastores.includes(id) === true
    if (isLeft && (await datastoreName(context.store.database, id)) === undefined) continue
    await requireDatastore(context, id, 'Reporter')
  }
  return definition
}

/** Filters of another trigger are refused when they are asked for, and dropped when they are left from before. */
function readFilters(
  given: FlowChange & { trigger_type: TriggerType },
  before: OwnedFlow | null,
): FlowFilters {
  const own = filtersOf[given.trigger_type]
  const filters: FlowFilters = { ...noFilters }
  for (const name of Object.keys(noFilters) as (keyof FlowFilters)[]) {
    const value = given[name] === undefined ? before?.filters[name] : given[name]
    const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
    if (isEmpty) continue
    if (own.includes(name)) Object.assign(filters, { [name]: value })
    else if (given[name] !== undefined)
      throw invalidMember(name, `${name} means nothing to the trigger ${given.trigger_type}; leave it out.`)
  }
  const unknown = filters.check_rule_types.find((name) => !rules.find(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, rules.names())
    throw invalidMember(
      'check_rule_types',
      `There is no rule type "${cut(unknown, 60)}"; did you mean ${meant}?`,
    )
  }
  return filters
}

/** When a flow goes off next, as it is stored; null while it is deactivated, and for every other trigger than schedule. */
export function nextRun(
  { crontab, timezone, deactivated }: Pick<FlowDefinition, 'crontab' | 'timezone' | 'deactivated'>,
  now: Date,
): string | null {
  if (deactivated || crontab === null) return null
  return nextTick(parseCron(crontab), timezone, now)?.toISOString() ?? null
}
