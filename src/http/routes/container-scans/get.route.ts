import { ContainerScanRecord } from '../../../model/container-scan-record.ts'
import { readContainerScan } from '../../../services/container-scans/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One container scan with its partition scans. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans/{id}',
  summary: 'Get a container scan',
  group: 'Container scans',
  params: idPath,
  responses: { 200: ContainerScanRecord },
  handler: (context, { params }) => readContainerScan(context, params.id),
})
