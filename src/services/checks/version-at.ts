import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { CheckVersion } from '../../model/check-record.ts'
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

/** Its findings of all times are counted; its tags are those of the version. */
async function presentVersions(
  context: Context,
  row: CheckRow,
  found: readonly VersionRow[],
): Promise<CheckVersion[]> {
  const versions = found.map(({ definition, ...version }) => {
    const { tags, ...content } = definition as unknown as CheckContent
    return { version, tags, row: { ...row, ...content } }
  })
  const checks = await presentChecks(
    context,
    versions.map((version) => version.row),
  )
  const names = new Set(versions.flatMap(({ tags }) => tags))
  const known = await tagsNamed(context.store.database, [...names])
  return versions.flatMap(({ version, tags }, index) => {
    const check = checks[index]
    return check ? { ...check, global_tags: known.filter(({ name }) => tags.includes(name)), version } : []
  })
}
