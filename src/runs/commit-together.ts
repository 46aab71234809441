import type { Queryable } from '../store/pool.ts'
import type { Progress, Together, UnitWork } from './operation.ts'

/** A unit of several that has only to be written. */
interface Ended<Payload, End> {
  work: UnitWork<Payload, object>
  end: End
}

/** Ends units together, with what `write` writes of all of them; where one of them is not ours any more, or cannot be written, each by itself. */
export async function commitTogether<Payload, End>(
  together: Together<Payload, object>,
  ended: readonly Ended<Payload, End>[],
  write: (transaction: Queryable, ends: readonly End[]) => Promise<Progress>,
): Promise<void> {
  const wanted = ended.filter(({ work }) => !work.signal.aborted)
  const commit = (some: typeof wanted): Promise<void> =>
    together.commitAll(
      some.map(({ work }) => work),
      (transaction) =>
        write(
          transaction,
          some.map(({ end }) => end),
        ),
    )
  try {
    if (wanted.length > 1) return await commit(wanted)
  } catch {
    // Each says for itself what became of it.
  }
  for (const one of wanted) {
    try {
      await commit([one])
    } catch (error) {
      await together.fail(one.work, error)
    }
  }
}
