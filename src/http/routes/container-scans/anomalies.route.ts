import { Type } from 'typebox'
import { AnomalyRecord } from '../../../model/anomaly-record.ts'
import { listAnomalies } from '../../../services/anomalies/list.ts'
import { findContainerScan } from '../../../services/container-scans/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Anomalies that a container scan found, whatever their status now; those the caller may not see are left out. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans/{id}/anomalies',
  summary: 'List the anomalies of a container scan',
  group: 'Container scans',
  params: idPath,
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(AnomalyRecord) },
  async handler(context, { params, query }) {
    await findContainerScan(context, params.id, null)
    return listAnomalies(context, { container_scan: params.id }, query)
  },
})
