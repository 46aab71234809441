import { Type } from 'typebox'
import { containerScanFacets, Facets } from '../../model/facet.ts'
import { AnomalyRecord } from '../../model/anomaly-record.ts'
import {
  CheckResult,
  ContainerScan,
  ContainerScanRecord,
  ScanStatement,
  SourceRecords,
} from '../../model/container-scan-record.ts'
import { scanResults } from '../../model/operation.ts'
import { described, SortDirection } from '../../model/wire.ts'
import { listAnomalies } from '../../services/anomalies/list.ts'
import { listContainerScanChecks } from '../../services/container-scans/checks.ts'
import { countContainerScans, listContainerScans } from '../../services/container-scans/list.ts'
import { findContainerScan, readContainerScan } from '../../services/container-scans/read.ts'
import { listScanStatements } from '../../services/container-scans/statements.ts'
import { downloadSourceRecords, readSourceRecords } from '../../services/container-scans/source-records.ts'
import { facetQuery } from '../facet-query.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, day, ids, offsetMinutes, sourceRecordQuery, text } from '../query.ts'
import { Download, defineRoute, defineRoutes } from '../route.ts'

/** By what container scans are found. */
const scanQuery = {
  datastore: Type.Optional(described(ids, 'Scans in any of these datastores, by id')),
  container: Type.Optional(described(ids, 'Scans of any of these containers, by id')),
  operation: Type.Optional(described(ids, 'Scans of any of these runs, by id')),
  name: Type.Optional(text("A part of the container's name")),
  search: Type.Optional(text("A part of the container's name, or the id")),
  result: Type.Optional(described(anyOf(scanResults), 'Any of these results')),
  latest_only: Type.Optional(
    Type.Boolean({
      description: 'True: only the scan of each container that began last, external ones left out',
    }),
  ),
  created_date: Type.Optional(described(day, 'Made on this day')),
  start_date: Type.Optional(described(day, 'Made on this day or later')),
  end_date: Type.Optional(described(day, 'Made on this day or earlier')),
  offset: Type.Optional(described(offsetMinutes, 'Minutes that local time is ahead of UTC, for the days')),
}

export default defineRoutes('Container scans', [
  defineRoute({
    id: 'listContainerScans',
    method: 'GET',
    path: '/container-scans',
    summary: 'List container scans',
    doc: 'Container scans of the datastores that the caller may see.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      ...scanQuery,
      sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
      sort_active_anomalies: Type.Optional(described(SortDirection, 'By the number of open anomalies')),
    }),
    responses: { 200: pageOf('ContainerScanPage', ContainerScan) },
    handler: (context, { query }) => listContainerScans(context, query, query),
  }),
  defineRoute({
    id: 'countContainerScans',
    method: 'GET',
    path: '/container-scans/facets',
    summary: 'Count container scans by what they are filtered by',
    doc: 'How many container scans the list would have with each value of a filter, beside the other filters; without its own.',
    need: 'Member',
    query: Type.Object({ ...facetQuery(containerScanFacets), ...scanQuery }),
    responses: { 200: Facets },
    handler: (context, { query: { facet, ...query } }) =>
      countContainerScans(context, facet ?? containerScanFacets, query),
  }),
  defineRoute({
    id: 'readContainerScan',
    method: 'GET',
    path: '/container-scans/{id}',
    summary: 'Get a container scan',
    doc: 'One container scan with its partition scans.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: ContainerScanRecord },
    handler: (context, { params }) => readContainerScan(context, params.id),
  }),
  defineRoute({
    id: 'listContainerScanAnomalies',
    method: 'GET',
    path: '/container-scans/{id}/anomalies',
    summary: 'List the anomalies of a container scan',
    doc: 'Anomalies that a container scan found, whatever their status now; those the caller may not see are left out.',
    need: 'Member',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('AnomalyPage', AnomalyRecord) },
    async handler(context, { params, query }) {
      await findContainerScan(context, params.id, null)
      return listAnomalies(context, { container_scan: params.id }, query)
    },
  }),
  defineRoute({
    id: 'listContainerScanChecks',
    method: 'GET',
    path: '/container-scans/{id}/checks',
    summary: 'List the check results of a container scan',
    doc: 'Verdicts on the checks of one container scan.',
    need: 'Viewer',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text('A part of the description of the check, or of its id')),
      result: Type.Optional(
        described(Type.Enum(['passed', 'failed']), 'Checks that passed, or checks that failed'),
      ),
      sort_anomalies: Type.Optional(
        described(SortDirection, 'By the number of anomalies that the check found'),
      ),
    }),
    responses: { 200: pageOf('CheckResultPage', CheckResult) },
    handler: (context, { params, query }) => listContainerScanChecks(context, params.id, query, query),
  }),
  defineRoute({
    id: 'listContainerScanStatements',
    method: 'GET',
    path: '/container-scans/{id}/statements',
    summary: 'List the statements of a container scan',
    doc: 'What one container scan asked the source to count and to read: each statement with its time, its rows and its checks. Kept for the last five scans of the container.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('ScanStatementPage', ScanStatement) },
    handler: (context, { params, query }) => listScanStatements(context, params.id, query),
  }),
  defineRoute({
    id: 'downloadContainerScanSourceRecords',
    method: 'GET',
    path: '/container-scans/{id}/source-records/download',
    summary: 'Download the source records of a container scan as CSV',
    doc: 'The same rows as a CSV file, all of them unless limited.',
    need: [
      { when: 'masked values stay masked', need: 'Viewer' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: idPath,
    query: Type.Object(sourceRecordQuery),
    responses: { 200: Type.String() },
    media_type: 'text/csv',
    async handler(context, { params, query: { limit = null, include_masked = false } }) {
      const content = await downloadSourceRecords(context, params.id, limit, include_masked)
      return new Download(
        `container-scan-${params.id}-source-records.csv`,
        'text/csv; charset=utf-8',
        content,
      )
    },
  }),
  defineRoute({
    id: 'readContainerScanSourceRecords',
    method: 'GET',
    path: '/container-scans/{id}/source-records',
    summary: 'Get the source records of a container scan',
    doc: 'Source records of a container scan, each row once.',
    need: [
      { when: 'masked values stay masked', need: 'Viewer' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: idPath,
    query: Type.Object(sourceRecordQuery),
    responses: { 200: SourceRecords },
    handler: (context, { params, query: { limit = 10, include_masked = false } }) =>
      readSourceRecords(context, params.id, limit, include_masked),
  }),
])
