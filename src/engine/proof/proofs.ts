import type { Session } from '../../connectors/connector.ts'
import type { RowRule } from '../../rules/rule.ts'
import type { PreparedCheck } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { withoutComputed } from '../relation.ts'
import { fieldsIn, isNeverTrue } from './never-true.ts'

/** The checks that no row of the partition can fail, by id: how that is known, a sentence. */
export type Proofs = ReadonlyMap<number, string>

type Planned = Pick<ContainerPlan, 'request' | 'observed'>

/**
 * Proves checks from what the source guarantees of the rows of a partition. A rule says by the condition for its failing rows
 * how it can be proven: the check holds when no row can meet that. A filter only leaves rows out, so it needs no look.
 */
export async function proveChecks(
  session: Session,
  plan: Planned,
  checks: readonly PreparedCheck<RowRule>[],
  /** Null for a range of a table. */
  partition: string | null,
): Promise<Proofs> {
  const proofs = new Map<number, string>()
  if (session.guarantees === undefined || !isProvable(plan)) return proofs
  const conditions = checks.map((prepared) => ({ prepared, failing: prepared.rule.failing(prepared.input) }))
  const wanted = new Set(conditions.flatMap(({ failing }) => [...fieldsIn(failing)]))
  const fields = storedFields(plan).filter(({ name }) => wanted.has(name))
  if (fields.length === 0) return proofs
  const guarantees = await session.guarantees(plan.request.container, fields, partition)
  for (const { prepared, failing } of conditions) {
    if (!isNeverTrue(failing, guarantees)) continue
    proofs.set(
      prepared.check.id,
      provenBy([...fieldsIn(failing)].flatMap((name) => guarantees.get(name)?.by ?? [])),
    )
  }
  return proofs
}

/**
 * How it is known that no two rows have the same values in these fields, a sentence; null where the source does not guarantee it. Rows
 * with NULL in one of them count for nothing, and so do those that a filter leaves out.
 */
export async function proveUnique(
  session: Session,
  plan: Planned,
  fields: readonly { name: string }[],
): Promise<string | null> {
  if (session.keys === undefined || !isProvable(plan)) return null
  const named = new Set(fields.map(({ name }) => name))
  const stored = storedFields(plan).filter(({ name }) => named.has(name))
  const keys = stored.length === 0 ? [] : await session.keys(plan.request.container, stored)
  const key = keys.find((one) => one.fields.length > 0 && one.fields.every((name) => named.has(name)))
  return key ? provenBy([key.by]) : null
}

/** A query that a person wrote shows other rows than the containers that it reads. */
const isProvable = ({ request }: Planned): boolean =>
  request.proves !== false && !request.container.computation

const storedFields = ({ request, observed }: Planned) => withoutComputed(request.container, observed)

const provenBy = (reasons: readonly string[]): string =>
  `Proven by ${[...new Set(reasons)].join(' and ')}, without reading the values.`
