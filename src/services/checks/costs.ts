import type { Context } from '../../access/context.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { CheckCost } from '../../model/check-cost.ts'
import { checkCosts } from '../../store/check-costs.ts'
import { requireCheck } from './read.ts'

/** Reporter. What the check cost in its last scans. */
export async function listCheckCosts(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<CheckCost>> {
  await requireCheck(context, id, 'Reporter')
  return checkCosts(context.store.database, id, request)
}
