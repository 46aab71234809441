import type { ColumnType, Generated } from 'kysely'
import type {
  ActionResult,
  ActionType,
  EventType,
  ExecutionResult,
  FlowFilters,
  TriggerType,
} from '../../model/flow.ts'
import type { OperationResult } from '../../model/operation.ts'
import type { Json, Time } from './columns.ts'

/** Written as numbers; the driver reads them as texts. */
type Ids = ColumnType<string[], number[], number[]>

interface Flows {
  id: Generated<number>
  name: string
  description: string | null
  deactivated: Generated<boolean>
  trigger_type: TriggerType
  filters: Json<FlowFilters>
  crontab: string | null
  timezone: string
  next_run: Time | null
  burst_limit: number
  tags: string[]
  owner_id: number
  created: Generated<Time>
  last_updated: Generated<Time>
  last_triggered: Time | null
  deleted_at: Time | null
}

interface FlowActions {
  id: Generated<number>
  flow_id: number
  uuid: string
  parent_action_uuid: string | null
  order_rank: number
  type: ActionType
  muted: boolean
  settings: Json<Record<string, unknown>>
  secrets: string | null
  removed_at: Time | null
}

interface FlowEvents {
  id: Generated<number>
  trigger_type: EventType
  operation_id: number | null
  operation_result: OperationResult | null
  container_scan_id: number | null
  anomaly_id: number | null
  status_change_id: number | null
  path: Ids
  created: Generated<Time>
}

interface FlowExecutions {
  id: Generated<number>
  flow_id: number
  trigger_type: EventType
  event_id: number | null
  datastore_id: number | null
  operation_id: number | null
  operation_result: OperationResult | null
  container_scan_id: number | null
  status_change_id: number | null
  anomaly_ids: Ids
  is_group: boolean
  path: Ids
  triggered_by: string
  event_time: Generated<Time>
  start_time: Generated<Time>
  end_time: Time | null
  result: Generated<ExecutionResult>
  message: string | null
}

interface FlowActionExecutions {
  id: Generated<number>
  execution_id: number
  action_id: number
  parent_id: number | null
  result: Generated<ActionResult>
  message: string | null
  is_ready: boolean
  attempts: Generated<number>
  next_try: Generated<Time>
  lease_until: Time | null
  holder: string | null
  delivery_id: Generated<string>
  order_key: string | null
  operation_id: number | null
  start_time: Time | null
  end_time: Time | null
}

/** The tables of flows, what sets them off, and what became of that. */
export interface FlowTables {
  flows: Flows
  flow_actions: FlowActions
  flow_events: FlowEvents
  flow_executions: FlowExecutions
  flow_action_executions: FlowActionExecutions
  flow_channel_minutes: { channel: string; began: Time; sent: number }
}
