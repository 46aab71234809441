import { ServiceError } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { listCheckResults } from '../../store/check-result-list.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findReadable } from '../../runs/control/find.ts'

/** Check results of a whole scan, most anomalies first; 409 for runs that are no scans. */
export async function listScanChecks(
  context: RunContext,
  id: number,
  search: string | undefined,
  request: PageRequest,
) {
  const operation = await findReadable(context, id)
  if (!context.operations.find(operation.trigger_type)?.shows_check_results) {
    throw new ServiceError(
      'wrong_state',
      `The run ${id} is a ${operation.type}; only scans have check results.`,
    )
  }
  return listCheckResults(
    context.store.database,
    { operation_id: id },
    search === undefined ? {} : { search },
    request,
  )
}
