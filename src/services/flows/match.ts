import { channels } from '../../channels/registry.ts'
import { attempt, within } from '../../access/within.ts'
import type { RunEnvironment } from '../../runs/operation.ts'
import {
  changedAnomaly,
  datastoresOfEvents,
  detectedAnomalies,
  endedRun,
  endedScan,
  foundAnomalies,
  takeEvents,
  wasTold,
  type FlowEvent,
} from '../../store/flows/events.ts'
import type { TriggerType } from '../../model/flow.ts'
import { insertExecution, type NewExecution } from '../../store/flows/executions.ts'
import {
  actionsOf,
  activeFlows,
  noteTriggered,
  type ActionRow,
  type OwnedFlow,
} from '../../store/flows/flows.ts'
import { logToOperation } from '../../store/operations.ts'
import type { OpenTransaction, Queryable } from '../../store/pool.ts'
import { reachOf, type Reach } from './owner.ts'

/** Events of one transaction: enough to be quick, and few enough that what waits for it does not wait long. */
const mostTogether = 100
/** Most anomalies of a container scan that an execution of partition_scan names. */
const mostNamed = 10_000

/** What an execution is about. */
type About = Pick<
  NewExecution,
  | 'datastore_id'
  | 'operation_id'
  | 'operation_result'
  | 'container_scan_id'
  | 'status_change_id'
  | 'anomaly_ids'
  | 'is_group'
  | 'order_key'
>

/**
 * Compares the oldest events with the active flows, and makes an execution for each that fits; false when no event waits, or
 * another process is at it. Events go and executions come in one transaction, so each event counts once.
 */
export async function matchEvents(environment: RunEnvironment): Promise<boolean> {
  return within(environment, async (transaction, environment) => {
    const events = await takeEvents(transaction, mostTogether)
    if (events === null || events.length === 0) return false
    const { flows, actions } = await flowsFor(transaction, events)
    const reaches = new Map<number, Reach>()
    const triggered = new Set<number>()
    for (const event of events) {
      const read = readerOf(transaction, event)
      for (const flow of flows.filter(({ trigger_type }) => trigger_type === triggerOf(event))) {
        const told = actionsFor(event, actions.get(flow.id) ?? [])
        if (event.trigger_type === 'operation_start' && told.length === 0) continue
        const abouts = await read(flow)
        if (abouts.length === 0) continue
        const reach = reaches.get(flow.owner_id) ?? (await reachOf(transaction, flow.owner_id))
        reaches.set(flow.owner_id, reach)
        const seen = abouts.filter(({ datastore_id }) => reach.sees(datastore_id ?? null))
        if (seen.length === 0) continue
        if (event.path.includes(flow.id)) {
          if (event.trigger_type !== 'operation_start') await noteLoop(environment, event, flow)
          continue
        }
        triggered.add(flow.id)
        await setOff(transaction, event, flow, { seen, told })
      }
    }
    await noteTriggered(transaction, [...triggered])
    return true
  })
}

/** The active flows that may want to know of one of the events, and their actions by the id of the flow. */
async function flowsFor(transaction: OpenTransaction, events: readonly FlowEvent[]) {
  const triggers = [...new Set(events.map(triggerOf))]
  const datastores = await datastoresOfEvents(transaction, events)
  const known = datastores.filter((id) => id !== null)
  // Flows about other datastores, of which there may be thousands, are not read.
  const flows = await activeFlows(transaction, triggers, known.length === datastores.length ? known : null)
  const ids = flows.map(({ id }) => id)
  const actions = ids.length === 0 ? new Map<number, ActionRow[]>() : await actionsOf(transaction, ids)
  return { flows, actions }
}

/** An execution for each of the things that the event is about. */
async function setOff(
  transaction: OpenTransaction,
  { trigger_type, path, id: event_id, created: event_time }: FlowEvent,
  { id: flow_id, owner: triggered_by }: OwnedFlow,
  { seen, told }: { seen: readonly About[]; told: readonly ActionRow[] },
): Promise<void> {
  for (const about of seen) {
    const columns = { ...about, flow_id, trigger_type, path, event_id, event_time, triggered_by }
    await insertExecution(transaction, columns, told)
  }
}

/** The trigger of the flows that an event is for. */
const triggerOf = ({ trigger_type }: FlowEvent): TriggerType =>
  trigger_type === 'operation_start' ? 'operation' : trigger_type

/** Of the start of a run only lineage is told, whatever comes before that in the flow. */
function actionsFor({ trigger_type }: FlowEvent, actions: readonly ActionRow[]): readonly ActionRow[] {
  if (trigger_type !== 'operation_start') return actions
  return actions
    .filter(({ settings }) => channels.find(String(settings['notification_type']))?.tells === 'runs')
    .map((action) => ({ ...action, parent_action_uuid: null }))
}

