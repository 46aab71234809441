import type { Context } from '../../access/context.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { shownNote } from '../../disclosure/statements.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { scanStatements } from '../../store/scan-statements.ts'
import { findContainerScan } from './read.ts'

/** The statements by which a container was read; needs Reporter, as the container scan does. */
export async function listScanStatements(context: Context, id: number, request: PageRequest) {
  const { container } = await findContainerScan(context, id, 'Reporter')
  const { database } = context.store
  const { total, statements } = await scanStatements(database, id, request)
  const policy = await policyOf(database, container.id)
  return toPage(
    statements.map((statement) => shownNote(statement, policy)),
    total,
    request,
  )
}
