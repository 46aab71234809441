import { Type, type Static } from 'typebox'
import { ContainerStub, RunContainer } from './container-record.ts'
import { PartitionCounts, PartitionProgress } from './run-progress.ts'
import { logLevels, operationResults, operationTypes, scanResults } from './operation.ts'
import { described, Id, IdAndName, nullable, Timestamp } from './wire.ts'

/** The schedule that started a run, as it is now; it may be deleted since. */
const ScheduleStub = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    name: nullable(Type.String(), 'Its name; null: it has none'),
    crontab: Type.String({
      description: 'Five fields: minute, hour, day of the month, month, day of the week',
    }),
    timezone: Type.String({ description: 'The IANA name of the time zone in which the crontab is read' }),
    deactivated: Type.Boolean({ description: 'True: it keeps its crontab and fires nothing' }),
  },
  { title: 'ScheduleStub', description: 'A schedule beside the runs that it started, as it is now' },
)
export type ScheduleStub = Static<typeof ScheduleStub>

/** A run; members of its own type (a scan's settings, a sync's `include`) stand beside these. */
export const OperationRecord = Type.Object({
  id: described(Id, 'Unique among its kind'),
  type: described(Type.Enum(operationTypes), 'What it does'),
  created: described(Timestamp, 'When it was asked for'),
  dispatched: Type.String({
    format: 'date-time',
    description: 'When it was last handed to the workers: at its creation, or when it was resumed',
  }),
  start_time: nullable(Timestamp, 'When it began; null: it waits'),
  end_time: nullable(Timestamp, 'When it ended; null: it has not'),
  result: described(Type.Enum(operationResults), 'How it ended, or how far it is'),
  message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
  triggered_by: Type.String({ description: 'User name of who started it, or whose schedule did' }),
  datastore_id: described(Id, 'The datastore that it works on'),
  datastore: described(IdAndName, 'The datastore that it works on'),
  schedule: nullable(
    ScheduleStub,
    'The schedule that started it; null: a person did, or it was deleted since',
  ),
  action_execution_id: nullable(Id, 'The part of an execution of a flow that started it; null: no flow did'),
  flow_triggering_path: described(
    Type.Array(Id),
    'The flows that led to it, the first one first; it sets none of them off again',
  ),
  status: described(
    Type.Record(Type.String(), Type.Integer()),
    'What it has done so far, in numbers by name',
  ),
  tags: described(Type.Array(Type.String()), 'Kept for clients that read it; always empty'),
  has_logs: Type.Boolean({ description: 'Whether its log has lines' }),
  containers: described(
    Type.Array(RunContainer),
    'The containers that it touched, or is to touch; empty in lists that were asked not to name them',
  ),
})

/** The part of a run that is about one container. */
export const OperationContainer = Type.Object({
  id: described(Id, 'Unique among its kind'),
  operation_id: described(Id, 'The run'),
  created: described(Timestamp, 'When it was made'),
  container: described(ContainerStub, 'What was touched'),
  start_time: nullable(Timestamp, 'When it began; null: it waits'),
  end_time: nullable(Timestamp, 'When it ended; null: it has not'),
  records_processed: Type.Integer({ description: 'How many rows were read' }),
  anomaly_count: Type.Integer({ description: 'How many anomalies were found' }),
  open_anomaly_count: Type.Integer({ description: 'Of those that it found, as they are now' }),
  archived_anomaly_count: Type.Integer({ description: 'Of those that it found, how many are archived now' }),
  result: described(Type.Enum(scanResults), 'How it ended, or how far it is'),
  message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
  partitions: PartitionCounts,
  partition_list: Type.Optional(
    described(
      Type.Array(PartitionProgress),
      'Its partitions by name, at most 1,000, where `partitions=all` asked for them',
    ),
  ),
})

/** A line in the log of a run. */
export const OperationLog = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it was written'),
  level: described(Type.Enum(logLevels), 'How serious it is'),
  message: Type.String({ description: 'What happened, and what to do' }),
  container_id: nullable(Id, 'The container that it is about; null: the whole run'),
})
