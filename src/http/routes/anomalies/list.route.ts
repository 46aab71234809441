import { Type } from 'typebox'
import { timeframes } from '../../../model/timeframe.ts'
import { anomalyStatuses, anomalyTypes } from '../../../model/anomaly.ts'
import { AnomalyRecord } from '../../../model/anomaly-record.ts'
import { Id, SortDirection } from '../../../model/wire.ts'
import { listAnomalies } from '../../../services/anomalies/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, day, ids, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Anomalies of the datastores that the caller may see; open ones unless asked otherwise. */
export default defineRoute({
  method: 'GET',
  path: '/anomalies',
  summary: 'List anomalies',
  group: 'Anomalies',
  query: Type.Object({
    ...pageQuery,
    datastore: Type.Optional(ids),
    container: Type.Optional(ids),
    quality_check: Type.Optional(ids),
    container_scan: Type.Optional(Id),
    status: Type.Optional(anyOf(anomalyStatuses)),
    anomaly_type: Type.Optional(Type.Enum(anomalyTypes)),
    tag: Type.Optional(texts('The name of a tag; any of several')),
    rule_type: Type.Optional(texts('A rule type; any of several')),
    start_date: Type.Optional(day),
    end_date: Type.Optional(day),
    timeframe: Type.Optional(Type.Enum(timeframes)),
    archived: Type.Optional(Type.Enum(['only', 'include'])),
    source_enriched: Type.Optional(Type.Boolean()),
    sort_created: Type.Optional(SortDirection),
    sort_weight: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(AnomalyRecord) },
  handler: (context, { query }) => listAnomalies(context, query, query),
})
