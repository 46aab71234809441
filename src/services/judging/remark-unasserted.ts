import { unassertedChecks } from '../../store/check-results.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'

/** Logs which checks the run could not evaluate, each with its reason; the sentence for its message, or null. */
export async function remarkOnUnasserted(
  transaction: Queryable,
  operationId: number,
): Promise<string | null> {
  const remarks = await unassertedChecks(transaction, operationId)
  for (const { id, container, details } of remarks)
    await logToOperation(
      transaction,
      operationId,
      'warning',
      `Check ${id} on "${container}" could not be evaluated. ${details}`,
    )
  return remarks.length === 0
    ? null
    : `${remarks.length} of the checks could not be evaluated; the log names each with its reason.`
}
