import { sql } from 'kysely'
import type { TestedVersion } from './check-versions.ts'
import type { Queryable } from './pool.ts'

/** A version of a check, with the container of the check. */
export interface ReferringVersion extends TestedVersion {
  container_id: number
}

/** All versions of checks of these rules. */
export async function referringVersions(
  database: Queryable,
  ruleTypes: readonly string[],
): Promise<ReferringVersion[]> {
  const { rows } = await sql<ReferringVersion>`
    select quality_check_id, definition, container_id from quality_check_versions
    join quality_checks on quality_checks.id = quality_check_id
    where definition ->> 'rule_type' = any(${ruleTypes}::text[])`.execute(database)
  return rows
}
