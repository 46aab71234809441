import { Type } from 'typebox'
import { ContainerScan } from '../model/container-scan-record.ts'
import { DatastoreStub } from '../model/datastore-record.ts'
import { OperationRecord } from '../model/operation-record.ts'
import { ScheduleRecord } from '../model/schedule.ts'
import { payloadMembers } from './payload-members.ts'
import { operations } from '../operations/registry.ts'

// A run shows the configuration of its own type, so each member of a payload may be there.
const configuration = Type.Partial(Type.Object(payloadMembers(operations.all()))).properties

/** A run as lists show it. */
export const ListedOperation = Type.Object(
  { ...configuration, ...OperationRecord.properties },
  { title: 'ListedOperation' },
)

const { id, created, start_time, end_time, container, result, message } = ContainerScan.properties
const { records_processed, anomaly_count, auto_resolved_anomaly_count } = ContainerScan.properties

/** One run with more of its datastore, and for scans what was found in each container. */
export const SingleOperation = Type.Object(
  {
    ...ListedOperation.properties,
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
)

/** A schedule with the configuration of its runs. */
export const Schedule = Type.Object({ ...configuration, ...ScheduleRecord.properties }, { title: 'Schedule' })
