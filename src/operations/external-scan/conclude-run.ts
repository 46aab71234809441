import { concludeContainers } from '../../runs/conclude-containers.ts'
import { emptySelection } from '../../runs/container-units.ts'
import type { Conclusion, RunOf } from '../../runs/operation.ts'
import { remarkOnUnasserted } from '../../services/judging/remark-unasserted.ts'
import { dropGivenFile } from '../../store/given-files.ts'
import type { Queryable } from '../../store/pool.ts'
import { abortContainers } from '../../store/run-containers.ts'
import type { ExternalScanPayload } from './payload.ts'

/** The end of an external scan, with a remark on what could not be evaluated. The rows were needed for it alone. */
export async function concludeExternalScan(
  transaction: Queryable,
  operation: RunOf<ExternalScanPayload>,
): Promise<Conclusion> {
  await dropGivenFile(transaction, operation.id)
  const nothing = emptySelection(operation.payload, 'scan') ?? ''
  const { result, message } = await concludeContainers(transaction, operation.id, nothing)
  const remark = await remarkOnUnasserted(transaction, operation.id)
  const said = [message, remark].filter((part) => part !== null).join(' ')
  return { result, message: said === '' ? null : said }
}

/** Marks the container as not judged; it cannot be taken up again, so the rows go. */
export async function abortExternalScan(transaction: Queryable, operationId: number): Promise<void> {
  await abortContainers(transaction, operationId)
  await dropGivenFile(transaction, operationId)
}
