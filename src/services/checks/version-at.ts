import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { CheckVersion } from '../../model/check-record.ts'
import { findVersion } from '../../store/check-versions.ts'
import { tagsNamed } from '../../store/tags.ts'
import type { CheckContent } from './definition.ts'
import { presentCheck, requireCheck } from './read.ts'

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
  const { definition, ...version } = found
  const { tags, ...content } = definition as unknown as CheckContent
  const check = await presentCheck(context, { ...row, ...content })
  return { ...check, global_tags: await tagsNamed(context.store.database, tags), version }
}
