import type { WrittenColumn, WrittenType, WrittenValue } from '../../connectors/writer.ts'
import { shownText } from '../../disclosure/records.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type {
  EnrichedFailure,
  EnrichedMetric,
  EnrichedPart,
  EnrichedRecord,
  EnrichedScan,
} from '../../store/enrichment-rows.ts'

/** A table that scans write: what it is called after the prefix, its columns, and its rows of items. */
export interface ResultTable<Item> {
  name: string
  columns: readonly WrittenColumn[]
  row(item: Item, scan: EnrichedScan, policy: Policy): WrittenValue[]
}

/** A column with its value of an item that the container scan found. */
type Column<Item> = [
  name: string,
  type: WrittenType,
  valueOf: (item: Item, scan: EnrichedScan, policy: Policy) => WrittenValue,
]

const table = <Item>(name: string, columns: readonly Column<Item>[]): ResultTable<Item> => ({
  name,
  columns: columns.map(([column, type]) => ({ name: column, type })),
  row: (item, scan, policy) => columns.map(([, , valueOf]) => valueOf(item, scan, policy)),
})

const operationId: Column<unknown> = ['OPERATION_ID', 'integer', (_, scan) => scan.operation_id]
const containerId: Column<unknown> = ['CONTAINER_ID', 'integer', (_, scan) => scan.container_id]
const sourceDatastore: Column<unknown> = ['SOURCE_DATASTORE', 'text', (_, scan) => scan.datastore]
const sourceContainer: Column<unknown> = ['SOURCE_CONTAINER', 'text', (_, scan) => scan.container]
const sourcePartition: Column<{ partition: string | null }> = [
  'SOURCE_PARTITION',
  'text',
  ({ partition }) => partition,
]

/** A row for each verdict on a check in a partition, or in the container as a whole. */
export const checkMetrics = table<EnrichedMetric>('check_metrics', [
  operationId,
  containerId,
  sourceDatastore,
  sourceContainer,
  sourcePartition,
  ['QUALITY_CHECK_ID', 'integer', (item) => item.quality_check_id],
  ['ASSERTED_RECORDS_COUNT', 'integer', (item) => item.asserted_records],
  ['ANOMALOUS_RECORDS_COUNT', 'integer', (item) => item.anomalous_records],
  ['ASSERTION_RESULT', 'text', (item) => item.assertion_result],
  ['ASSERTION_DETAILS', 'text', (item) => item.assertion_details],
  ['_QUALYTICS_SOURCE_PARTITION', 'text', ({ partition }) => partition],
])

/** A row for each check that an anomaly fails. */
export const failedChecks = table<EnrichedFailure>('failed_checks', [
  ['OPERATION_ID', 'integer', (item) => item.operation_id],
  ['ANOMALY_UUID', 'text', ({ uuid }) => uuid],
  ['DETECTED_TIME', 'timestamp', ({ detected }) => detected],
  sourceDatastore,
  sourceContainer,
  sourcePartition,
  ['QUALITY_CHECK_ID', 'integer', (item) => item.quality_check_id],
  ['QUALITY_CHECK_RULE_TYPE', 'text', (item) => item.rule_type],
  ['QUALITY_CHECK_PARAMETERS', 'text', ({ parameters }) => parameters],
  ['QUALITY_CHECK_MESSAGE', 'text', ({ message }) => message],
  ['QUALITY_CHECK_TAGS', 'text', ({ tags }) => tags],
  ['QUALITY_CHECK_DESCRIPTION', 'text', ({ description }) => description],
  ['QUALITY_CHECK_FIELDS', 'text', ({ fields }) => fields],
  ['QUALITY_CHECK_METADATA', 'text', ({ metadata }) => metadata],
  // The service suggests no remedies; clients expect the columns.
  ['SUGGESTED_REMEDIATION_FIELD', 'text', () => null],
  ['SUGGESTED_REMEDIATION_VALUE', 'text', () => null],
  ['SUGGESTED_REMEDIATION_SCORE', 'float', () => null],
  ['ANOMALOUS_RECORDS_COUNT', 'integer', (item) => item.anomalous_records_count],
  ['FINGERPRINT', 'integer', ({ fingerprint }) => fingerprint],
])

/** A row for each source record that is kept with an anomaly. */
export const sourceRecords = table<EnrichedRecord>('source_records', [
  sourceContainer,
  sourcePartition,
  ['ANOMALY_UUID', 'text', ({ uuid }) => uuid],
  ['CONTEXT', 'text', () => null],
  ['RECORD', 'text', ({ record }, _, policy) => shownText(record, policy)],
])

/** A row for each partition that was scanned, or for the container as a whole. */
export const scanOperations = table<EnrichedPart>('scan_operations', [
  operationId,
  ['DATASTORE_ID', 'integer', (_, scan) => scan.datastore_id],
  containerId,
  ['CONTAINER_SCAN_ID', 'integer', (_, scan) => scan.id],
  ['PARTITION_NAME', 'text', ({ partition }) => partition],
  ['INCREMENTAL', 'boolean', ({ incremental }) => incremental],
  ['RECORDS_PROCESSED', 'integer', (item) => item.records_processed],
  ['ENRICHMENT_SOURCE_RECORD_LIMIT', 'integer', (item) => item.record_limit],
  ['MAX_RECORDS_ANALYZED', 'integer', (item) => item.max_records],
  ['ANOMALY_COUNT', 'integer', (item) => item.anomaly_count],
  ['START_TIME', 'timestamp', (item) => item.start_time],
  ['END_TIME', 'timestamp', (item) => item.end_time],
  ['RESULT', 'text', ({ result }) => result],
  ['MESSAGE', 'text', ({ message }) => message],
])
