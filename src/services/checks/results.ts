import type { Context } from '../../access/context.ts'
import { measurementReader } from '../../disclosure/measurements.ts'
import { policyOf } from '../../disclosure/policies.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { listPastResults } from '../../store/check-history.ts'
import { versionsOfChecks } from '../../store/check-versions.ts'
import { requireCheck } from './read.ts'

/** Reporter. What each container scan concluded of the check, the last made first; measurements are shown as the check shows them. */
export async function listResults(context: Context, id: number, request: PageRequest) {
  const { container_id } = await requireCheck(context, id, 'Reporter')
  const { database } = context.store
  const page = await listPastResults(database, id, request)
  const versions = await versionsOfChecks(database, [id])
  const shown = measurementReader(
    versions.map(({ definition }) => definition),
    await policyOf(database, container_id),
  )
  const items = page.items.map(({ measurement, ...result }) => ({
    ...result,
    measurement: measurement === null ? null : shown(measurement),
  }))
  return { ...page, items }
}
