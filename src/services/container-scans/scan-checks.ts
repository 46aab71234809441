import { sql } from 'kysely'
import { ServiceError } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { listCheckResults } from './checks.ts'
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
  const scope = sql`operation_containers.operation_id = ${id}`
  return listCheckResults(context.store.database, scope, search === undefined ? {} : { search }, request)
}
