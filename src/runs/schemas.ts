import { Type, type TObject } from 'typebox'
import { ContainerScan } from '../model/container-scan-record.ts'
import { DatastoreStub } from '../model/datastore-record.ts'
import { OperationRecord } from '../model/operation-record.ts'
import {
  ScheduleMembers,
  ScheduleRecord,
  type ScheduleChange,
  type ScheduleInput,
} from '../model/schedule.ts'
import type { Operation } from './operation.ts'
import { payloadMembers } from './payload-members.ts'

/** What requests and answers about runs look like, which depends on the operations that there are. */
export type RunSchemas = ReturnType<typeof runSchemas>

/** The schemas for these operations; those of one list of operations are made once, and handed to all who need them. */
export function runSchemas(operations: readonly Operation[]) {
  return { ...inputSchemas(operations), ...recordSchemas(operations) }
}

function inputSchemas(operations: readonly Operation[]) {
  const schedulable = operations.filter((operation) => operation.schedulable)
  const type = Type.Enum(schedulable.map(({ trigger }) => trigger))
  return {
    /** One of the payloads, told apart by `type`. */
    RunInput: Type.Unsafe<{ type: string } & Record<string, unknown>>({
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: operations.map((operation) => payloadSchema(operation, 'Run')),
    }),
    /** The payload of an operation that may be scheduled, with the schedule's own members. */
    ScheduleInput: Type.Unsafe<ScheduleInput>({
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: schedulable.map((operation) => payloadSchema(operation, 'Schedule', ScheduleMembers)),
    }),
    /** The same with every member left to choice; whether a member fits the operation is for updateSchedule to say. */
    ScheduleChange: Type.Unsafe<ScheduleChange>(
      Type.Partial(Type.Object({ type, ...payloadMembers(schedulable), ...ScheduleMembers })),
    ),
  }
}

/** The API document calls it after the trigger and its use: `ScanRun`, `PromoteQualityCheckSchedule`. */
function payloadSchema({ trigger, payload }: Operation, use: 'Run' | 'Schedule', more = {}) {
  const words = trigger.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return Type.Object(
    { type: Type.Literal(trigger), ...(payload as TObject).properties, ...more },
    { title: [...words, use].join('') },
  )
}

const { id, created, start_time, end_time, container, result, message } = ContainerScan.properties
const { records_processed, anomaly_count, auto_resolved_anomaly_count } = ContainerScan.properties

function recordSchemas(operations: readonly Operation[]) {
  // A run shows the configuration of its own type, so each member of a payload may be there.
  const configuration = Type.Partial(Type.Object(payloadMembers(operations))).properties
  const listed = { ...configuration, ...OperationRecord.properties }
  return {
    /** A run as lists show it. */
    ListedOperation: Type.Object(listed, { title: 'ListedOperation' }),
    /** One run with more of its datastore, and for scans what was found in each container. */
    SingleOperation: Type.Object(
      {
        ...listed,
        datastore: Type.Object({
          ...DatastoreStub.properties,
          enrichment_prefix: Type.String(),
          favorite: Type.Boolean(),
        }),
        container_scans: Type.Optional(
          Type.Array(
            Type.Object({
              id,
              created,
              container,
              start_time,
              end_time,
              records_processed,
              anomaly_count,
              auto_resolved_anomaly_count,
              result,
              message,
            }),
          ),
        ),
      },
      { title: 'Operation' },
    ),
    /** A schedule with the configuration of its runs. */
    Schedule: Type.Object({ ...configuration, ...ScheduleRecord.properties }, { title: 'Schedule' }),
  }
}
