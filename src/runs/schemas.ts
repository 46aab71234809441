import { availableActs, runActs } from '../model/available.ts'
import { Type, type TObject, type TSchema } from 'typebox'
import { RunContainer } from '../model/container-record.ts'
import { ContainerScan } from '../model/container-scan-record.ts'
import { DatastoreStub } from '../model/datastore-record.ts'
import { OperationContainer, OperationRecord } from '../model/operation-record.ts'
import {
  ScheduleMembers,
  ScheduleRecord,
  type ScheduleChange,
  type ScheduleInput,
} from '../model/schedule.ts'
import { AbortedWork } from '../model/run-progress.ts'
import { described, nullable } from '../model/wire.ts'
import type { Operation } from './operation.ts'

/** The schemas of requests and answers about runs, which depend on the operations that there are. */
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
      title: 'OperationRun',
      description: 'What to run, told apart by its type',
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: operations
        .filter(({ takes_rows }) => takes_rows !== true)
        .map((operation) => payloadSchema(operation, 'Run')),
    }),
    /** The payload of an operation that may be scheduled, with the schedule's own members. */
    ScheduleInput: Type.Unsafe<ScheduleInput>({
      title: 'ScheduleInput',
      description: 'A schedule, told apart by the type of its runs',
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: schedulable.map((operation) => payloadSchema(operation, 'Schedule', ScheduleMembers)),
    }),
    /** The same with every member left to choice; whether a member fits the operation is for updateSchedule to say. */
    ScheduleChange: Type.Unsafe<ScheduleChange>(
      Type.Partial(
        Type.Object({
          type: described(type, 'The same as it is, or another'),
          ...payloadMembers(schedulable),
          ...ScheduleMembers,
        }),
        { title: 'ScheduleChange', description: 'A change of a schedule. Members that are left out stay' },
      ),
    ),
  }
}

/** The API document calls it after the trigger and its use: `ScanRun`, `PromoteQualityCheckSchedule`. */
function payloadSchema({ trigger, payload }: Operation, use: 'Run' | 'Schedule', more = {}) {
  const words = trigger.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const uses = {
    Run: { type: 'What to run', whole: `A run of ${trigger}, and what it is told` },
    Schedule: { type: 'What it starts', whole: `A schedule of the runs of ${trigger}` },
  }
  return Type.Object(
    {
      type: Type.Literal(trigger, { description: uses[use].type }),
      ...(payload as TObject).properties,
      ...more,
    },
    { title: [...words, use].join(''), description: uses[use].whole },
  )
}

const { id, created, start_time, end_time, result, message } = ContainerScan.properties
const { records_processed, anomaly_count, auto_resolved_anomaly_count } = ContainerScan.properties
const { open_anomaly_count, archived_anomaly_count } = OperationContainer.properties

const container_count = nullable(
  Type.Integer(),
  'How many containers it touched, or is to touch; null: it was not asked for',
)

const OperationDatastore = Type.Object(
  {
    ...DatastoreStub.properties,
    enrichment_prefix: Type.String({
      description: 'With what the names of tables begin that results are written to',
    }),
    favorite: Type.Boolean({ description: 'Whether it is a favourite of the caller' }),
  },
  { title: 'OperationDatastore', description: 'The datastore that a run works on' },
)

const OperationContainerScan = Type.Object(
  {
    id,
    created,
    container: described(RunContainer, 'The container that was scanned'),
    start_time,
    end_time,
    records_processed,
    anomaly_count,
    open_anomaly_count,
    archived_anomaly_count,
    auto_resolved_anomaly_count,
    result,
    message,
  },
  { title: 'OperationContainerScan', description: 'What a scan found in one container' },
)

function recordSchemas(operations: readonly Operation[]) {
  // A run shows the configuration of its own type, so each member of a payload may be there.
  const echoed = Object.assign({}, ...operations.map(({ echoes = {} }) => echoes)) as Record<string, TSchema>
  const configuration = Type.Partial(Type.Object({ ...echoed, ...payloadMembers(operations) })).properties
  const { datastore_id, datastore } = OperationRecord.properties
  // Clients need not reckon with runs of no datastore where no operation has them.
  const isOfDatastores = operations.every(({ payload }) => 'datastore_id' in (payload as TObject).properties)
  const orNone = <Schema extends TSchema>(schema: Schema) => (isOfDatastores ? schema : nullable(schema))
  const listed = {
    ...configuration,
    ...OperationRecord.properties,
    datastore_id: orNone(datastore_id),
    datastore: orNone(datastore),
  }
  return {
    /** A run as lists show it. */
    ListedOperation: Type.Object(
      { ...listed, container_count, ...membersOf(operations.map(({ listed_details }) => listed_details)) },
      {
        title: 'ListedOperation',
        description: 'A run as lists show it, with the members of its type',
      },
    ),
    /** One run with more of its datastore, and for scans what was found in each container. */
    SingleOperation: Type.Object(
      {
        ...listed,
        datastore: orNone(OperationDatastore),
        container_scans: Type.Optional(
          described(Type.Array(OperationContainerScan), 'Of scans: what was found in each container'),
        ),
        available: availableActs(runActs),
        aborted_work: nullable(
          AbortedWork,
          'Of an aborted run: what was under way at the abort, and whether it has stopped; null: nothing was',
        ),
        ...membersOf(operations.flatMap(({ listed_details, details }) => [listed_details, details])),
      },
      {
        title: 'Operation',
        description: 'A run with the members of its type, and for scans what was found in each container',
      },
    ),
    /** A schedule with the configuration of its runs. */
    Schedule: Type.Object(
      { ...configuration, ...ScheduleRecord.properties },
      {
        title: 'Schedule',
        description: 'A crontab, a time zone, and what its runs are told; null: the default of their time',
      },
    ),
  }
}

/** The members that runs of some operation have; those of the others leave them out. */
function membersOf(details: readonly Operation['details' | 'listed_details'][]): Record<string, TSchema> {
  const members = details.flatMap((one) => Object.entries(one?.schema ?? {}))
  return Object.fromEntries(members.map(([name, schema]) => [name, Type.Optional(schema)]))
}

/** Every member of the operations' payloads; one that several have may be what any of them takes. */
function payloadMembers(definitions: readonly Operation[]): Record<string, TSchema> {
  const members = definitions.flatMap(({ payload }) => Object.entries((payload as TObject).properties))
  return Object.fromEntries(
    [...Map.groupBy(members, ([name]) => name)].map(([name, group]) => {
      const forms = new Map(group.map(([, schema]) => [JSON.stringify(schema), schema]))
      const [only] = forms.values()
      return [name, forms.size === 1 && only ? only : Type.Union([...forms.values()])]
    }),
  )
}
