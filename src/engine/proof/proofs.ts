import type { Session } from '../../connectors/connector.ts'
import type { RowRule } from '../../rules/rule.ts'
import type { PreparedCheck } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { withoutComputed } from '../relation.ts'
import { fieldsIn, isNeverTrue } from './never-true.ts'

/** The checks that no row of the partition can fail, by id: how that is known, a sentence. */
export type Proofs = ReadonlyMap<number, string>

/**
 * Proves checks from what the source guarantees of the rows of a partition. A rule says by the condition for its failing rows
 * how it can be proven: the check holds when no row can meet that. A filter only leaves rows out, so it needs no look.
 */
export async function proveChecks(
  session: Session,
  { request, observed }: Pick<ContainerPlan, 'request' | 'observed'>,
  checks: readonly PreparedCheck<RowRule>[],
  /** Null for a range of a table. */
  partition: string | null,
): Promise<Proofs> {
  const proofs = new Map<number, string>()
  if (request.proves === false || partition === null || session.guarantees === undefined) return proofs
  if (request.container.computation) return proofs
  const conditions = checks.map((prepared) => ({ prepared, failing: prepared.rule.failing(prepared.input) }))
  const wanted = new Set(conditions.flatMap(({ failing }) => [...fieldsIn(failing)]))
  const fields = withoutComputed(request.container, observed).filter(({ name }) => wanted.has(name))
  if (fields.length === 0) return proofs
  const guarantees = await session.guarantees(request.container, fields, partition)
  for (const { prepared, failing } of conditions) {
    if (!isNeverTrue(failing, guarantees)) continue
    const [first = ''] = fieldsIn(failing)
    const by = guarantees.get(first)?.by ?? ''
    proofs.set(prepared.check.id, `Proven by ${by}, without reading the values.`)
  }
  return proofs
}
