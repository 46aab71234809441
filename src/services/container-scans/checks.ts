import type { Context } from '../../access/context.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { listCheckResults, type CheckResultFilter } from '../../store/check-result-list.ts'
import { findContainerScan } from './read.ts'

/** The checks that one container scan evaluated, with their verdicts; needs Viewer. */
export async function listContainerScanChecks(
  context: Context,
  id: number,
  filter: CheckResultFilter,
  request: PageRequest,
) {
  await findContainerScan(context, id, 'Viewer')
  return listCheckResults(context.store.database, { container_scan_id: id }, filter, request)
}
