import type { Flow, FlowAction, FlowAnomalyWork, FlowTrigger } from '../api/api.generated.ts'
import { whenOfCrontab } from '../words/crontab.ts'
import { counted } from '../words/numbers.ts'
import { kindOf } from '../words/runs.ts'

/** What sets a flow off, in a few words. */
export const triggers: Record<FlowTrigger, string> = {
  operation: 'the end of a run',
  anomaly: 'a new anomaly',
  partition_scan: 'a container with anomalies',
  anomaly_status: 'a change of status of an anomaly',
  schedule: 'a time',
  manual: 'a person',
}

/** Names datastores by their ids. */
export type NameOf = (id: number) => string

/** What sets a flow off, with its filters; of a list of names as many as `most` are told (default: all). */
export function whenOf(flow: Flow, nameOf: NameOf, most = Infinity): string {
  const any = (names: readonly string[]) => listed(names, most, 'or')
  const { filter_datastores, filter_tags, check_rule_types: rules, weight_threshold: weight } = flow
  const where = filter_datastores.length === 0 ? '' : ` in ${any(filter_datastores.map(nameOf))}`
  const tags = filter_tags.length === 0 ? '' : ` tagged ${listed(filter_tags, most, 'and')}`
  const found = rules.length === 0 ? '' : `, found by a check of the rule ${any(rules)}`
  switch (flow.trigger_type) {
    case 'operation': {
      const { filter_operation_type: types, filter_operation_result: result } = flow
      const kinds = types.map((type) => kindOf({ type }).toLowerCase())
      const ofKind = kinds.length === 0 ? '' : ` of the kind ${any(kinds)}`
      const inTagged = tags === '' ? '' : `, in a datastore${tags},`
      return `When a run${ofKind}${where}${inTagged} ends${result === null ? '' : ` with the result ${result}`}`
    }
    case 'anomaly':
      return `For each new anomaly${where}${tags}${weight === null ? '' : ` of weight ${weight} or more`}${found}`
    case 'partition_scan':
      return `When a scan finds anomalies in a container${where}${tags}${found}`
    case 'anomaly_status': {
      const statuses = flow.filter_anomaly_status
      return statuses.length === 0
        ? `When the status of an anomaly${where}${tags} changes`
        : `When an anomaly${where}${tags} becomes ${any(statuses)}`
    }
    case 'schedule': {
      const crontab = flow.crontab ?? ''
      const when = whenOfCrontab(crontab)
      return when === null
        ? `At the times of the crontab ${crontab} (${flow.timezone})`
        : `${when.charAt(0).toUpperCase()}${when.slice(1)} (${flow.timezone})`
    }
    case 'manual':
      return 'When a Manager runs it'
  }
}

/** What an action does; `channelOf` names a channel by its type. */
export function deedOf(action: FlowAction, nameOf: NameOf, channelOf: (type: string) => string): string {
  const { notification_type, operation, anomaly } = action
  if (notification_type != null) return `Message by ${channelOf(notification_type)}`
  if (anomaly != null) return workOf(anomaly, nameOf)
  const store = operation?.['datastore_id']
  const where = typeof store === 'number' ? ` in ${nameOf(store)}` : ''
  return `Run of the kind ${String(operation?.['type'] ?? action.type)}${where}`
}

function workOf(work: FlowAnomalyWork, nameOf: NameOf): string {
  const verb = work.action === 'delete' ? 'Delete' : `Archive as ${work.status ?? 'Discarded'}`
  const stores = work.filter_datastores ?? []
  const tags = work.filter_tags ?? []
  const statuses = work.filter_statuses ?? []
  return [
    `${verb} anomalies`,
    ...(stores.length === 0 ? [] : [`in ${listed(stores.map(nameOf), Infinity, 'or')}`]),
    ...(tags.length === 0 ? [] : [`tagged ${listed(tags, Infinity, 'and')}`]),
    ...(statuses.length === 0 ? [] : [`with the status ${listed(statuses, Infinity, 'or')}`]),
    `that nobody touched for ${counted(work.inactivity_days, 'day')}`,
  ].join(' ')
}

const joined = {
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
}

function listed(names: readonly string[], most: number, word: keyof typeof joined): string {
  const told = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names
  return joined[word].format(told)
}
