import { createHash } from 'node:crypto'
import type { Dialect } from '../../sql/dialect.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { meaningOfCode } from './meaning.ts'
import { countRestsOnRows } from './rests-on-rows.ts'

/**
 * Makes, of the stamp of a partition's bytes, one hash of all that its results rest on: the bytes, the checks with what was
 * bound in them, how the rows are read and shown, and the code that judges. Null where they rest on more than that (a clock,
 * another container), or where the scan does not read all rows.
 */
export function readStateOf(plan: ContainerPlan, dialect: Dialect): ((stamp: string) => string) | null {
  const { request, observed, checks } = plan
  const { increment, record_cap, changed_files_only } = request
  if (increment !== null || record_cap !== null || changed_files_only === true) return null
  if (!checks.every((prepared) => countRestsOnRows(prepared, { observed, dialect }))) return null
  let basis: string | null = null
  return (stamp) => {
    // Most tables of a database have no stamp.
    basis ??= basisOf(plan)
    return createHash('sha256').update(basis).update('\0').update(stamp).digest('base64url')
  }
}

const basisOf = ({ request, observed, checks }: ContainerPlan): string =>
  textOf([
    meaningOfCode(),
    request.container,
    // The state keeps the members of a field in another order than the source gives them.
    observed.map(({ name, type, native_type, nullable }) => [name, type, native_type, nullable]),
    [...request.masked_fields].sort(),
    request.rollup_threshold,
    request.source_record_limit,
    request.proves ?? true,
    checks.map(({ check, input, filter }) => [check, input.properties, filter]),
  ])

/** JSON, with whole numbers of any size. */
function textOf(parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_member, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
