import { cut } from '../../kernel/cut.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import { listed } from '../../kernel/listed.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { scannedContainers } from '../../store/scanned-containers.ts'
import type { Queryable } from '../../store/pool.ts'

/** Columns that a refusal names; the others are counted. */
const mostNamed = 20

/** The columns that given rows of a container have. */
export interface GivenColumns {
  fields: readonly DiscoveredField[]
  /** Names of those that may be absent: people excluded them. */
  optional: ReadonlySet<string>
  /** Names of those whose values must not show. */
  masked: ReadonlySet<string>
}

/** The fields of the container without those that are gone or computed; 409 for one that has none. */
export async function acceptedColumns(
  database: Queryable,
  { id, name }: { id: number; name: string },
): Promise<GivenColumns> {
  const found = (await scannedContainers(database, [id])).get(id)
  const computed = new Set(found?.container.computed_fields.map((field) => field.name))
  const fields = (found?.fields ?? []).filter((field) => !computed.has(field.name))
  if (fields.length === 0)
    throw new ServiceError('wrong_state', `No field of "${name}" is known yet; run a sync first.`)
  const named = (status: string) =>
    new Set(fields.filter((field) => field.status === status).map((field) => field.name))
  return { fields, optional: named('excluded'), masked: named('masked') }
}

/** Refuses with 422 rows that have columns which the container has not, or lack some that it has; names are exact. */
export function refuseOtherColumns(
  member: string,
  given: readonly string[],
  { fields, optional }: Omit<GivenColumns, 'masked'>,
): void {
  const known = new Set(fields.map(({ name }) => name))
  const others = given.filter((name) => !known.has(name))
  const absent = [...known].filter((name) => !optional.has(name) && !given.includes(name))
  if (others.length === 0 && absent.length === 0) return
  const sentences = [
    ...(others.length > 0 ? [`The container has no field called ${quoted(others)}.`] : []),
    ...(absent.length > 0 ? [`The rows have no column called ${quoted(absent)}.`] : []),
  ]
  throw invalidMember(
    member,
    `${sentences.join(' ')} Their columns must be the fields of the container, in any order.`,
  )
}

const quoted = (names: readonly string[]): string =>
  listed(
    names.map((name) => `"${cut(name, 200)}"`),
    mostNamed,
  )
