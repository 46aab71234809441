import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { CheckVersion } from '../../model/check-record.ts'
import { peopleOf } from '../../store/check-details.ts'
import { findVersion, listVersions as selectVersions, type VersionRow } from '../../store/check-versions.ts'
import type { CheckRow } from '../../store/checks.ts'
import { tagsNamed } from '../../store/tags.ts'
import type { CheckContent } from './definition.ts'
import { presentChecks } from './present.ts'
import { requireCheck } from './read.ts'

/** Reporter. The check as it stood at that time (default: now); 404 before it was made. */
export async function readVersion(
  context: Context,
  id: number,
  at: string | undefined,
): Promise<CheckVersion> {
  const row = await requireCheck(context, id, 'Reporter')
  // In UTC, because PostgreSQL does not take every offset that a moment may be written with.
  const instant = at === undefined ? null : Temporal.Instant.from(at).toString()
  const found = await findVersion(context.store.database, id, instant)
  if (!found) {
    throw new ServiceError(
      'not_found',
      `Check ${id} was made at ${row.created}; there is no version of it at ${at}.`,
    )
  }
  const [check] = await presentVersions(context, row, [found])
  return check as CheckVersion
}

/** Reporter. The check in each of its versions, newest first. */
export async function listVersions(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<CheckVersion>> {
  const row = await requireCheck(context, id, 'Reporter')
  const page = await selectVersions(context.store.database, id, request)
  return { ...page, items: await presentVersions(context, row, page.items) }
}

/** Its findings of all times are counted; its tags and its people are those of the version. */
async function presentVersions(
  context: Context,
  row: CheckRow,
  found: readonly VersionRow[],
): Promise<CheckVersion[]> {
  const versions = found.map(({ definition, ...version }) => {
    const { tags, owner_id, default_anomaly_assignee_id, ...content } = definition as unknown as CheckContent
    return { version, tags, owner_id, default_anomaly_assignee_id, row: { ...row, ...content } }
  })
  const checks = await presentChecks(
    context,
    versions.map((version) => version.row),
  )
  const names = new Set(versions.flatMap(({ tags }) => tags))
  const known = await tagsNamed(context.store.database, [...names])
  const people = await peopleOf(
    context.store.database,
    versions.flatMap((one) => [one.owner_id, one.default_anomaly_assignee_id]).filter((id) => id != null),
  )
  const personOf = (id: number | null) => people.get(id ?? 0) ?? null
  return versions.flatMap(({ version, tags, owner_id, default_anomaly_assignee_id }, index) => {
    const check = checks[index]
    if (!check) return []
    return {
      ...check,
      global_tags: known.filter(({ name }) => tags.includes(name)),
      owner: personOf(owner_id),
      default_anomaly_assignee: personOf(default_anomaly_assignee_id),
      version,
    }
  })
}
