import { Type } from 'typebox'
import { ContainerScan } from '../model/container-scan-record.ts'
import { DatastoreStub } from '../model/datastore-record.ts'
import { OperationContainer, OperationRecord } from '../model/operation-record.ts'
import { ScheduleRecord } from '../model/schedule.ts'
import { payloadMembers } from './payload-members.ts'
import { operations } from './registry.ts'
import { described } from '../model/wire.ts'

// A run shows the configuration of its own type, so each member of a payload may be there.
const configuration = Type.Partial(Type.Object(payloadMembers(operations.all()))).properties

/** A run as lists show it. */
export const ListedOperation = Type.Object(
  { ...configuration, ...OperationRecord.properties },
  { title: 'ListedOperation', description: 'A run as lists show it, with the members of its type' },
)

const { id, created, start_time, end_time, container, result, message } = ContainerScan.properties
const { records_processed, anomaly_count, auto_resolved_anomaly_count } = ContainerScan.properties
const { open_anomaly_count, archived_anomaly_count } = OperationContainer.properties

/** One run with more of its datastore, and for scans what was found in each container. */
export const SingleOperation = Type.Object(
  {
    ...ListedOperation.properties,
    datastore: Type.Object(
      {
        ...DatastoreStub.properties,
        enrichment_prefix: Type.String({
          description: 'With what the names of tables begin that results are written to',
        }),
        favorite: Type.Boolean({ description: 'Whether it is a favourite of the caller' }),
      },
      { title: 'OperationDatastore', description: 'The datastore that a run works on' },
    ),
    container_scans: Type.Optional(
      described(
        Type.Array(
          Type.Object(
            {
              id,
              created,
              container,
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
          ),
        ),
        'Of scans: what was found in each container',
      ),
    ),
  },
  {
    title: 'Operation',
    description: 'A run with the members of its type, and for scans what was found in each container',
  },
)

/** A schedule with the configuration of its runs. */
export const Schedule = Type.Object(
  { ...configuration, ...ScheduleRecord.properties },
  {
    title: 'Schedule',
    description: 'A crontab, a time zone, and what its runs are told; null: the default of their time',
  },
)
