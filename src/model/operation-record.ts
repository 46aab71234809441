import { Type, type Static } from 'typebox'
import { ContainerStub } from './container-record.ts'
import { logLevels, operationResults, operationTypes, scanResults } from './operation.ts'
import { Id, IdAndName, nullable, Timestamp } from './wire.ts'

/** The schedule that started a run, as it is now; it may be deleted since. */
const ScheduleStub = Type.Object({
  id: Id,
  name: nullable(Type.String()),
  crontab: Type.String(),
  timezone: Type.String(),
  deactivated: Type.Boolean(),
})
export type ScheduleStub = Static<typeof ScheduleStub>

/** A run; members of its own type (a scan's settings, a sync's `include`) stand beside these. */
export const OperationRecord = Type.Object({
  id: Id,
  type: Type.Enum(operationTypes),
  created: Timestamp,
  dispatched: Type.String({
    format: 'date-time',
    description: 'When it was last handed to the workers: at its creation, or when it was resumed',
  }),
  start_time: nullable(Timestamp),
  end_time: nullable(Timestamp),
  result: Type.Enum(operationResults),
  message: nullable(Type.String()),
  triggered_by: Type.String(),
  datastore_id: Id,
  datastore: IdAndName,
  schedule: nullable(ScheduleStub),
  status: Type.Record(Type.String(), Type.Integer()),
  tags: Type.Array(Type.String()),
  has_logs: Type.Boolean(),
  containers: Type.Array(ContainerStub),
})

/** What a run did with one container. */
export const OperationContainer = Type.Object({
  id: Id,
  operation_id: Id,
  created: Timestamp,
  container: ContainerStub,
  start_time: nullable(Timestamp),
  end_time: nullable(Timestamp),
  records_processed: Type.Integer(),
  anomaly_count: Type.Integer(),
  open_anomaly_count: Type.Integer({ description: 'Of those that it found, as they are now' }),
  archived_anomaly_count: Type.Integer(),
  result: Type.Enum(scanResults),
  message: nullable(Type.String()),
})

export const OperationLog = Type.Object({
  id: Id,
  created: Timestamp,
  level: Type.Enum(logLevels),
  message: Type.String(),
  container_id: nullable(Id),
})
