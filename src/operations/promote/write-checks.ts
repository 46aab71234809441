import type { Environment } from '../../access/context.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { isSameTest } from '../../services/checks/definition.ts'
import { contentColumns } from '../../services/checks/write.ts'
import type { Queryable } from '../../store/pool.ts'
import { addChecks, rewriteChecks, type CheckRewriting } from '../../store/promoted-checks.ts'
import { rememberPairs } from '../../store/promoted-pairs.ts'
import { isEqualActiveCheck } from '../../store/refusals.ts'
import { addTags } from '../../store/tags.ts'
import type { Decision } from './decide.ts'
import type { StoredCounterpart } from './load-checks.ts'
import type { Outcome } from './promotion-units.ts'

/** Where and for whom decisions are written. */
interface Place {
  container_id: number
  editor: string
  open: ReadonlyMap<number, StoredCounterpart>
}

/** Writes what was decided at the destination; what became of each, in the order of the decisions. */
export async function writeDecisions(
  environment: Environment,
  transaction: Queryable,
  decisions: readonly Decision[],
  { container_id, editor, open }: Place,
): Promise<Outcome[]> {
  const now = (await environment.clock.now(transaction)).toISOString()
  const by = { now, editor }
  await refusingRaces(async () => {
    await rewriteChecks(
      transaction,
      decisions.flatMap((decision) => rewritingOf(decision, open)),
      by,
    )
  })
  const made = decisions.flatMap(({ result, content, counterpart }) =>
    result === 'created' && content && counterpart ? [{ provisional: counterpart.id, content }] : [],
  )
  const ids = await refusingRaces(() =>
    addChecks(
      transaction,
      container_id,
      made.map(({ content }) => ({ columns: contentColumns(content), definition: content })),
      by,
    ),
  )
  const realIds = new Map(made.map(({ provisional }, index) => [provisional, ids[index] ?? 0]))
  const realId = (id: number) => realIds.get(id) ?? id
  await addTags(
    transaction,
    'quality_check_id',
    decisions.flatMap(({ content, counterpart }) =>
      content && counterpart ? [{ id: realId(counterpart.id), names: content.tags }] : [],
    ),
  )
  const pairs = decisions.flatMap(({ counterpart, isOwn, wanted }) =>
    counterpart && isOwn ? [{ source_id: wanted.source_id, destination_id: realId(counterpart.id) }] : [],
  )
  await rememberPairs(transaction, 'promoted_checks', container_id, pairs)
  return outcomesOf(decisions, realId)
}

/** The same for a plan, of which nothing is written: what is only to be made has no id. */
export function planned(decisions: readonly Decision[]): Outcome[] {
  return outcomesOf(decisions, (id) => (id < 0 ? null : id))
}

function outcomesOf(decisions: readonly Decision[], idOf: (id: number) => number | null): Outcome[] {
  return decisions.map(({ wanted, result, counterpart, message, changes }) => ({
    id: wanted.entity,
    result,
    destination_entity_id: counterpart === null ? null : idOf(counterpart.id),
    message,
    changes: result === 'updated' ? changes : null,
  }))
}

function rewritingOf(
  { result, counterpart, content }: Decision,
  open: ReadonlyMap<number, StoredCounterpart>,
): CheckRewriting[] {
  const stored = counterpart && open.get(counterpart.id)
  if (result !== 'updated' || !stored || !content) return []
  return [
    {
      id: stored.id,
      // A test that was changed by a person's promotion is theirs from then on.
      inferred: stored.inferred && isSameTest(stored.content, content),
      version: stored.version + 1,
      columns: contentColumns(content),
      definition: content,
    },
  ]
}

/** A check that somebody activated in the same moment is seen by the next try. */
async function refusingRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isEqualActiveCheck(error)) throw error
    throw new RunFailure('Somebody activated an equal check at the destination at the same time.', {
      cause: error,
      retryable: true,
    })
  }
}