/** Answers for a flow what of the event it wants to know; what has to be read is read once for all flows. */
function readerOf(database: Queryable, event: FlowEvent): (flow: OwnedFlow) => Promise<About[]> {
  switch (event.trigger_type) {
    case 'operation':
    case 'operation_start':
      return runReader(database, event)
    case 'partition_scan':
      return scanReader(database, event)
    case 'anomaly':
      return anomalyReader(database, event)
    case 'anomaly_status':
      return statusReader(database, event)
    default:
      return async () => []
  }
}

function runReader(database: Queryable, { operation_id: id, operation_result, trigger_type }: FlowEvent) {
  const operation_id = id ?? 0
  const reading = once(() => endedRun(database, operation_id))
  const hasEnded = trigger_type === 'operation'
  return async ({ filters }: OwnedFlow): Promise<About[]> => {
    const run = await reading()
    if (!run) return []
    const { filter_operation_type, filter_operation_result } = filters
    // It may have been taken up again since.
    const result = operation_result ?? run.result
    const fits =
      isAmong(run.datastore_id, filters.filter_datastores) &&
      hasAll(run.tags, filters.filter_tags) &&
      isAmong(run.type, filter_operation_type) &&
      (!hasEnded || filter_operation_result === null || result === filter_operation_result)
    // Its start is told before its end.
    const order_key = `operation:${operation_id}`
    return fits ? [{ datastore_id: run.datastore_id, operation_id, operation_result, order_key }] : []
  }
}

function scanReader(database: Queryable, { operation_id, container_scan_id }: FlowEvent) {
  const scanId = container_scan_id ?? 0
  const reading = once(() => endedScan(database, scanId))
  const finding = once(() => detectedAnomalies(database, scanId, mostNamed))
  return async ({ id: flow_id, filters }: OwnedFlow): Promise<About[]> => {
    const scan = await reading()
    if (!scan) return []
    const { filter_datastores, filter_tags, check_rule_types } = filters
    const fits =
      isAmong(scan.datastore_id, filter_datastores) &&
      hasAll(scan.tags, filter_tags) &&
      (check_rule_types.length === 0 || scan.rule_types.some((type) => check_rule_types.includes(type)))
    if (!fits) return []
    const { datastore_id } = scan
    const anomaly_ids = await finding()
    if (await wasTold(database, flow_id, scanId, anomaly_ids)) return []
    return [{ datastore_id, operation_id, container_scan_id, anomaly_ids, is_group: true, order_key: null }]
  }
}

/** The first ones, each by itself, and then all others at once. */
function anomalyReader(database: Queryable, { operation_id, container_scan_id }: FlowEvent) {
  const scanId = container_scan_id ?? 0
  const reading = once(() => endedScan(database, scanId))
  return async ({ id: flow_id, filters, burst_limit }: OwnedFlow): Promise<About[]> => {
    const scan = await reading()
    if (!scan || !isAmong(scan.datastore_id, filters.filter_datastores)) return []
    const { filter_tags: tags, check_rule_types: rule_types, weight_threshold: weight } = filters
    const found = await foundAnomalies(database, scanId, { flow_id, tags, rule_types, weight })
    const about = { datastore_id: scan.datastore_id, operation_id, container_scan_id }
    const rest = found.slice(burst_limit)
    return [
      ...found
        .slice(0, burst_limit)
        .map((id) => ({ ...about, anomaly_ids: [id], order_key: `anomaly:${id}` })),
      ...(rest.length === 0 ? [] : [{ ...about, anomaly_ids: rest, is_group: true, order_key: null }]),
    ]
  }
}

function statusReader(
  database: Queryable,
  { operation_id, container_scan_id, anomaly_id, status_change_id }: FlowEvent,
) {
  const reading = once(() => changedAnomaly(database, status_change_id ?? 0))
  return async ({ filters }: OwnedFlow): Promise<About[]> => {
    const change = await reading()
    if (!change || anomaly_id === null) return []
    const fits =
      isAmong(change.datastore_id, filters.filter_datastores) &&
      hasAll(change.tags, filters.filter_tags) &&
      isAmong(change.to_status, filters.filter_anomaly_status)
    if (!fits) return []
    const about = { datastore_id: change.datastore_id, operation_id, container_scan_id, status_change_id }
    return [{ ...about, anomaly_ids: [anomaly_id], order_key: `anomaly:${anomaly_id}` }]
  }
}

/** An empty list lets everything through. */
function isAmong<Value>(value: Value | null, wanted: readonly Value[]): boolean {
  return wanted.length === 0 || (value !== null && wanted.includes(value))
}

function hasAll(tags: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((tag) => tags.includes(tag))
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null
  return () => (reading ??= read())
}

/** The run may have been deleted meanwhile, and then nobody can be told. */
async function noteLoop(
  environment: RunEnvironment,
  { operation_id }: FlowEvent,
  { id, name }: OwnedFlow,
): Promise<void> {
  if (operation_id === null) return
  const sentence = `The flow "${name}" was not set off by this run: the run comes from that flow itself.`
  const { database } = environment.store
  await attempt(environment, () => logToOperation(database, operation_id, 'info', sentence)).catch(
    (error: unknown) => environment.log.warn({ err: error, flow: id }, sentence),
  )
}
