import { Type, type Static } from 'typebox'
import { DatastoreReference } from './datastore-record.ts'
import { assertionBases, assertionResults, checkStatuses } from './check.ts'
import { ContainerStub } from './container-record.ts'
import { fieldTypes } from './field.ts'
import { scanResults } from './operation.ts'
import { described, FreeObject, Id, IdAndName, nullable, Timestamp } from './wire.ts'

/** What is told of a container scan by itself and in lists. */
const members = {
  id: described(Id, 'Unique among its kind'),
  operation_id: described(Id, 'The run that it is part of'),
  created: described(Timestamp, 'When it was made'),
  start_time: nullable(Timestamp, 'When it began; null: it waits'),
  end_time: nullable(Timestamp, 'When it ended; null: it has not'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  container: described(ContainerStub, 'The container that was scanned'),
  records_processed: Type.Integer({ description: 'How many rows were read' }),
  anomaly_count: Type.Integer({ description: 'How many anomalies were found' }),
  auto_resolved_anomaly_count: Type.Integer({
    description: 'How many anomalies were resolved since their checks pass now',
  }),
  result: described(Type.Enum(scanResults), 'How it ended, or how far it is'),
  message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
}

const PartitionScan = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    partition: Type.Object(
      {
        id: nullable(
          Id,
          'The partition; null: it is not in the catalogue any more, or stood for all files of a container before each had a scan',
        ),
        name: described(Type.String(), 'The file, the range or the table'),
      },
      { title: 'PartitionStub', description: 'A part of a container' },
    ),
    start_time: described(Timestamp, 'When it began'),
    end_time: nullable(Timestamp, 'When it ended; null: it has not'),
    records_processed: Type.Integer({ description: 'How many rows were read' }),
    anomaly_count: Type.Integer({ description: 'How many anomalies were found' }),
    open_anomaly_count: Type.Integer({ description: 'Of those that it found, how many are open now' }),
    archived_anomaly_count: Type.Integer({
      description: 'Of those that it found, how many are archived now',
    }),
    result: described(Type.Enum(scanResults), 'How it ended, or how far it is'),
    message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
    unchanged_since: nullable(
      Id,
      'The run that read it last: its bytes and checks are the same since, and what that run found was kept; null: it was read',
    ),
  },
  { title: 'PartitionScan', description: 'What one container scan did with one part' },
)

/** A container scan as lists show it. */
export const ContainerScan = Type.Object({
  ...members,
  partition_scans: described(
    Type.Array(PartitionScan),
    'One for each part that was judged, at most twenty; a container scan by itself has all',
  ),
})

/** A container scan with all its partition scans. */
export const ContainerScanRecord = Type.Object({
  ...members,
  partitions_unchanged: Type.Integer({
    description: 'Of its parts, how many are as at an earlier scan, so that they were not read again',
  }),
  partition_scans: described(Type.Array(PartitionScan), 'One for each part that was judged'),
})

const statementMembers = {
  sql: Type.String({
    description:
      'Its text, without constants of text and paths; without numbers too where a field of the container is masked. At most 4,000 characters',
  }),
  milliseconds: Type.Integer({ description: 'How long the source took for it' }),
  rows: Type.Integer({ description: 'How many rows it answered with' }),
  check_ids: described(
    Type.Array(Id),
    'The checks that it was sent for; none: it serves the scan as a whole',
  ),
  refused: Type.Boolean({ description: 'True: the source refused it, or it took too long' }),
}

/** A statement as it is kept with what it was sent for. */
export type StatementNote = Static<typeof StatementNote>
const StatementNote = Type.Object(statementMembers)

/** A statement of a container scan as the API shows it. */
export const ScanStatement = Type.Object({
  partition_name: nullable(Type.String(), 'The part that it was about; null: the container as a whole'),
  ...statementMembers,
})

/** The verdict on one check of a container scan; `scan_anomaly_count` 0 reads as passed in the contract, `assertion_result` is exact. */
export const CheckResult = Type.Object({
  id: described(Id, 'The check'),
  description: Type.String({ description: 'What the check demands, for people' }),
  rule_type: Type.String({ description: 'What kind of demand it is' }),
  status: described(Type.Enum(checkStatuses), 'The status of the check now'),
  scan_anomaly_count: Type.Integer({ description: 'How many anomalies the check found in the run' }),
  container_scan_anomaly_count: Type.Integer({
    description: 'How many anomalies the container scan found over all checks; one may be of several',
  }),
  container_scan_id: described(Id, 'The container scan that judged it'),
  container: described(IdAndName, 'The container that it is about'),
  fields: described(Type.Array(IdAndName), 'The fields that the check judges'),
  assertion_result: described(Type.Enum(assertionResults), 'The verdict'),
  assertion_details: nullable(
    Type.String(),
    'Why there is no verdict, or what the verdict rests on; null: there is nothing to say',
  ),
  asserted_by: described(
    Type.Array(Type.Enum(assertionBases)),
    'What the verdict rests on: rows that were read, a proof without them, or what an earlier scan found of the same rows; several where parts differ',
  ),
  asserted_records: nullable(Type.Integer(), 'How many rows it judged; null: rows are not what it judges'),
  anomalous_records: nullable(Type.Integer(), 'How many of them failed; null: rows are not what it judges'),
})

/** A field of rows that are shown. */
export const SourceRecordField = Type.Object(
  {
    name: Type.String({ description: 'Its name in the source' }),
    type: described(Type.Enum(fieldTypes), 'What it holds, whatever the source calls it'),
    masked: described(Type.Boolean(), 'True: its values are hidden unless masked ones were asked for'),
  },
  { title: 'SourceRecordField', description: 'A field of source records' },
)

/** Source records of a container scan: the fields in order, then each distinct row with the anomalies that it belongs to. */
export const SourceRecords = Type.Object({
  fields: described(Type.Array(SourceRecordField), 'The fields, in the order of the source'),
  items: described(
    Type.Array(
      Type.Object(
        {
          record: described(FreeObject, 'The row, by the names of its fields'),
          anomaly_ids: described(Type.Array(Id), 'The anomalies that the row belongs to'),
        },
        { title: 'SourceRecordItem', description: 'One failing row' },
      ),
    ),
    'A failing row each, with the anomalies that it belongs to',
  ),
  total: Type.Integer({ description: 'How many rows are kept' }),
})

/** A statement of a container scan over which the connection to the source was lost, by the ids of the unit that sent it and of the checks that it was for. */
export interface LostStatement {
  unit_id: number
  check_ids: number[]
}
